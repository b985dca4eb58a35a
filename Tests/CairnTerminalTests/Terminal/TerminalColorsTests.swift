import CairnInterface
import CairnTerminal
import Glibc
import TestSupport
import Testing

/// Shows which terminals are asked for their colors, and that no key is lost.
@Suite struct `Asking for the terminal's colors` {
  private static let question = "\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\"

  @Test(arguments: [
    ("xterm-256color", true), ("tmux-256color", true), ("linux", false), ("vt100", false),
    ("xterm", true), ("wy50", false),
  ])
  func `is done where colors that fit can be shown`(type: String, isAsked: Bool) async throws {
    let outside = try PseudoTerminal()
    await #expect(processExitsWith: .success) {
      [name = outside.name as String, type = type as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: type)
      terminal.askColors()
      expectEqual(terminal.answeredColors(), nil)
      terminal.close()
    }
    outside.readAll()
    let sent = String(decoding: outside.received, as: UTF8.self)
    expectEqual(sent.contains(Self.question), isAsked)
  }

  @Test func `is not done without colors`() async throws {
    let outside = try PseudoTerminal()
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let options = Terminal.Options(environment: ["NO_COLOR": "1"])
      let terminal = try Terminal(type: "xterm-256color", options: options)
      terminal.askColors()
      terminal.close()
    }
    outside.readAll()
    expectTrue(!String(decoding: outside.received, as: UTF8.self).contains("]11;"))
  }

  @Test func `leaves the keys around an early answer`() async throws {
    let outside = try PseudoTerminal()
    outside.send("j\u{1B}]11;rgb:ffff/ffff/ffff\u{7}k")
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm-256color")
      terminal.askColors()
      expectEqual(terminal.answeredColors()?.isLight, true)
      var events: [TerminalInput] = []
      while events.count < 2 { events += terminal.wait() }
      expectEqual(events, [.event(.key("j")), .event(.key("k"))])
      expectEqual(terminal.answeredColors(), nil)
      terminal.close()
    }
  }

  @Test func `brings a late answer as an event, and needs none`() async throws {
    await #expect(processExitsWith: .success) {
      let outside = try PseudoTerminal()
      try PseudoTerminal.adopt(outside.name)
      let terminal = try Terminal(type: "xterm-256color")
      terminal.askColors()
      expectEqual(terminal.answeredColors(), nil)
      expectTrue(terminal.wait(until: .now).isEmpty)
      outside.send("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\")
      let colors = TerminalColors(background: .rgb(red: 0, green: 0, blue: 0))
      expectEqual(terminal.wait(), [.event(.colors(colors))])
      terminal.close()
      // The terminal of this process is closed at its end.
      signal(SIGHUP, SIG_IGN)
    }
  }

  @Test func `takes an answer that is on its way before another program reads`() async throws {
    await #expect(processExitsWith: .success) {
      let outside = try PseudoTerminal()
      let inner = try PseudoTerminal.adopt(outside.name)
      let terminal = try Terminal(type: "xterm-256color")
      terminal.askColors()
      outside.send("q\u{1B}]11;rgb:0000/0000/0000\u{1B}\\")
      let waiting = terminal.handOver { Self.countWaiting(inner) }
      expectEqual(waiting, 0)
      let colors = TerminalColors(background: .rgb(red: 0, green: 0, blue: 0))
      expectEqual(terminal.wait(), [.event(.key("q")), .event(.colors(colors))])
      terminal.close()
      signal(SIGHUP, SIG_IGN)
    }
  }

  /// The number of bytes that a program would read now, byte by byte.
  private static func countWaiting(_ descriptor: Int32) -> Int32 {
    var modes = termios()
    unsafe tcgetattr(descriptor, &modes)
    unsafe cfmakeraw(&modes)
    unsafe tcsetattr(descriptor, TCSANOW, &modes)
    var count: Int32 = -1
    _ = unsafe withUnsafeMutablePointer(to: &count) {
      unsafe ioctl(descriptor, UInt(FIONREAD), $0)
    }
    return count
  }
}
