internal import CairnInterface
internal import CairnScreens

/// The meaning of typed lines, and the lines that answer them.
struct LineDialog {
  private let session: Session
  /// The screen that was printed last.
  private var printed: [String]?

  init(_ session: Session) { self.session = session }

  /// Makes the next answer print the screen, even if it did not change.
  mutating func printAgain() { printed = nil }

  /// The lines that answer the last line.
  mutating func answer() -> [String] {
    let spoken = session.spoken
    defer { printed = spoken.screen }
    if printed != spoken.screen { return spoken.message + spoken.screen + spoken.end }
    return spoken.message.isEmpty ? spoken.end.prefix(1) + [] : spoken.message
  }

  /// Handles a line of the person.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - finish: finishes the work that the next key depends on, such as a search before its Enter.
  func take(_ line: String, finish: () -> Void = {}) {
    session.now = .now
    // The key itself is a control character in the line.
    let line = line == "\u{C}" ? "^L" : line
    let words = line.split(separator: " ").map(String.init)
    if words.isEmpty {
      session.press([Key(.enter)])
    } else if words.count == 1, let number = session.item(meantBy: words[0]) {
      session.choose(number)
    } else if words.count == 1, words[0].hasPrefix("##"), session.isTyping {
      session.type(String(words[0].dropFirst()))
    } else if line.contains("://") || line.hasPrefix("@"), takesAddress {
      session.apply(session.overlays.map { _ in .dismiss } + [.openText(line, .user)])
    } else if session.isTyping, !words.allSatisfy(\.isNamedKey) {
      session.type(line)
    } else {
      press(words, finish)
    }
  }

  /// Whether a typed address is to be opened; if not, it is text for a prompt or a menu.
  private var takesAddress: Bool {
    session.overlays.isEmpty
      ? !session.isTyping : session.overlays.allSatisfy { $0.typedText == nil }
  }

  /// Presses keys.
  ///
  /// A word that is no key is text for the prompt that the keys before it opened. A filter or
  /// search in one line ends with Enter.
  private func press(_ words: [String], _ finish: () -> Void) {
    // The blank between two words of a prompt is text; a blank after a key or a menu's letter is not.
    var followsText = false
    for (place, word) in words.enumerated() {
      // A key may close the prompt before it, so the meaning of the next word depends on it.
      if place > 0 { finish() }
      if place > 0, session.isTyping, !word.isNamedKey {
        if followsText { session.type(" ") }
        followsText = session.top.typedText != nil
        session.type(word)
      } else if let key = Key(word) {
        session.press([key])
        followsText = false
      } else if let first = word.first, "/:".contains(first) {
        session.type(word)
        followsText = true
      } else {
        session.message = Message(
          "\(word) is not a key; /\(word) finds it here, :\(word) anywhere", tone: .warning)
        return
      }
    }
    finish()
    let isSought = words.first.map { "/:".contains($0.prefix(1)) } == true
    if isSought, words != ["/"], words != [":"], session.isTyping { session.press([Key(.enter)]) }
  }
}

extension String {
  /// The text without the blanks at its start.
  fileprivate var trimmedAtStart: String { String(drop { $0 == " " }) }

  /// Whether the word is the name of a key, not a character that could be text.
  fileprivate var isNamedKey: Bool { count > 1 && Key(self) != nil }
}

/// The session as lines of text, and keys in a row.
extension Session {
  /// A screen as lines.
  struct Spoken: Equatable {
    /// The message, if there is one.
    var message: [String] = []
    /// The location line, the overlay's title, and the content with numbers.
    var screen: [String] = []
    /// The status, and the keys.
    var end: [String] = []
  }

  /// The screen as lines, without empty ones.
  var spoken: Spoken {
    let canvas = draw()
    func lines(_ region: Region) -> [String] {
      canvas.lines(in: region).filter { !$0.isEmpty }
    }
    guard !frame.isTooSmall else { return Spoken(screen: lines(canvas.bounds)) }
    var spoken = Spoken(screen: lines(frame.location))
    if let overlay = overlays.last { spoken.screen.append(overlay.title) }
    let middle = spokenRegion
    let numbers = Dictionary(uniqueKeysWithValues: zip(itemRows(of: canvas), 1...))
    let hidden = top.hiddenRows
    if hidden.above > 0 { spoken.screen.append(more(hidden.above, "above", .pageUp)) }
    for (row, line) in canvas.lines(in: middle).enumerated() where !line.isEmpty {
      let number = numbers[row].map { takesNumbers ? "\($0)" : "#\($0)" } ?? ""
      let blanks = max(1, LineLoop.numberColumns - number.count)
      spoken.screen.append(number + String(repeating: " ", count: blanks) + line)
    }
    if hidden.below > 0 { spoken.screen.append(more(hidden.below, "below", .pageDown)) }
    let rows = messageRows.count
    let end = frame.status.row + max(1, rows)
    let below = lines(Region(canvas.size).rows(frame.status.row..<end))
    if rows > 0 { spoken.message = below } else { spoken.end = below }
    if rows < 2 { spoken.end += lines(frame.hints) }
    spoken.message = spoken.message.map(\.trimmedAtStart)
    spoken.screen = spoken.screen.map(\.trimmedAtStart)
    spoken.end = spoken.end.map(\.trimmedAtStart)
    return spoken
  }

  /// The words for rows that are not printed, with the key that shows them.
  private func more(_ count: Int, _ place: String, _ action: ActionName) -> String {
    let key = keymap.key(for: action, in: top.contexts, whileTyping: isTyping)
    let hint = key.map { ", \($0.label) shows them" } ?? ""
    return String(repeating: " ", count: LineLoop.numberColumns)
      + "\(Count.text(count)) more \(place)\(hint)"
  }

  /// The area with the items: the overlay's, or else the screen's.
  private var spokenRegion: Region {
    overlays.last.map { frame.content.place(of: inner(of: $0)) } ?? frame.content
  }

  /// The rows of the items, from the top of their area.
  private func itemRows(of canvas: Canvas) -> [Int] {
    let lines = canvas.lines(in: spokenRegion)
    let rows = top.itemRows ?? Array(lines.indices)
    // The line that is typed into is chosen already.
    let typed = top.itemRows == nil ? canvas.cursor.map { $0.row - spokenRegion.row } : nil
    let isTyped = { row in !self.takesNumbers && row == typed }
    return rows.filter { lines.indices.contains($0) && !lines[$0].isEmpty && !isTyped($0) }
  }

  /// Whether a number chooses an item; if not, it is text.
  var takesNumbers: Bool {
    let typed: Set<ActionContext> = [.text, .area, .lines, .form]
    return typed.isDisjoint(with: top.contexts)
  }

  /// Returns the number of the item that a word such as `3` or `#3` means; `nil` if the word is
  /// text.
  func item(meantBy word: String) -> Int? {
    if word.hasPrefix("#") { return Int(word.dropFirst()) }
    return takesNumbers ? Int(word) : nil
  }

  /// Opens the item with a number; in a form, goes to it.
  func choose(_ number: Int) {
    let rows = itemRows(of: draw())
    guard rows.indices.contains(number - 1) else {
      let literal = takesNumbers ? "" : "; ##\(number) types #\(number)"
      message = Message("there is no line \(number)\(literal)", tone: .warning)
      return
    }
    let position = Position(
      column: spokenRegion.column + 4, row: spokenRegion.row + rows[number - 1])
    handle(.mouse(MouseEvent(kind: .press, position: position, clicks: 2)), at: .now)
  }

  /// Types a text character by character.
  func type(_ text: String) { press(text.map { Key(.character($0)) }) }

  /// Presses keys one after the other.
  func press(_ keys: [Key]) {
    for key in keys {
      handle(.key(key), at: now)
      readInbox()
    }
  }
}
