import Glibc
import TestSupport
import Testing

@Suite struct `A session on a terminal` {
  @Test func `shows what a program prints and tells its exit status`() throws {
    let session = try TerminalSession(["/bin/sh", "-c", "printf 'hello\\nthere'; exit 3"])
    try expectEqual(session.waitForEnd(), 3)
    expectTrue(session.screen.text.hasPrefix("hello\nthere\n"))
    expectEqual(session.bytesReceived, 12)
  }

  @Test func `sends keys`() throws {
    let session = try TerminalSession(["/bin/sh", "-c", "read word; echo \"got $word\""])
    session.send("stone\r")
    try session.wait(forText: "got stone")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `has a size, which changes`() throws {
    let script = "trap 'stty size' WINCH; stty size; while :; do read line; done"
    let session = try TerminalSession(["/bin/sh", "-c", script], columns: 50, rows: 11)
    try session.wait(forText: "11 50")
    session.resize(columns: 60, rows: 12)
    session.send("\r")
    try session.wait(forText: "12 60")
  }

  @Test func `sends signals`() throws {
    let session = try TerminalSession(["/bin/sh", "-c", "echo ready; exec sleep 60"])
    try session.wait(forText: "ready")
    session.signal(SIGTERM)
    try expectEqual(session.waitForEnd(), 128 + SIGTERM)
  }

  @Test func `is hung up with its terminal`() throws {
    let session = try TerminalSession(["/bin/sh", "-c", "echo ready; exec sleep 60"])
    try session.wait(forText: "ready")
    session.terminal.hangUp()
    try expectEqual(session.waitForEnd(), 128 + SIGHUP)
  }

  @Test func `understands what terminfo has for this terminal`() throws {
    let script = "tput smcup; tput cup 2 5; tput bold; tput setaf 3; printf here; tput sgr0; read x"
    let session = try TerminalSession(["/bin/sh", "-c", script])
    try session.wait(forText: "here")
    expectTrue(session.screen.isAlternate)
    expectEqual(session.screen.row(2), "     here")
    expectEqual(session.screen.pen(column: 5, row: 2).attributes, ["bold"])
    expectEqual(session.screen.pen(column: 5, row: 2).foreground, 3)
  }

  @Test func `fails with the screen when nothing more can come`() throws {
    let session = try TerminalSession(["/bin/sh", "-c", "echo something else"])
    #expect(throws: SessionError.self) { try session.wait(forText: "never") }
    #expect(throws: SessionError.self) {
      _ = try TerminalSession(["/no/such/program"]).waitForEnd()
    }
  }
}
