public import CairnInterface
public import CairnNavigation
internal import CairnScreens

extension Application {
  /// Draws a screen without a terminal: exactly as many lines as `size` has rows.
  ///
  /// Work is done where it is asked for and waits are over at once, so the same app, keys and data
  /// give the same text. State is restored and saved as far as the app keeps any.
  ///
  /// - Parameters:
  ///   - size: the columns and rows of the terminal that there would be.
  ///   - urls: what is opened first; none for where one was, or home.
  ///   - start: where the first of them goes.
  ///   - keys: keys as tmux names them, with blanks between; any other word is typed as text.
  /// - Returns: the rows, without the blanks at their ends, with line breaks between.
  /// - Throws: `ApplicationError.keys` if keys contradict each other.
  public func render(
    size: Size, opening urls: [ScreenURL] = [], start: Start = .onTop, keys: String = ""
  ) throws(ApplicationError) -> String {
    let session = try rehearsed(size: size, opening: urls, start: start, keys: keys)
    session.noteSuccess()
    session.saveAll()
    // A failed save is said on the screen.
    session.readInbox()
    return session.draw().text
  }

  /// The session as it is once keys were pressed and all that they led to is done.
  func rehearsed(
    size: Size, opening urls: [ScreenURL], start: Start, keys: String
  ) throws(ApplicationError) -> Session {
    let session = try session(
      opening: urls, start: start, size: size, worker: InlineWorker(), now: .now)
    session.readInbox()
    session.press(KeyScript(keys).keys)
    session.settle()
    while let request = session.takeRequest() {
      if case .run = request { session.endProgram(.failed("no terminal here for another program")) }
      session.settle()
    }
    return session
  }
}

/// Keys in writing: tmux's names with blanks between them, and words to be typed.
struct KeyScript {
  let keys: [Key]

  init(_ text: String) {
    keys = text.split(separator: " ").flatMap { word -> [Key] in
      Key(String(word)).map { [$0] } ?? word.map { Key(.character($0)) }
    }
  }
}
