internal import CairnInterface
internal import CairnScreens
internal import CairnTerminal
internal import FoundationEssentials

/// Drives a session with a terminal: it draws, waits, handles the input, and repeats.
///
/// It wakes only for keys, signals, messages of other threads, changes in watched folders, and the
/// times that the session sets. Otherwise it sleeps.
final class TerminalLoop {
  private let session: Session
  private let terminal: Terminal
  /// Whether the person has quit, and only long work is unfinished.
  private var isQuitting = false
  private var pace = DrawingPace()

  init(_ session: Session, _ terminal: Terminal) {
    self.session = session
    self.terminal = terminal
  }

  /// Runs until the person quits, or until the program must end for the returned reason.
  ///
  /// `finish` then waits for unfinished writes.
  func run() -> EndReason? {
    session.readInbox()
    session.startFollowing()
    defer { session.handOverAll() }
    if terminal.isConsole { session.handle(.colors(BasicColors.consoleBackground), at: .now) }
    if let colors = terminal.answeredColors() { session.handle(.colors(colors), at: .now) }
    while true {
      if !terminal.awaitsColors { session.noteUnknownColors() }
      carryOutRequests()
      if isQuitting, !session.jobs.isLong { return nil }
      draw(at: .now)
      terminal.setMouse(session.usesMouse)
      // A screen is drawn, so the restored state lets the program start.
      session.noteSuccess()
      let deadline = [session.nextDeadline, pace.due].compactMap(\.self).min()
      for input in terminal.wait(until: deadline, orFor: session.outside) {
        if let reason = take(input) {
          session.jobs.end()
          session.worker.finishLong()
          return reason
        }
      }
      // The reports happened now, not at the last key.
      session.now = .now
      session.readInbox()
      session.tick(at: .now)
    }
  }

  /// Waits until the history and all changes are on disk.
  func finish() { session.worker.finishWriting() }

  /// Draws the session, except for the parts that wait until the keys rest.
  private func draw(at now: ContinuousClock.Instant) {
    let picture = pace.picture(of: session, at: now)
    if pace.isNewPage { terminal.redraw() }
    terminal.draw(picture)
    if pace.due == nil { terminal.setTitle(session.windowTitle) }
  }

  private func take(_ input: TerminalInput) -> EndReason? {
    if case .event(let event) = input, event.isByPerson { pace.noteKey(at: .now) }
    switch input {
    case .event(.resize(let size)): session.handle(.resize(size), at: .now)
    case .event(let event) where isQuitting: takeWhileQuitting(event)
    case .event(let event): session.handle(event, at: .now)
    case .wakeUp: break
    case .outside: session.noteOutsideChange(at: .now)
    case .suspensionRequested: suspend()
    case .end(let reason): return reason
    }
    return nil
  }

  private func carryOutRequests() {
    // Effects after a program's end may make more requests.
    while let request = session.takeRequest() {
      switch request {
      case .quit: quit()
      case .suspend: suspend()
      case .redraw: terminal.redraw()
      case .external(let address): session.openOutside(address, by: run)
      case .copy(let text, let what): copy(text, what)
      case .run(let arguments): session.runProgram(arguments, by: run)
      }
    }
  }

  /// Ends when no long work is left; until then the screen shows its progress.
  private func quit() {
    isQuitting = true
    guard session.jobs.isLong else { return }
    session.message = nil
  }

  /// Handles the only key that works after quitting: it cancels the long work.
  private func takeWhileQuitting(_ event: Event) {
    guard session.isInterrupt(event) else { return }
    session.jobs.end()
  }

  private func suspend() {
    session.saveAll()
    terminal.suspend()
    session.handle(.resize(terminal.size), at: .now)
  }

  /// Copies by the terminal if no program can.
  private func copy(_ text: String, _ what: String) {
    session.copy(text, what) { [terminal] in
      switch terminal.copy(text, environment: ProcessInfo.processInfo.environment) {
      case .sent: Message("sent \(what) to the terminal, which may copy it", tone: .good)
      case .tooLong: Message("\(what) is too long for the terminal to copy", tone: .bad)
      case .impossible:
        Message("this terminal can't copy; \(what): \(text)", tone: .bad)
      }
    }
  }

  private func run(_ arguments: [String]) throws(TerminalError) -> Int32 {
    defer { session.handle(.resize(terminal.size), at: .now) }
    return try terminal.run(arguments)
  }
}
