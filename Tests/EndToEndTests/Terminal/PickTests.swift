import Glibc
import TestSupport
import Testing

@Suite struct `cairn pick` {
  /// Starts a shell that keeps what `cairn pick` prints in `out` and its status in `status`.
  private func start(_ home: Home, _ arguments: String) throws -> TerminalSession {
    try home.startShell("\"$0\" pick \(arguments) > out; echo $? > status")
  }

  @Test func `prints the URL of the record with the cursor, and nothing else`() throws {
    let home = try Home.withRecipes()
    let session = try start(home, "recipes")
    try session.wait(forText: "Onion soup")
    try session.press("ratat", until: "1 of 3")
    session.send("\r")
    _ = try session.waitForEnd()
    #expect(home.text(of: "out") == "cairn://recipes/p3\n")
    #expect(home.text(of: "status") == "0\n")
  }

  @Test func `prints fields of all that was marked, in the order of the list`() throws {
    let home = try Home.withRecipes()
    let session = try start(home, "recipes --columns name,rating")
    try session.wait(forText: "Onion soup")
    try session.press("\t\t", until: "● ")
    session.send("\r")
    _ = try session.waitForEnd()
    let lines = home.text(of: "out").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first == "Onion soup\t4")
  }

  @Test func `marks what a later filter leaves out`() throws {
    let home = try Home.withRecipes()
    let session = try start(home, "recipes --format jsonl")
    try session.wait(forText: "Onion soup")
    try session.press("onion\t", until: "● ")
    try session.press("\u{15}ratat\t", until: "1 of 3")
    session.send("\r")
    _ = try session.waitForEnd()
    let lines = home.text(of: "out").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("{\"url\":") })
  }

  @Test func `is left without a choice by Escape, which is no success`() throws {
    let home = try Home.withRecipes()
    let session = try start(home, "recipes")
    try session.wait(forText: "Onion soup")
    try session.press("ratat", until: "1 of 3")
    session.send("\u{1B}")
    _ = try session.waitForEnd()
    #expect(home.text(of: "out") == "")
    #expect(home.text(of: "status") == "1\n")
  }

  @Test func `changes nothing in the store`() throws {
    let home = try Home.withRecipes()
    let before = try home.output("log", "--format", "json")
    let session = try start(home, "recipes")
    try session.wait(forText: "Onion soup")
    session.send("\u{1B}[3~\u{04}\r")
    _ = try session.waitForEnd()
    #expect(try home.output("log", "--format", "json") == before)
  }

  @Test func `takes what the URL's own filter left out, once that is changed`() throws {
    let home = try Home.withRecipes()
    let session = try start(home, "'recipes?where=onion'")
    try session.wait(forText: "Onion soup")
    try session.press("\u{15}ratat", until: "Ratatouille")
    session.send("\r")
    _ = try session.waitForEnd()
    #expect(home.text(of: "out") == "cairn://recipes/p3\n")
  }

  @Test func `says how many are marked, in sight or not`() throws {
    let home = try Home.withRecipes()
    let session = try start(home, "recipes")
    try session.wait(forText: "Onion soup")
    try session.press("\t\tratat", until: "2 marked")
    session.send("\u{1B}")
    _ = try session.waitForEnd()
  }

  @Test func `refuses what is no list, and filters that can't be read, before it draws`() throws {
    let home = try Home.withRecipes()
    #expect(try home.cairn("pick", "recipes/p1").status == 1)
    #expect(try home.cairn("pick", "recipes", "rating>").status == 64)
    #expect(try home.cairn("pick", "recipes", "--columns", "nonsense").status == 1)
  }
}
