import Glibc
import TestSupport
import Testing

extension TerminalSession {
  /// Types something, and waits for the end.
  fileprivate func end(with keys: String) throws -> Int32 {
    try wait(forText: "> ")
    send(keys)
    return try waitForEnd()
  }
}

@Suite struct `A start` {
  @Test func `puts a URL on top of where one was`() throws {
    let home = try Home(sample: "contacts")
    try walk(home, to: "contacts/agathe")
    let session = try home.start("contacts?where=lyon")
    try session.wait(forText: "of 22")
    try session.press("H", until: "MENTEES")
    try session.press("H", until: "CITY")
    expectTrue(session.screen.text.contains("2 of 64"))
    try session.press("H", until: "ALL RECORDS")
  }

  @Test func `puts a URL in place of where one was`() throws {
    let home = try Home(sample: "contacts")
    try walk(home, to: "contacts/agathe")
    let session = try home.start("contacts?where=lyon", "--replace")
    try session.wait(forText: "of 22")
    // Each collection remembers its row.
    try session.press("H", until: "2 of 64 · by name")
  }

  @Test func `restores nothing when asked to`() throws {
    let home = try Home(sample: "contacts")
    try walk(home, to: "contacts/agathe")
    let session = try home.start("--fresh")
    try session.wait(forText: "? help")
    expectTrue(session.screen.text.contains("ALL RECORDS"))
    expectTrue(!session.screen.text.contains("RECENT"))
  }

  @Test func `draws on a terminal whose name is misspelled, and says so`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts", environment: ["TERM": "no-such-terminal"])
    try session.wait(forText: "the terminal 'no-such-terminal' has no description")
    expectTrue(session.screen.text.contains("Abel Tesfamikael"))
    try session.press("j", until: "2 of 64")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test(arguments: [#"TERM= exec "$0" contacts"#, #"unset TERM; exec "$0" contacts"#])
  func `goes by lines without TERM`(command: String) throws {
    let home = try Home(sample: "contacts")
    let session = try home.startShell(command)
    try session.wait(forText: "1 of 64")
    session.send("q\n")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `takes in what was typed before it was there`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    session.send("/lyon\rjj\r")
    try session.wait(forText: "3 of 22 in Contacts")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `goes by lines on a terminal that can't place its cursor`() throws {
    let home = try Home(sample: "contacts")
    let dumb = ["TERM": "dumb"]
    let session = try home.start("contacts", environment: dumb, rows: 100)
    try session.press("harira\n", until: "harira is not a key")
    try session.press("s\n", until: "Sort by")
    try session.press("2\n", until: "by group")
    try session.press("/lyon\n", until: "filtered from 64")
    try session.press("s\n1\n2\n", until: "contacts - anouk")
    try session.press("e\n", until: "field 1 of")
    // Where text is asked for, a line is text, but for keys that are no text.
    try session.press("C-u\nAnouk  of Lyon\n", until: "[Anouk  of Lyon")
    try session.press("C-s\n", until: "saved Anouk")
    // An address is no letters of a menu.
    try session.press("x\n", until: "Copy")
    try session.press("cairn://~messages\n", until: "Messages")
    try session.press("cairn://~nowhere\n", until: "Nothing at this address")
    try session.press("H\nH\n99\n", until: "no line 99")
    // It is kept where one is with each line, so that nothing is lost where no more come.
    session.signal(SIGKILL)
    _ = try session.waitForEnd()
    let again = try home.start(environment: dumb, columns: 80, rows: 100)
    try again.wait(forText: "Anouk  of Lyon")
    again.send("q\n")
    try expectEqual(again.waitForEnd(), 0)
    expectTrue(again.screen.text.allSatisfy { !"─│┌┐└┘▌›☆⏎".contains($0) })
    try expectEqual(home.start(environment: dumb).end(with: "\u{4}"), 0)
  }

  @Test func `goes by lines on a terminal that prints on paper`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts", environment: ["TERM": "tty33"], rows: 100)
    try session.press("harira\n", until: "harira is not a key")
    session.send("q\n")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `shows by lines, below a page, what its links lead to`() throws {
    let home = try Home(sample: "recipes")
    let session = try home.start(
      "recipes/adas-polo", environment: ["TERM": "dumb"], rows: 100)
    try session.wait(forText: "Adas polo")
    // Each line is done at once, though keys would rest for a moment.
    try session.press("p\n}\n", until: "Dries herbs")
  }

  @Test func `refuses to draw on nothing, in one line`() throws {
    let home = try Home(sample: "contacts")
    let script = #"setsid -w "$0" contacts </dev/null >.output 2>.errors; exit $?"#
    try expectEqual(home.startShell(script).waitForEnd(), 1)
    expectTrue(home.text(of: ".output").isEmpty)
    let errors = home.text(of: ".errors")
    expectTrue(errors.hasPrefix("cairn: no terminal"))
    expectEqual(errors.split(separator: "\n").count, 1)
  }

  @Test func `refuses a URL that can't be read`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts/%ZZ")
    try expectEqual(session.waitForEnd(), 64)
    expectTrue(session.screen.text.hasPrefix("cairn: "))
  }

  @Test func `shows a filter that can't be read with what is wrong`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts?where=grup=work")
    try session.wait(forText: "contacts have no field grup; did you mean Group?")
    session.send("\u{1B}")
    try session.wait(for: "all contacts") { !$0.text.contains("grup") }
  }

  @Test(arguments: [
    ("nothing", "Nothing at this address"), ("contcats", "did you mean contacts?"),
    ("contacts/p9999", "No such record"),
    ("contacts/p39/nothing", "Nothing at this address"),
  ])
  func `says why a URL leads nowhere`(url: String, reason: String) throws {
    let home = try Home(sample: "contacts")
    let session = try home.start(url)
    try session.wait(forText: reason)
    try session.press("gh", until: "ALL RECORDS")
  }

  private func walk(_ home: Home, to url: String) throws {
    let session = try home.start(url)
    try session.wait(forText: "MENTEES")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }
}
