import Glibc
import TestSupport
import Testing

@Suite struct `The import's screen` {
  private static let guests =
    "Name,City,Zip\nAnn,Lyon,69001\nBob,Oslo,0150\nrag,x,1,more\nCleo,Lyon,1\n"

  /// A home with an empty store and a file.
  private func home(_ text: String = guests, _ name: String = "guests.csv") throws -> Home {
    let home = try Home()
    try home.output("init")
    try home.write(text, to: name)
    return home
  }

  /// The screen for a file.
  private func open(_ file: String = "guests.csv", in home: Home) throws -> TerminalSession {
    try home.start("cairn://~import?file=\(home.path)/\(file)")
  }

  private func leave(_ session: TerminalSession) throws {
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `is reached from the launcher by one key, for a path or the choice of a file`() throws
  {
    let home = try home()
    let session = try home.start()
    try session.wait(forText: "I imports a file")
    try session.press("I", until: "Path of the file")
    try session.press("\u{1B}", until: "? help")
    try session.press("\r", until: "guests, a new collection")
    try leave(session)
  }

  @Test func `makes the first store, and leaves none where nothing was imported`() throws {
    let home = try Home()
    try home.write(Self.guests, to: "guests.csv")
    let looked = try open(in: home)
    try looked.wait(forText: "3 new")
    try leave(looked)
    try expectEqual(home.cairn("store", "info").status, 1)
    let session = try open(in: home)
    try session.wait(forText: "3 new")
    try session.press("I", until: "imported guests: 3 new")
    try leave(session)
    try expectEqual(home.output("list", "guests", "--count"), "3\n")
  }

  @Test func `takes the path of any file`() throws {
    let home = try home(Self.guests, "list.txt")
    let session = try home.start("cairn://import")
    try session.wait(forText: "a opens another path")
    try session.press("a", until: "Path of the file")
    try session.press("~/list.txt\r", until: "lists, a new collection")
    try leave(session)
  }

  @Test func `goes on with a path by Tab, and shows what it may be`() throws {
    let home = try home(Self.guests, "list.txt")
    try home.write(Self.guests, to: "lisbon.txt")
    let session = try home.start("cairn://import")
    try session.wait(forText: "a opens another path")
    try session.press("a", until: "Path of the file")
    try session.press("~/l\t", until: "lisbon.txt  list.txt")
    try session.press("t\t", until: "~/list.txt ")
    try session.press("\r", until: "lists, a new collection")
    try leave(session)
  }

  @Test func `shows what would come, and imports it when told, as one change`() throws {
    let home = try home()
    let session = try open(in: home)
    try session.wait(forText: "3 new · 1 row refused, the first in line 4")
    try session.wait(forText: "CSV, UTF-8 · 4 rows")
    try expectEqual(home.cairn("list", "guests").status, 1)
    try session.press("I", until: "imported guests: 3 new; 1 row refused, the first in line 4")
    try session.wait(forText: "cairn://guests")
    try expectEqual(home.output("list", "guests", "--count"), "3\n")
    try session.press("u", until: "undone")
    try expectTrue(home.cairn("list", "guests", "--count").output != "3\n")
    try leave(session)
    try expectTrue(home.output("jobs").contains("Import guests.csv"))
  }

  @Test func `asks how days are written that can be read in two ways`() throws {
    let home = try home("Name,Born\nAnn,01/02/1990\nBob,03/04/1991\n", "friends.csv")
    let session = try home.start("cairn://import?file=~/friends.csv")
    try session.wait(forText: "2 new")
    try session.press("G", until: "▌  Born")
    try session.press("t", until: "Type of Born")
    try session.press("a", until: "Format of Born")
    session.send("m")
    try session.wait(for: "the chosen type") {
      !$0.text.contains("Format of Born") && $0.text.contains("date ")
        && !$0.text.contains("date, guessed")
    }
    try session.press("I", until: "imported friends: 2 new")
    try leave(session)
    try expectEqual(home.output("list", "friends", "born<1990-01-31", "--count"), "1\n")
    // The next import begins with the answer, which may change for an existing field, too.
    try home.write("Name,Born\nCy,05/06/1992\n", to: "friends.csv")
    let again = try home.start("--fresh", "cairn://import?file=~/friends.csv")
    try again.wait(forText: "Like    its import on ")
    try again.wait(forText: "1992-05-06")
    try again.press("G", until: "▌  Born")
    try again.press("t", until: "Format of Born")
    again.send("d")
    try again.wait(for: "the menu to close") { !$0.text.contains("Format of Born") }
    try again.wait(forText: "1992-06-05")
    try leave(again)
  }

  @Test func `lets each choice be changed, and keeps all in its URL`() throws {
    let home = try home()
    let session = try open(in: home)
    try session.wait(forText: "3 new")
    try session.press("G", until: "▌  Zip")
    try session.press("t", until: "Type of Zip")
    session.send("i")
    try session.wait(for: "the chosen type") {
      !$0.text.contains("Type of Zip") && $0.text.contains("whole number ")
        && !$0.text.contains("whole number, guessed")
    }
    try session.press("k", until: "▌  City")
    try session.press("d", until: "omitted")
    try session.press("k", until: "▌  Name")
    try session.press("e", until: "Field for Name")
    try session.press("\u{15}Who\r", until: "Who ")
    try session.press("m", until: "Who (match)")
    try session.press("i", until: "Import into")
    try session.press("\u{15}visitors\r", until: "visitors, a new collection")
    try session.wait(untilStateOf: home, holds: "into=visitors")
    session.signal(SIGKILL)
    _ = try session.waitForEnd()
    let again = try home.start()
    try again.wait(forText: "visitors, a new collection")
    try again.wait(forText: "omitted")
    try again.press("I", until: "imported visitors: 3 new")
    try leave(again)
    try expectEqual(
      home.output("list", "visitors", "--columns", "*", "--format", "csv")
        .split(whereSeparator: \.isNewline), ["Who,Zip", "Ann,69001", "Bob,150", "Cleo,1"])
  }

  @Test func `shows which rows are there already, once they are matched`() throws {
    let home = try home("Name,City\nAnn,Lyon\nBob,Oslo\n")
    try home.output("import", "guests.csv")
    try home.write("Name,City\nAnn,Lyon\nBob,Bergen\nCleo,Lyon\n", to: "guests.csv")
    let session = try open(in: home)
    try session.wait(forText: "guests, which has 2 records")
    try session.wait(forText: "3 new")
    try session.press("m", until: "1 new, 1 updated, 1 unchanged")
    try session.press("\t/update\r", until: "1 of 3")
    try session.wait(forText: "Bergen")
    try session.press("I", until: "imported guests: 1 new, 1 updated, 1 unchanged")
    try leave(session)
    try expectEqual(
      home.output("list", "guests", "--columns", "City", "--format", "csv")
        .split(whereSeparator: \.isNewline), ["City", "Lyon", "Bergen", "Lyon"])
  }

  @Test func `takes back a choice that can't be had, and says why`() throws {
    let home = try home()
    try home.write("Name,Age\nAnn,3\n", to: "ages.csv")
    let session = try home.start(
      "cairn://~import?file=\(home.path)/guests.csv&file=\(home.path)/ages.csv")
    try session.wait(forText: "ages, a new collection")
    try session.press("jm", until: "refused: --match City names the field City")
    try session.wait(forText: "nothing; each row is a new record")
    try leave(session)
  }

  @Test(arguments: [
    ("", "x.csv", "is empty"), ("3", "x.json", "holds no records"),
    ("{\"a\":", "x.json", "line 1"),
  ])
  func `explains what can't be imported`(text: String, name: String, reason: String) throws {
    let home = try home(text, name)
    let session = try open(name, in: home)
    try session.wait(forText: "This can't be imported")
    try session.wait(forText: reason)
    try home.write(text.isEmpty ? "a\n1\n" : "[{\"a\":1}]", to: name)
    try session.press("r", until: "1 new")
    try leave(session)
  }

  @Test func `explains files that are not there, or are none`() throws {
    let home = try home()
    try #require(mkfifo("\(home.path)/pipe.csv", 0o600) == 0)
    try #require(mkdir("\(home.path)/folder", 0o700) == 0)
    for (name, reason) in [
      ("none.csv", "does not exist"), ("pipe.csv", "is a pipe"), ("folder", "no Markdown"),
    ] {
      let session = try open(name, in: home)
      try session.wait(forText: reason)
      try session.press("f", until: "Import a file")
      try leave(session)
    }
  }

  @Test func `reads again what changed before it is imported`() throws {
    let home = try home()
    let session = try open(in: home)
    try session.wait(forText: "3 new")
    try home.write("Name\nDan\n", to: "guests.csv")
    try session.press("I", until: "changed and is read again")
    try session.wait(forText: "1 new")
    try expectEqual(home.cairn("list", "guests").status, 1)
    try session.press("I", until: "imported guests: 1 new")
    try leave(session)
  }

  @Test func `says after a restart that a file went or changed, and forgets lost columns`() throws {
    let home = try home()
    let session = try open(in: home)
    try session.wait(forText: "3 new")
    try session.press("G", until: "▌  Zip")
    try session.press("d", until: "omitted")
    try session.wait(untilStateOf: home, holds: "map=Zip")
    try leave(session)
    try home.write("Name,City\nAnn,Lyon\n", to: "guests.csv")
    let changed = try home.start()
    try changed.wait(forText: "guests.csv no longer has Zip")
    try changed.wait(forText: "1 new")
    try leave(changed)
    try #require(unlink("\(home.path)/guests.csv") == 0)
    let gone = try home.start()
    try gone.wait(forText: "~/guests.csv does not exist")
    try leave(gone)
  }

  @Test func `imports nothing where no row becomes a record`() throws {
    let home = try home("a,b\n1,2,3\n2,3,4\n")
    let session = try open(in: home)
    try session.wait(forText: "guests, but every row is refused")
    try session.press("I", until: "nothing to import")
    try leave(session)
    try expectEqual(home.output("model", "show"), "")
  }

  @Test func `answers keys while it reads and imports many rows`() throws {
    let rows = (1...100_000).map { "name \($0),\($0)\n" }.joined()
    let home = try home("Name,Number\n" + rows)
    let session = try open(in: home)
    try session.press("?", until: "Keys on this screen")
    try session.press("\u{1B}", until: "100 000 new")
    try session.press("Igh", until: "cairn://~launcher")
    try session.wait(forText: "imported guests: 100000 new")
    try session.press("gw", until: "cairn://~jobs")
    try leave(session)
  }

  @Test func `imports nothing where nothing may be changed`() throws {
    let home = try home()
    let session = try home.start(
      "cairn://~import?file=\(home.path)/guests.csv", "--read-only")
    try session.wait(forText: "3 new")
    try session.press("I", until: "the store is read-only")
    try leave(session)
  }
}
