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
  private var dialog: LineDialog
  private var isQuitting = false

  /// The width of a line's number.
  static let numberColumns = 4

  init(_ session: Session, _ terminal: LineTerminal) {
    (self.session, self.terminal) = (session, terminal)
    dialog = LineDialog(session)
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
      terminal.print(start + dialog.answer(), asking: "> ")
      start = []
      session.noteSuccess()
      guard let line = nextLine() else { return }
      // No watch is read while the loop waits for a line.
      session.now = .now
      session.look()
      session.tick(at: .now)
      dialog.take(line, finish: finishHeldWork)
      // Pasted lines are all handled before the screen is printed.
      while !isQuitting, let next = terminal.waitingLine() {
        finishHeldWork()
        dialog.take(next, finish: finishHeldWork)
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

  private func carryOutRequests() {
    while let request = session.takeRequest() {
      switch request {
      case .quit: isQuitting = true
      case .redraw: dialog.printAgain()
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
