internal import CairnInterface
internal import CairnScreens
internal import CairnTerminal
internal import FoundationEssentials

/// Drives a session by lines, for a terminal that can't place its cursor: print the screen, take a
/// line, and again.
///
/// What can be opened stands behind a number. A line is a number, a URL, keys as `render` takes
/// them, or, where text is asked for, that text:
///
///     3                opens what stands behind it
///     cairn://books    opens that
///                      an empty line is Enter
///     / lyon Enter     filters
///     C-s              saves
///
/// After each line all that it led to is saved, so that a connection that breaks loses nothing.
final class LineLoop {
  private let session: Session
  private let terminal: LineTerminal
  private var isQuitting = false

  /// The columns that a line's number takes.
  static let numberColumns = 4

  init(_ session: Session, _ terminal: LineTerminal) {
    (self.session, self.terminal) = (session, terminal)
  }

  /// Runs until the person quits, or nothing more can come from them.
  func run() {
    session.readInbox()
    session.startFollowing()
    defer {
      session.jobs.end()
      session.saveAll()
    }
    var help = ["A number opens; else keys, a URL or text. ? lists the keys, q quits."]
    while true {
      finishWork()
      if isQuitting { return }
      terminal.print(help + [""] + session.spokenLines, asking: "> ")
      help = []
      session.noteSuccess()
      guard let line = nextLine() else { return }
      take(line)
      session.saveAll()
    }
  }

  /// Waits for a line; what other threads report meanwhile is taken in, and shows with the next
  /// screen.
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

  /// Does all that a line led to, as far as the next one depends on it, and for a moment what else
  /// the screen may soon have to show.
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

  /// Takes what a person wrote.
  func take(_ line: String) {
    session.now = .now
    let words = line.split(separator: " ").map(String.init)
    if words.isEmpty {
      session.press([Key(.enter)])
    } else if let number = Int(line), !session.isTyping {
      session.choose(number)
    } else if line.contains("://") || line.hasPrefix("@"), !session.isTyping {
      session.apply([.openText(line, .user)])
    } else if session.isTyping, !words.allSatisfy(\.isNamedKey) {
      session.press(line.map { Key(.character($0)) })
    } else {
      session.press(KeyScript(line).keys)
    }
  }

  private func carryOutRequests() {
    for request in session.takeRequests() {
      switch request {
      case .quit: isQuitting = true
      case .suspend, .redraw: break
      case .external(let address): run(["xdg-open", address]) { _ in }
      case .copy(let text, let what): copy(text, what)
      case .run(let arguments): run(arguments, then: session.endProgram)
      }
    }
  }

  private func run(_ arguments: [String], then end: (ForegroundProgram.End) -> Void) {
    do throws(TerminalError) {
      end(.exited(try Terminal.runInFront(arguments)))
    } catch {
      session.message = Message(error.description, tone: .bad)
      end(.failed(error.description))
    }
  }

  private func copy(_ text: String, _ what: String) {
    let job = Job("copying", holdsKeys: true) {
      Terminal.copyByProgram(text, environment: ProcessInfo.processInfo.environment)
    } completion: { program in
      let message = program.map { Message("copied \(what) by \($0)", tone: .good) }
      return [.say(message ?? Message("nothing here can copy; \(what): \(text)", tone: .bad))]
    }
    session.apply([.run(job)])
  }
}

extension String {
  /// Whether it is a key with a name, rather than a character that could be text.
  fileprivate var isNamedKey: Bool { count > 1 && Key(self) != nil }
}
