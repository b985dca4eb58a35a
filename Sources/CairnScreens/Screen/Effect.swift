public import CairnInterface
public import CairnNavigation

/// A request of a screen to the session.
public enum Effect {
  /// Opens a URL on top of this screen, which the new screen then knows as the list that it was
  /// opened from.
  case open(ScreenURL)
  /// Opens a URL with a mode of the opener's own and a first state, such as the opener's arguments.
  ///
  /// Without a mode, the route's mode holds.
  case openWith(ScreenURL, mode: PresentationMode?, state: StateValue)
  /// Opens several URLs, each on top of the one before, as one change; only the last screen is made.
  case openAll([ScreenURL])
  /// Opens a URL in a new tab.
  case openTab(ScreenURL)
  /// Opens the URLs that a guard has parked, in order.
  case openParked
  /// Opens a draft of the running session, or of one that has ended.
  case continueDraft(WaitingDraft.ID)
  /// Moves a draft to another place and opens it instead of this screen.
  case moveDraft(Visit)
  /// Opens typed text or a favorite; malformed text leads to an explanation.
  case openText(String, Origin)
  /// Replaces this screen by the screen of another URL.
  case replace(ScreenURL)
  /// Sets or removes a query item in this screen's URL; the screen and the history stay.
  ///
  /// It is for a screen that has shown the new state already. An action that sets a filter or an
  /// order from outside replaces the screen: `.replace(url.setting("where", to: "error"))`.
  case setQuery(name: String, value: String?)
  /// Replaces the query items in this screen's URL; the screen and the history stay.
  case setItems([QueryItem])
  /// Remembers the view in which later lists of this kind open, as in their URLs; `nil` for the
  /// table.
  case keepView(String?)
  /// Goes back to the previous screen.
  case back
  /// Goes back to the previous screen, or to the first screen if there is no previous one.
  case leave
  /// Goes forward to the screen that `back` left.
  case forward
  /// Goes to the parent screen by URL.
  case up
  /// Goes to the first screen.
  case home
  /// Closes this screen for good: no draft is kept, and forward doesn't lead to it.
  case close
  /// Moves the cursor to the first visible item that leads to one of some URLs, on the screen that
  /// is visible then.
  ///
  /// If the screen's filter hides all such items, the last message adds that.
  case reveal([ScreenURL])
  /// Opens later URLs with another map; open screens don't change.
  case useMap(URLMap<any Screen>)
  /// Looks up later keys in another keymap.
  case useKeys(Keymap)
  /// Draws with another theme from now on.
  case useTheme(Theme)
  /// Turns mouse events on, or leaves the mouse to the terminal.
  case useMouse(Bool)
  /// Marks or unmarks this screen's record in the list that it was opened from.
  case markInList
  /// Creates this screen again, without its saved state, after a failure.
  case retry
  /// Shows an overlay over the screen.
  case present(any Overlay)
  /// Closes the topmost overlay.
  case dismiss
  /// Shows a message.
  case say(Message)
  /// Starts a job off the drawing thread.
  case run(BackgroundJob)
  /// Runs effects after the keys rest for a while.
  case after(Delay)
  /// Performs an action as if its key had been pressed.
  case perform(ActionName)
  /// Tells all screens and the launcher that data changed.
  case refresh
  /// Updates side panes to the present cursor.
  case lookBeside
  /// Asks whether to open an address with the system's opener, and opens it if confirmed.
  case external(String)
  /// Copies a text to the clipboard, and names it in a message.
  case copy(String, what: String)
  /// Opens a text in the person's editor, and continues with the edited text.
  case edit(EditedText)
  /// Gives the terminal to another program until it ends, and continues with its exit status.
  case hand(ForegroundProgram)
  /// Suspends the program and returns to the shell, until the program is continued.
  case suspend
  /// Ends the program; the next start restores everything.
  case quit
}

extension Effect {
  /// Opens a URL with a mode of the opener's own and a first state of its screen.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - mode: the mode of presentation; `nil` for the route's own mode.
  ///   - encode: encodes the state that the new screen starts with, under the keys that it decodes.
  /// - Returns: the effect.
  public static func open(
    _ url: ScreenURL, mode: PresentationMode?, state encode: (inout StateEncoder) -> Void = { _ in }
  ) -> Effect {
    var encoder = StateEncoder()
    encode(&encoder)
    return .openWith(url, mode: mode, state: encoder.value)
  }

  /// Opens several URLs, each on top of the one before, as one change; only the last screen is made.
  public static func open(_ urls: [ScreenURL]) -> Effect { .openAll(urls) }
}

extension Effect {
  /// Opens the person's mail program with a new message, after asking.
  ///
  /// - Parameters:
  ///   - address: the receiver; empty to let the person write it.
  ///   - subject: the subject.
  ///   - body: the text; programs take some thousand characters.
  /// - Returns: the effect.
  public static func mail(to address: String = "", subject: String, body: String) -> Effect {
    func encoded(_ text: String) -> String {
      text.utf8.map { byte in
        let isPlain =
          UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 && byte < 0x80
          || "-._~".utf8.contains(byte)
        if isPlain { return String(UnicodeScalar(byte)) }
        let digits = String(byte, radix: 16, uppercase: true)
        // Mail has its own line ends.
        if byte == UInt8(ascii: "\n") { return "%0D%0A" }
        return "%" + (digits.count == 1 ? "0" : "") + digits
      }.joined()
    }
    let receiver = address.split(separator: "@").map { encoded(String($0)) }.joined(separator: "@")
    return .external("mailto:\(receiver)?subject=\(encoded(subject))&body=\(encoded(body))")
  }
}

/// Effects that run after a pause without a new delay of the same name.
public struct Delay {
  /// The name; a new delay replaces a waiting one with the same name.
  public var name: String
  /// The length of the pause.
  public var duration: Duration
  /// The effects after the pause.
  public var effects: [Effect]
  /// Whether the effects are dropped when another screen opens; otherwise they run before that.
  public var lapses: Bool

  /// Creates effects that follow a pause of the keys.
  public init(
    _ name: String, _ duration: Duration, _ effects: [Effect], lapses: Bool = false
  ) {
    self.lapses = lapses
    self.name = name
    self.duration = duration
    self.effects = effects
  }
}

/// A program that gets the terminal for a while, such as an editor or a mail program.
public struct ForegroundProgram {
  /// The way in which the program ended or failed to start.
  public enum End: Hashable, Sendable {
    /// Exit with a status; after a signal, 128 plus its number.
    case exited(Int32)
    /// Failure to start, with the reason in words.
    case failed(String)
  }

  /// The program and its arguments; the program is looked up in `PATH` unless it is a path.
  public var arguments: [String]
  /// The effects after the program's end.
  public var completion: (End) -> [Effect]

  /// The program and arguments that open a file or an address as the system is set up for it.
  package static func opening(_ address: String) -> [String] { ["xdg-open", address] }

  /// Creates a program with its arguments and effects.
  public init(_ arguments: [String], completion: @escaping (End) -> [Effect]) {
    self.arguments = arguments
    self.completion = completion
  }
}

/// A text to edit in the person's own editor.
public struct EditedText {
  /// The text's name in a word or two; also the name of the file.
  public var name: String
  /// The present text.
  public var text: String
  /// The effects after editing, if the text changed.
  public var completion: (WrittenText) -> [Effect]

  /// Creates a text with its name and effects.
  public init(_ name: String, text: String, completion: @escaping (WrittenText) -> [Effect]) {
    self.name = name
    self.text = text
    self.completion = completion
  }
}

/// A text written in the person's own editor; it stays in its file until it is saved elsewhere.
public struct WrittenText {
  /// The written text, with line feeds as line ends.
  public let text: String
  /// The path of the file, as shown to a person.
  public let place: String
  private let remove: () -> Void
  private let ask: Question

  /// Shows why a text was refused, and offers to edit it again; the completion gets the new text.
  public typealias Question = (
    _ reason: String, _ completion: @escaping (WrittenText) -> [Effect]
  ) -> [Effect]

  /// Creates a written text with its place, and the functions that remove the file and edit it
  /// again.
  public init(
    _ text: String, in place: String, remove: @escaping () -> Void, ask: @escaping Question
  ) {
    self.text = text
    self.place = place
    self.remove = remove
    self.ask = ask
  }

  /// Says why the text can't be saved, and asks whether to edit it again.
  ///
  /// - Parameters:
  ///   - reason: the reason, in words.
  ///   - completion: the effects after editing it again, even without a change.
  /// - Returns: the effects that ask.
  public func askToEdit(
    because reason: String, then completion: @escaping (WrittenText) -> [Effect]
  ) -> [Effect] { ask(reason, completion) }

  /// Removes the file, after the text is saved elsewhere.
  public func release() { remove() }
}
