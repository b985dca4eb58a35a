import Glibc
import TestSupport
import Testing

@Suite struct `An import that is stopped` {
  private let home: Home

  private static let rowCount = 60_000

  /// The rows of a file, as many as an import needs to be met within.
  private func writeGuests() throws {
    let rows = (1...Self.rowCount).map { "name \($0),\($0)\n" }.joined()
    try home.write("Name,Number\n" + rows, to: "guests.csv")
  }

  /// Lets an import of many rows begin at a terminal, stops it, and gives an answer to the question
  /// what becomes of those done.
  ///
  /// - Returns: the status that the import ends with.
  private func stop(answering answer: String) throws -> String {
    try writeGuests()
    let session = try home.startShell("\"$0\" import guests.csv; echo $? > status")
    try session.terminal.wait(forText: " of \(Self.rowCount)  [##")
    try session.press("\u{03}", until: "r to roll back")
    session.send(answer)
    _ = try session.waitForEnd()
    return home.text(of: "status")
  }

  init() throws { home = try Home() }

  @Test func `keeps what came so far where one says so, as one change`() throws {
    try expectEqual(stop(answering: "k\r"), "1\n")
    let count = try #require(
      Int(try home.output("list", "guests", "--count").filter(\.isNumber)))
    expectTrue(count > 0 && count < Self.rowCount)
    try expectTrue(home.output("jobs").contains("stopped after row \(count)"))
    try home.output("undo")
    try expectTrue(home.cairn("list", "guests", "--count").output != "\(count)\n")
  }

  @Test(arguments: ["r\r", "x\rr\r"]) func `leaves nothing where one says so`(
    answer: String
  ) throws {
    try expectEqual(stop(answering: answer), "1\n")
    try expectEqual(home.cairn("list", "guests").status, 1)
  }

  @Test func `goes on where one says nothing`() throws {
    try expectEqual(stop(answering: "\r"), "0\n")
    try expectEqual(home.output("list", "guests", "--count"), "\(Self.rowCount)\n")
  }

  @Test func `leaves nothing where the question is answered by Ctrl-C`() throws {
    try expectEqual(stop(answering: "\u{03}"), "1\n")
    expectEqual(home.names(in: ".local/share/cairn"), [])
  }

  @Test(arguments: [SIGTERM, SIGHUP], [true, false])
  func `leaves nothing where the program is to end`(signal: Int32, isAsked: Bool) throws {
    try writeGuests()
    let session = try home.start("import", "guests.csv")
    try session.terminal.wait(forText: " of \(Self.rowCount)  [##")
    if isAsked {
      try session.press("\u{03}", until: "r to roll back")
      // A part of a line, which a program that waits for the rest would hear nothing beside.
      session.send("k\u{04}")
    }
    session.signal(signal)
    try expectEqual(session.waitForEnd(), 128 + signal)
    expectEqual(home.names(in: ".local/share/cairn"), [])
  }

  @Test(arguments: [("HUP", SIGHUP), ("INT", SIGINT)])
  func `goes on where what asks it to stop is to be ignored`(name: String, signal: Int32) throws {
    try writeGuests()
    let session = try home.startShell("trap '' \(name); exec \"$0\" import guests.csv")
    try session.terminal.wait(forText: " of \(Self.rowCount)  [##")
    session.signal(signal)
    try expectEqual(session.waitForEnd(), 0)
    try expectEqual(home.output("list", "guests", "--count"), "\(Self.rowCount)\n")
  }
}
