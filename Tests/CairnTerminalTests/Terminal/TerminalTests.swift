import CairnInterface
import CairnTerminal
import Glibc
import TestSupport
import Testing

/// Guards invariants 1, 4 and 5 of `Terminal`.
///
/// Each test is a process of its own, controlled by a terminal whose outer end the test holds.
@Suite struct `The terminal` {
  @Test func `shows a canvas and is left as it was found`() async throws {
    let outside = try PseudoTerminal(columns: 30, rows: 4, width: GlyphWidth.columns(of:))
    let modes = outside.modes
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm-256color")
      expectEqual(terminal.size, Size(columns: 30, rows: 4))
      expectEqual(terminal.colorCount, 256)
      expectEqual(terminal.replacedType, nil)
      terminal.draw(Canvas.sample(terminal.size))
      terminal.close()
      terminal.close()
    }
    outside.readAll()
    expectTrue(outside.screen.unknown.isEmpty)
    expectTrue(outside.isLeft)
    expectEqual(outside.modes, modes)
  }

  @Test(arguments: ["xterm-256color", "tmux-256color"])
  func `gives its window a title in which nothing can act, and undoes it`(
    type: String
  ) async throws {
    let outside = try PseudoTerminal()
    await #expect(processExitsWith: .success) {
      [name = outside.name as String, type = type as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: type)
      for _ in 0..<2 { terminal.setTitle("So\u{7}up\u{1B}]0;x\u{9C}é") }
      terminal.close()
    }
    outside.readAll()
    expectEqual(outside.screen.title, "So␇up␛]0;x\u{FFFD}é")
    let sent = String(decoding: outside.received, as: UTF8.self)
    expectEqual(sent.split(separator: "\u{1B}[22;2t\u{1B}]2;").count, 2)
    expectTrue(sent.contains("\u{1B}[23;2t"))
  }

  @Test func `leaves the mouse to whoever selects text, and takes it again`() async throws {
    let outside = try PseudoTerminal()
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      var options = Terminal.Options()
      options.usesMouse = false
      let terminal = try Terminal(type: "xterm-256color", options: options)
      terminal.setMouse(false)
      for isUsed in [true, true, false, true] { terminal.setMouse(isUsed) }
      terminal.close()
    }
    outside.readAll()
    let sent = String(decoding: outside.received, as: UTF8.self)
    expectEqual(sent.split(separator: "\u{1B}[?1000h", omittingEmptySubsequences: false).count, 3)
    // Once for M, and once at the end.
    expectEqual(sent.split(separator: "\u{1B}[?1000l", omittingEmptySubsequences: false).count, 3)
    expectTrue(outside.isLeft)
  }

  @Test func `gives no title where it would be drawn`() async throws {
    let outside = try PseudoTerminal()
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "linux")
      terminal.setTitle("Soup")
      terminal.close()
    }
    outside.readAll()
    expectTrue(!String(decoding: outside.received, as: UTF8.self).contains("Soup"))
  }

  @Test func `shows what the canvas shows`() async throws {
    let outside = try PseudoTerminal(columns: 30, rows: 4, width: GlyphWidth.columns(of:))
    await #expect(processExitsWith: .signal(SIGKILL)) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm-256color")
      terminal.draw(Canvas.sample(terminal.size))
      die(of: SIGKILL)
    }
    outside.readAll()
    let canvas = Canvas.sample(Size(columns: 30, rows: 4))
    expectEqual(outside.screen.text, canvas.text)
    expectTrue(outside.screen.cursor == (2, 1))
    expectTrue(outside.screen.isCursorVisible)
    expectTrue(outside.screen.modes.isSuperset(of: [1000, 1004, 1006, 1049, 2004]))
    expectEqual(outside.screen.pen(column: 0, row: 0).attributes, ["bold"])
    expectEqual(outside.screen.pen(column: 0, row: 0).foreground, 1)
  }

  @Test func `sends only what differs`() async throws {
    let outside = try PseudoTerminal()
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      let inner = try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm-256color")
      var canvas = Canvas(terminal.size)
      for row in 0..<20 { canvas.write("a row of some length", at: Position(column: 2, row: row)) }
      terminal.draw(canvas)
      mark("first", on: inner)
      terminal.draw(canvas)
      mark("same", on: inner)
      canvas.write(">", at: Position(column: 0, row: 3))
      terminal.draw(canvas)
      mark("one", on: inner)
    }
    outside.readAll()
    let parts = outside.parts(after: ["first", "same", "one"])
    expectTrue(parts[0].count > 400)
    expectTrue(parts[1].isEmpty)
    expectTrue(parts[2].contains(UInt8(ascii: ">")) && parts[2].count < 20)
  }

  @Test func `uses no colors where there are none, or none are wanted`() async {
    for (type, options) in [
      ("vt100", [:]), ("xterm-mono", [:]), ("xterm-256color", ["NO_COLOR": "1"]),
    ] {
      guard let outside = try? PseudoTerminal(columns: 30, rows: 4) else { continue }
      await #expect(processExitsWith: .success) {
        [
          name = outside.name as String, type = type as String,
          options = options as [String: String]
        ] in
        try PseudoTerminal.adopt(name)
        let terminal = try Terminal(type: type, options: .init(environment: options))
        expectEqual(terminal.colorCount, 0)
        terminal.draw(Canvas.sample(terminal.size))
        terminal.close()
      }
    }
  }

  @Test func `takes a common type for one that nobody described`() async throws {
    let outside = try PseudoTerminal()
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "no-such-terminal")
      expectEqual(terminal.replacedType, "no-such-terminal")
      expectEqual(terminal.colorCount, 256)
      terminal.close()
    }
  }

  @Test func `refuses what can't be drawn on, and leaves it alone`() async throws {
    let outside = try PseudoTerminal()
    let modes = outside.modes
    await #expect(processExitsWith: .success) { [name = outside.name as String] in
      try PseudoTerminal.adopt(name)
      #expect(throws: TerminalError.tooSimple(type: "dumb")) { try Terminal(type: "dumb") }
      let terminal = try Terminal(type: "xterm")
      #expect(throws: TerminalError.alreadyOpen) { try Terminal(type: "xterm") }
      terminal.close()
    }
    expectEqual(outside.modes, modes)
  }

  @Test func `is missing without a controlling terminal`() async {
    await #expect(processExitsWith: .success) {
      setsid()
      #expect(throws: TerminalError.noTerminal) { try Terminal(type: "xterm") }
    }
  }
}
