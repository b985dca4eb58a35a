import Glibc
import TestSupport
import Testing

@Suite struct `An import that is stopped by Ctrl-C` {
  /// An import of many rows at a terminal, at the question what becomes of those done.
  private func stopped(_ home: Home) throws -> TerminalSession {
    let rows = (1...60_000).map { "name \($0),\($0)\n" }.joined()
    try home.write("Name,Number\n" + rows, to: "guests.csv")
    let session = try home.startShell("\"$0\" import guests.csv; echo $? > status")
    try session.wait(forText: "importing row")
    try session.press("\u{03}", until: "r rolls back")
    return session
  }

  @Test func `keeps what came so far where one says so, as one change`() throws {
    let home = try Home()
    let session = try stopped(home)
    session.send("k\r")
    _ = try session.waitForEnd()
    #expect(home.text(of: "status") == "1\n")
    let count = try #require(
      Int(try home.output("list", "guests", "--count").filter(\.isNumber)))
    #expect(count > 0 && count < 60_000)
    #expect(try home.output("jobs").contains("stopped after row \(count)"))
    try home.output("undo")
    #expect(try home.cairn("list", "guests", "--count").output != "\(count)\n")
  }

  @Test func `leaves nothing where one says so`() throws {
    let home = try Home()
    let session = try stopped(home)
    session.send("r\r")
    _ = try session.waitForEnd()
    #expect(home.text(of: "status") == "1\n")
    #expect(try home.cairn("list", "guests").status == 1)
  }

  @Test func `goes on after any other answer`() throws {
    let home = try Home()
    let session = try stopped(home)
    session.send("\r")
    _ = try session.waitForEnd()
    #expect(home.text(of: "status") == "0\n")
    #expect(try home.output("list", "guests", "--count") == "60000\n")
  }

  @Test func `leaves nothing where the question is answered by Ctrl-C`() throws {
    let home = try Home()
    let session = try stopped(home)
    session.send("\u{03}")
    _ = try session.waitForEnd()
    #expect(home.text(of: "status") != "0\n")
    #expect(try home.cairn("list", "guests").status == 1)
  }
}
