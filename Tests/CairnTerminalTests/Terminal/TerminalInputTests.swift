import CairnInterface
import CairnTerminal
import Glibc
import TestSupport
import Testing

/// Shows what ends a wait: invariant 3 of `Terminal`, and that nothing else does.
@Suite struct `Waiting for the terminal` {
  @Test func `brings what a person does`() async throws {
    let outside = try PseudoTerminal()
    outside.send("j\u{1B}[A\u{1B}[<0;5;3M\u{1B}[200~two\rlines\u{1B}[201~")
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm-256color")
      var events: [TerminalInput] = []
      while events.count < 4 { events += terminal.wait() }
      let click = MouseEvent(kind: .press, position: Position(column: 4, row: 2))
      expectEqual(
        events,
        [
          .event(.key("j")), .event(.key("Up")), .event(.mouse(click)),
          .event(.paste("two\nlines")),
        ])
      terminal.close()
    }
  }

  @Test func `ends at its deadline with nothing`() async throws {
    let outside = try PseudoTerminal()
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm")
      expectTrue(terminal.wait(until: .now).isEmpty)
      expectTrue(terminal.wait(until: .now + .milliseconds(5)).isEmpty)
      terminal.close()
    }
  }

  @Test func `decides by itself that Escape was pressed`() async throws {
    let outside = try PseudoTerminal()
    outside.send("\u{1B}")
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm")
      expectEqual(terminal.wait(), [.event(.key("Escape"))])
      terminal.close()
    }
  }

  @Test func `is ended by another thread`() async throws {
    let outside = try PseudoTerminal()
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm")
      let pipe = terminal.wakePipe
      let other = Task.detached {
        pipe.wake()
        pipe.wake()
      }
      await other.value
      expectEqual(terminal.wait(), [.wakeUp])
      expectTrue(terminal.wait(until: .now).isEmpty)
      terminal.close()
    }
  }

  @Test(arguments: [
    (SIGTERM, EndReason.terminated), (SIGHUP, .hungUp), (SIGINT, .interrupted),
  ])
  func `is ended by signals, of which the process then dies`(
    signal: Int32, reason: EndReason
  ) async throws {
    let outside = try PseudoTerminal()
    let modes = outside.modes
    await #expect(processExitsWith: .signal(signal)) {
      [name = outside.name as String, signal = signal as Int32] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm-256color")
      terminal.draw(Canvas.sample(terminal.size))
      kill(getpid(), signal)
      guard case .end(let reason)? = terminal.wait().first else { return }
      terminal.close()
      reason.endProcess()
    }
    outside.readAll()
    expectTrue(outside.isLeft)
    expectEqual(outside.modes, modes)
    expectEqual(reason.signal, signal)
  }

  @Test func `brings a new size once, however often it changed`() async throws {
    let outside = try PseudoTerminal(columns: 40, rows: 10)
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      let inner = try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm-256color")
      for columns in 41...60 { PseudoTerminal.resize(inner, columns: columns, rows: 12) }
      expectEqual(terminal.wait(), [.event(.resize(Size(columns: 60, rows: 12)))])
      expectEqual(terminal.size, Size(columns: 60, rows: 12))
      terminal.draw(Canvas.sample(terminal.size))
      terminal.close()
    }
  }

  @Test func `asks for a suspension rather than stopping at once`() async throws {
    let outside = try PseudoTerminal()
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm")
      kill(getpid(), SIGTSTP)
      expectEqual(terminal.wait(), [.suspensionRequested])
      // The kernel does not stop a process that no shell could continue, so this returns.
      terminal.suspend()
      terminal.draw(Canvas.sample(terminal.size))
      terminal.close()
    }
    outside.readAll()
    expectTrue(outside.isLeft)
  }

  @Test func `ends when the terminal is gone`() async {
    await #expect(processExitsWith: .success) {
      let outside = try PseudoTerminal()
      try PseudoTerminal.adopt(outside.name)
      let terminal = try Terminal(type: "xterm")
      outside.hangUp()
      let reasons = terminal.wait()
      expectTrue(reasons.contains(.end(.hungUp)) || reasons.contains(.end(.terminalGone)))
      terminal.draw(Canvas.sample(terminal.size))
      terminal.close()
    }
  }
}
