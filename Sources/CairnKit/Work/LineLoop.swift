internal import CairnInterface
internal import CairnScreens
internal import CairnTerminal

/// Drives a session by lines, for a terminal that can't move its cursor: it prints the screen,
/// reads a line, and repeats.
///
/// Each line that can be opened has a number. The person types a number, a URL, keys as in
/// `render`, or, in a prompt, text:
///
///     3                opens what stands behind it; so does #3, also below a line of text
///     cairn://books    opens that
///                      an empty line is Enter
///     /lyon            filters
///     C-s              saves
///
/// After each line, everything is saved, so a broken connection loses nothing.
final class LineLoop {
  private let session: Session
  private let terminal: LineTerminal
  private var isQuitting = false

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
    var help = [
      "A number opens its line. While you type text, write #3.",
      "/word finds a word, ? lists the keys, q quits. An empty line is Enter.",
      "Keys are written as j, Tab, Esc, ^S, with spaces between them.",
    ]
    while true {
      finishWork()
      if isQuitting { return }
      terminal.print(help + [""] + session.spokenLines, asking: "> ")
      help = []
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
    let words = line.split(separator: " ").map(String.init)
    if words.isEmpty {
      session.press([Key(.enter)])
    } else if words.count == 1, let number = session.line(meantBy: words[0]) {
      session.choose(number)
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
      case .suspend, .redraw: break
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
  /// Whether the word is the name of a key, not a character that could be text.
  fileprivate var isNamedKey: Bool { count > 1 && Key(self) != nil }
}

/// The session as lines of text, and keys in a row.
extension Session {
  /// The lines from the location line to the status; in the middle, each line with text has its
  /// number.
  var spokenLines: [String] {
    let canvas = draw()
    guard !frame.isTooSmall else { return canvas.lines(in: canvas.bounds).filter { !$0.isEmpty } }
    let overlay = overlays.last
    let middle = overlay.map { frame.content.place(of: inner(of: $0)) } ?? frame.content
    var lines = canvas.lines(in: frame.location)
    if let overlay { lines.append(overlay.title) }
    for (index, line) in canvas.lines(in: middle).enumerated() where !line.isEmpty {
      let isTypedInto = canvas.cursor.map { $0.row - middle.row } == index
      let number =
        takesNumbers ? "\(index + 1)" : takesMarkedNumbers && !isTypedInto ? "#\(index + 1)" : ""
      let blanks = max(1, LineLoop.numberColumns - number.count)
      lines.append(number + String(repeating: " ", count: blanks) + line)
    }
    let end = frame.status.row + max(1, messageRows.count)
    lines += canvas.lines(in: Region(canvas.size).rows(frame.status.row..<end))
    if messageRows.count < 2 { lines += canvas.lines(in: frame.hints).filter { !$0.isEmpty } }
    return lines.map { line in String(line.drop { $0 == " " }) }
  }

  /// Whether a number chooses a line; if not, it is text.
  var takesNumbers: Bool {
    let typed: Set<ActionContext> = [.text, .area, .lines, .form]
    return typed.isDisjoint(with: top.contexts)
  }

  /// Whether a number after a hash chooses a line, while a text filters the lines.
  ///
  /// In a form, it is text.
  private var takesMarkedNumbers: Bool {
    !takesNumbers && !top.contexts.contains(.form) && !(top is TextPrompt)
  }

  /// Returns the line number of a word such as `3` or `#3`; `nil` if the word is text.
  func line(meantBy word: String) -> Int? {
    if word.hasPrefix("#"), takesNumbers || takesMarkedNumbers { return Int(word.dropFirst()) }
    return takesNumbers ? Int(word) : nil
  }

  /// Opens the line of `spokenLines` with a number.
  func choose(_ number: Int) {
    let region = overlays.last.map(inner) ?? Region(frame.content.size)
    let middle = frame.content.place(of: region)
    guard (1...max(1, region.rows)).contains(number),
      !draw().lines(in: middle)[number - 1].isEmpty
    else {
      message = Message("no line \(number)", tone: .warning)
      return
    }
    let inScreen = Position(column: region.column + 4, row: region.row + number - 1)
    let position = Position(
      column: frame.content.column + inScreen.column, row: frame.content.row + inScreen.row)
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
