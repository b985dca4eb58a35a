internal import CairnInterface
internal import CairnScreens
internal import CairnTerminal

/// Drives a session with a terminal: draw, wait, take in, and again.
///
/// Nothing wakes it but keys, signals, messages of other threads, changes that other programs make
/// in folders that the application watches, and the times that the session names; with none of them
/// it sleeps.
final class TerminalLoop {
  private let session: Session
  private let terminal: Terminal
  /// Whether the person has quit, and only long work is waited for.
  private var isQuitting = false

  init(_ session: Session, _ terminal: Terminal) {
    self.session = session
    self.terminal = terminal
  }

  /// Runs until the person quits, or until the program has to end for the reason returned; what is
  /// written then, `finish` waits for.
  func run() -> EndReason? {
    session.readInbox()
    session.startFollowing()
    defer { session.handOverAll() }
    while true {
      carryOutRequests()
      if isQuitting, !session.jobs.isLong { return nil }
      terminal.draw(session.drawInColors())
      terminal.setTitle(session.windowTitle)
      terminal.setMouse(session.usesMouse)
      // A screen was drawn, so what was restored doesn't keep the program from starting.
      session.noteSuccess()
      for input in terminal.wait(until: session.nextDeadline, orFor: session.outside) {
        if let reason = take(input) {
          session.jobs.end()
          session.worker.finishLong()
          return reason
        }
      }
      // What others report happened now, not when the last key came.
      session.now = .now
      session.readInbox()
      session.tick(at: .now)
    }
  }

  /// Waits until where the person is, and what they changed, is on the disk.
  func finish() { session.worker.finishWriting() }

  private func take(_ input: TerminalInput) -> EndReason? {
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
    // What waited for a program's end may ask for more.
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

  /// Ends as soon as no long work is under way; the screen goes on telling how far that is.
  private func quit() {
    isQuitting = true
    guard session.jobs.isLong else { return }
    session.message = nil
  }

  /// The only key that means something once a person has quit: it ends what is waited for.
  private func takeWhileQuitting(_ event: Event) {
    guard session.isInterrupt(event) else { return }
    session.jobs.end()
  }

  private func suspend() {
    session.saveAll()
    terminal.suspend()
    session.handle(.resize(terminal.size), at: .now)
  }

  /// Copies by the terminal where no program does.
  private func copy(_ text: String, _ what: String) {
    session.copy(text, what) { [terminal] in
      terminal.copy(text)
        ? Message("copied \(what) by the terminal", tone: .good)
        : Message("\(what) is too long for the terminal to copy", tone: .bad)
    }
  }

  private func run(_ arguments: [String]) throws(TerminalError) -> Int32 {
    defer { session.handle(.resize(terminal.size), at: .now) }
    return try terminal.run(arguments)
  }
}
