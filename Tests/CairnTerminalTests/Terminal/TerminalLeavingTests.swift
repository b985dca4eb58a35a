import CairnInterface
import CairnTerminal
import Glibc
import TestSupport
import Testing

/// Guards invariants 1 and 2 of `Terminal`, each in a process of its own that ends.
@Suite struct `Leaving the terminal` {
  @Test func `gives it to a program in front`() async throws {
    let outside = try PseudoTerminal()
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name, asStreams: true)
      let terminal = try Terminal(type: "xterm-256color")
      terminal.draw(Canvas.sample(terminal.size))
      let status = try terminal.run(["sh", "-c", "stty -a; echo in front; exit 7"])
      expectEqual(status, 7)
      #expect(throws: TerminalError.cannotRun(program: "no-such-program", code: ENOENT)) {
        try terminal.run(["no-such-program"])
      }
      terminal.draw(Canvas.sample(terminal.size))
      terminal.close()
      exit(0)
    }
    outside.readAll()
    expectTrue(outside.screen.unknown.isEmpty)
    expectTrue(outside.screen.text.contains("in front"))
    expectTrue(outside.screen.text.contains(" icanon "))
    expectTrue(outside.isLeft)
  }

  @Test func `keeps what was written to standard error meanwhile`() async throws {
    let outside = try PseudoTerminal()
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name, asStreams: true)
      let terminal = try Terminal(type: "xterm-256color")
      terminal.draw(Canvas.sample(terminal.size))
      write(toStandardError: "a message\n")
      mark("drawn", on: 1)
      terminal.close()
      exit(0)
    }
    outside.readAll()
    let drawn = String(decoding: outside.parts(after: ["drawn"])[0], as: UTF8.self)
    expectTrue(!drawn.contains("a message"))
    expectTrue(outside.screen.text.contains("a message"))
  }

  @Test func `happens when the process exits without saying so`() async throws {
    let outside = try PseudoTerminal()
    let modes = outside.modes
    await #expect(processExitsWith: .exitCode(3)) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm-256color")
      terminal.draw(Canvas.sample(terminal.size))
      exit(3)
    }
    outside.readAll()
    expectTrue(outside.isLeft)
    expectEqual(outside.modes, modes)
  }

  @Test(arguments: [
    SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGQUIT, SIGTRAP, SIGILL, SIGUSR1, SIGUSR2, SIGIO, SIGPWR,
    SIGXCPU, SIGVTALRM, SIGPROF,
  ])
  func `happens when the process crashes, or is ended by a signal that nobody takes`(signal: Int32)
    async throws
  {
    let outside = try PseudoTerminal()
    let modes = outside.modes
    await #expect(processExitsWith: .signal(signal)) {
      [name = outside.name as String, signal = signal as Int32] in
      try PseudoTerminal.adopt(name, asStreams: true)
      let terminal = try Terminal(type: "xterm-256color")
      terminal.draw(Canvas.sample(terminal.size))
      write(toStandardError: "last words\n")
      die(of: signal)
    }
    outside.readAll()
    expectTrue(outside.isLeft)
    expectEqual(outside.modes, modes)
    expectTrue(outside.screen.text.contains("last words"))
  }

  @Test func `happens when Swift itself traps`() async throws {
    let outside = try PseudoTerminal()
    let modes = outside.modes
    await #expect(processExitsWith: .failure) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm-256color")
      preconditionFailure("a promise was broken on \(terminal.size)")
    }
    outside.readAll()
    expectTrue(outside.isLeft)
    expectEqual(outside.modes, modes)
  }
}

private func write(toStandardError text: String) { _ = unsafe write(2, text, text.utf8.count) }
