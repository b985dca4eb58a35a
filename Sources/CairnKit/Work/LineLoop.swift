internal import CairnInterface
internal import CairnScreens
internal import CairnTerminal

/// Drives a session by lines, for a terminal that can't move its cursor: it prints the screen,
/// reads a line, and repeats.
///
/// Each item has a number. The person types a number, a URL, keys as in `render`, or, in a prompt,
/// text:
///
///     3                opens what stands behind it; so does #3, also below a line of text
///     #3               in a form, goes to the field; ##3 types #3
///     cairn://books    opens that
///                      an empty line is Enter
///     /lyon            filters
///     C-s              saves
///     C-l              prints the screen again
///
/// The answer to a line comes first: the message if there is one, and the screen if it changed.
///
/// After each line, everything is saved, so a broken connection loses nothing.
final class LineLoop {
  private let session: Session
  private let terminal: LineTerminal
  private var isQuitting = false
  /// The screen that was printed last.
  private var printed: [String]?

  /// The width of a line's number.
  static let numberColumns = 4

  init(_ session: Session, _ terminal: LineTerminal) {
    (self.session, self.terminal) = (session, terminal)
  }

  /// Runs until the person quits or the input ends.
  func run() {
    session.readInbox()
    session.startFollowing()
    defer {
      session.jobs.end()
      session.worker.finishLong()
      session.saveAll()
    }
    var start = [
      "A number opens its line. While you type text, write #3; in a form, it goes",
      "to that field. /word finds a word, ? lists the keys, q quits. An empty line",
      "is Enter. Keys are written as j, Tab, Esc, ^S, with spaces between them.",
      "^L prints the screen again.",
      "",
    ]
    while true {
      finishWork()
      if isQuitting { return }
      terminal.print(start + answer(), asking: "> ")
      start = []
      session.noteSuccess()
      guard let line = nextLine() else { return }
      // No watch is read while the loop waits for a line.
      session.now = .now
      session.look()
      session.tick(at: .now)
      take(line)
      // Pasted lines are all handled before the screen is printed.
      while !isQuitting, let next = terminal.waitingLine() {
        finishHeldWork()
        take(next)
      }
      // A preview that is still due belongs to the present screen.
      session.flushDelays()
      session.saveAll()
    }
  }

  /// The lines that answer the last line.
  private func answer() -> [String] {
    let spoken = session.spoken
    defer { printed = spoken.screen }
    if printed != spoken.screen { return spoken.message + spoken.screen + spoken.end }
    return spoken.message.isEmpty ? spoken.end.prefix(1) + [] : spoken.message
  }

  /// Waits for a line.
  ///
  /// Reports of other threads are handled meanwhile, and appear with the next screen.
  private func nextLine() -> String? {
    while true {
      switch terminal.wait() {
      case .line(let line): return line
      case .end: return nil
      case .wakeUp: takeReports()
      }
    }
  }

  private func takeReports() {
    session.now = .now
    session.readInbox()
    session.tick(at: .now)
  }

  /// Performs the work of a line that the next line depends on.
  private func finishHeldWork() {
    session.flushDelays()
    carryOutRequests()
    while session.jobs.holdsKeys {
      _ = terminal.wait(takingLines: false, atMost: 50)
      takeReports()
      carryOutRequests()
    }
  }

  /// Performs the work of a line that the next line depends on, and waits a moment for other work
  /// that the screen may show.
  private func finishWork() {
    session.flushDelays()
    carryOutRequests()
    let start = ContinuousClock.now
    while waits(since: start) {
      _ = terminal.wait(takingLines: false, atMost: 50)
      takeReports()
      carryOutRequests()
    }
  }

  private func waits(since start: ContinuousClock.Instant) -> Bool {
    if session.jobs.holdsKeys || isQuitting && session.jobs.isLong { return true }
    return !isQuitting && !session.jobs.isEmpty && .now - start < .milliseconds(500)
  }

  /// Handles a line of the person.
  func take(_ line: String) {
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
      press(words)
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
  private func press(_ words: [String]) {
    for (place, word) in words.enumerated() {
      if place > 0, session.isTyping, !word.isNamedKey {
        if !words[place - 1].isNamedKey, place > 1 { session.type(" ") }
        session.type(word)
      } else if let key = Key(word) {
        session.press([key])
      } else if let first = word.first, "/:".contains(first) {
        session.type(word)
      } else {
        session.message = Message(
          "\(word) is not a key; /\(word) finds it here, :\(word) anywhere", tone: .warning)
        return
      }
    }
    let isSought = words.first.map { "/:".contains($0.prefix(1)) } == true
    if isSought, words != ["/"], words != [":"], session.isTyping { session.press([Key(.enter)]) }
  }

  private func carryOutRequests() {
    while let request = session.takeRequest() {
      switch request {
      case .quit: isQuitting = true
      case .redraw: printed = nil
      case .suspend: break
      case .external(let address): session.openOutside(address, by: Terminal.runInFront)
      case .copy(let text, let what):
        // Several lines can come at once, and the program ends with the last.
        session.copy(text, what, holdsKeys: true) {
          Message("copying needs a program such as wl-copy or xclip; \(what): \(text)", tone: .bad)
        }
      case .run(let arguments): session.runProgram(arguments, by: Terminal.runInFront)
      }
    }
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
    for (row, line) in canvas.lines(in: middle).enumerated() where !line.isEmpty {
      let number = numbers[row].map { takesNumbers ? "\($0)" : "#\($0)" } ?? ""
      let blanks = max(1, LineLoop.numberColumns - number.count)
      spoken.screen.append(number + String(repeating: " ", count: blanks) + line)
    }
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
