import Glibc
import TestSupport
import Testing

@Suite struct `cairn peek` {
  private static let guests = "Name,City,Zip\nAnn,Lyon,69001\nBob,Oslo,0150\nCleo,Lyon,69002\n"

  private func home() throws -> Home {
    let home = try Home()
    try home.write(Self.guests, to: "guests.csv")
    return home
  }

  /// Starts a look at the guests, and waits until they are shown.
  private func look(_ home: Home, _ options: String...) throws -> TerminalSession {
    let session = try home.start(["peek", "guests.csv"] + options)
    try session.wait(forText: "Cleo")
    return session
  }

  private func leave(_ session: TerminalSession) throws {
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  /// Asks to import once more what was imported already, and leaves the question.
  private func askAgain(_ session: TerminalSession) throws {
    try session.press("I", until: "Imported already")
    // The line of keys is drawn last; what it showed before is what follows Escape.
    try session.wait(forText: "⏎ confirm")
    try session.press("\u{1B}", until: "x actions")
  }

  @Test func `shows a file without a store, and writes none`() throws {
    let home = try home()
    let session = try look(home)
    try session.press("/lyon", until: "2 of 3")
    try session.press("\r\r", until: "Zip ")
    try session.press("d", until: "read-only")
    try leave(session)
    expectTrue(home.names(in: ".local/share").isEmpty)
  }

  @Test func `comes back to where one was in the same file, after a kill too`() throws {
    let home = try home()
    let session = try look(home)
    session.send("G\r")
    try session.wait(untilStateOf: home, holds: "guests/p3")
    session.signal(SIGKILL)
    _ = try session.waitForEnd()
    let resumed = try home.start("peek", "guests.csv")
    try resumed.wait(forText: "69002")
    try resumed.press("H", until: "69001")
    try leave(resumed)
  }

  @Test func `imports what is shown, when asked, as one change`() throws {
    let home = try home()
    let session = try look(home)
    try session.press("I", until: "imported: guests: 3 new")
    try leave(session)
    try expectEqual(home.output("list", "guests", "--count"), "3\n")
    try home.output("undo")
    try expectTrue(home.cairn("list", "guests", "--count").output != "3\n")
  }

  @Test func `asks before it imports the same once more`() throws {
    let home = try home()
    let session = try look(home)
    try session.press("I", until: "imported: guests: 3 new")
    try askAgain(session)
    try leave(session)
    try expectEqual(home.output("list", "guests", "--count"), "3\n")
    try expectTrue(home.output("jobs").contains("Import guests.csv"))
  }

  @Test func `takes its import back, and makes it again`() throws {
    let home = try home()
    let session = try look(home)
    try session.press("u", until: "nothing to undo")
    try session.press("I", until: "3 new, in a new store · u undoes it")
    try session.press("u", until: "undid the import of guests.csv")
    try expectTrue(home.cairn("list", "guests", "--count").output != "3\n")
    try session.press("\u{12}", until: "imported guests.csv again")
    try expectEqual(home.output("list", "guests", "--count"), "3\n")
    try askAgain(session)
    try session.press("u", until: "undid the import of guests.csv")
    // What was taken back is not there to come twice.
    try session.press("I", until: "imported: guests: 3 new")
    try session.press("\u{12}", until: "nothing to redo")
    try leave(session)
    try expectEqual(home.output("list", "guests", "--count"), "3\n")
  }

  @Test func `takes an import of an earlier look back, from its job`() throws {
    let home = try home()
    let session = try look(home)
    try session.press("I", until: "3 new, in a new store · u undoes it")
    try leave(session)
    let again = try look(home)
    try again.press("gw", until: "Import guests.csv")
    try again.press("x", until: "Undo change")
    try again.press("u", until: "undid change")
    try leave(again)
    try expectTrue(home.cairn("list", "guests", "--count").output != "3\n")
  }

  @Test func `says which rows a type leaves out`() throws {
    let home = try home()
    let session = try look(home)
    try session.press("tc", until: "Type of City")
    try session.press("i", until: "3 rows could not be read, the first in line 2")
    try session.wait(forText: "No row could be read. Change the types of the columns.")
    // Where no row is left, also after a new start.
    try leave(session)
    let again = try home.start("peek", "guests.csv")
    try again.wait(forText: "No row could be read")
    try again.press("tc", until: "Type of City")
    try again.press("s", until: "1 of 3")
    try leave(again)
  }

  @Test func `imports other files that one went to, as they are shown`() throws {
    let home = try home()
    try home.write("Name,Guest\nTable,Ann\n", to: "gifts.csv")
    let session = try look(home)
    try session.press(
      "ocairn://~peek?file=\(home.path)/gifts.csv\r", until: "Table")
    try session.press("I", until: "imported: gifts: 1 new")
    session.send("H")
    try session.wait(forText: "Cleo")
    try session.press("I", until: "imported: guests: 3 new")
    try askAgain(session)
    try leave(session)
    try expectEqual(home.output("list", "gifts", "--count"), "1\n")
  }

  @Test func `imports nothing where nothing may be changed`() throws {
    let home = try home()
    let session = try look(home, "--read-only")
    try session.press("I", until: "does nothing here")
    try leave(session)
    expectTrue(home.names(in: ".local/share").isEmpty)
  }

  @Test func `says how many rows could not be read`() throws {
    let home = try Home()
    try home.write("Name,City\nAnn,Lyon\nBob,x,y\n", to: "guests.csv")
    let session = try home.start("peek", "guests.csv")
    try session.wait(forText: "1 row could not be read")
    try leave(session)
  }

  @Test func `reads standard input, and a column as the type that one says`() throws {
    let home = try home()
    let session = try home.startShell(
      "\"$0\" peek - --into visitors --type Zip=integer < guests.csv; echo $? > status")
    try session.wait(forText: "cairn://~peek/visitors")
    try session.press("/zip<1000", until: "/ zip<1000")
    session.send("\r")
    session.send("q")
    _ = try session.waitForEnd()
    expectEqual(home.text(of: "status"), "0\n")
  }

  @Test func `shows the rows of a slow program as they arrive`() throws {
    let home = try Home()
    // The second part comes only after the first one was shown.
    let session = try home.startShell(
      "mkfifo more; (echo Name,Zip; echo Ann,1; cat more; echo Cy,3) | \"$0\" peek -")
    try session.wait(forText: "Ann")
    try home.shell("(echo Bo,2; sleep 1; echo Di,4) > more")
    try session.wait(forText: "Bo")
    try session.wait(forText: "Cy")
    session.send("/cy")
    try session.wait(forText: "1 of 4")
    session.send("\r")
    try leave(session)
  }

  @Test func `takes a column for another type at any time, and filters by it`() throws {
    let home = try home()
    let session = try look(home)
    try session.press("t", until: "Change the type of")
    try session.press("z", until: "Type of Zip")
    try session.press("i", until: "type=Zip=integer")
    try session.press("/zip<1000\r", until: "where=zip<1000")
    try session.wait(forText: "Bob")
    try session.wait(untilStateOf: home, holds: "where=zip<1000")
    try leave(session)
    let again = try home.start("peek", "guests.csv")
    try again.wait(forText: "1 of 3")
    try again.wait(forText: " 150")
    try again.press("I", until: "imported: guests: 3 new")
    try leave(again)
    try expectEqual(home.output("list", "guests", "zip<1000", "--count"), "1\n")
  }

  @Test func `asks how days are written that can be read in two ways`() throws {
    let home = try Home()
    try home.write("Name,Born\nAnn,01/02/1990\nBob,03/04/1991\n", to: "friends.csv")
    let session = try home.start("peek", "friends.csv")
    try session.wait(forText: "1 of 2")
    try session.press("t", until: "Change the type of")
    try session.press("b", until: "Type of Born")
    try session.press("a", until: "Format of Born")
    try session.press("d", until: "type=Born=date:day-first")
    try session.wait(forText: "1990-02-01")
    try leave(session)
  }

  @Test(arguments: ["authors", "posts/p1/author"])
  func `takes a member of nested records for another type, and nothing else`(list: String) throws {
    let home = try Home()
    try home.write(
      """
      [{"id": "7", "author": {"id": "1", "name": "Ann"}},
       {"id": "8", "author": {"id": "2", "name": "Bob"}}]
      """, to: "posts.json")
    let session = try home.start("peek", "posts.json")
    try session.wait(forText: "authors")
    try session.press(
      "ocairn://~peek/\(list)?file=\(home.path)/posts.json\r", until: "Ann")
    try session.press("t", until: "Change the type of")
    try session.press("i", until: "Type of author.id")
    try session.press("d", until: "id=decimal")
    try leave(session)
  }

  @Test func `completes filters, marks rows and shows one beside, as any list does`() throws {
    let home = try home()
    let session = try look(home)
    try session.press("/ci\t", until: "/ City:")
    try session.press("\u{1B}", until: "/ find")
    try session.press(" p", until: "Bob                   guests · p2")
    expectTrue(session.screen.text.contains("2 of 3 · 1 marked"))
    try leave(session)
  }

  @Test func `counts the values of a field, and opens those of one`() throws {
    let home = try home()
    let session = try look(home)
    try session.press("Fc", until: "66.7 %")
    session.send("\r")
    try session.wait(forText: "Ann")
    try leave(session)
  }

  @Test func `shows the collections first where there are several`() throws {
    let home = try home()
    try home.write("Name,Guest\nTable,Ann\n", to: "gifts.csv")
    let session = try home.start("peek", "guests.csv", "gifts.csv")
    try session.wait(forText: "Name, City, Zip")
    try session.wait(forText: "1 of 2")
    try session.press("j\r", until: "Table")
    try session.press("H", until: "2 of 2")
    try leave(session)
  }

  @Test func `has titles, the way up and the pane of a linked record, as a store has`() throws {
    let home = try home()
    try home.write("Id,Band\n1,Trio\n", to: "Band.csv")
    try home.write("Title,BandId\nFirst,1\nSecond,1\n", to: "Album.csv")
    let session = try home.start("peek", "Album.csv", "Band.csv")
    try session.wait(forText: "1 of 2")
    try session.press("\r", until: "Second")
    try session.press("\r", until: "Albums › First")
    try session.press("jjp", until: "bands · p1")
    try session.press("h", until: "BANDID")
    try session.wait(forText: "Second")
    try leave(session)
  }

  @Test func `shows a file of several still of which a type leaves out each row`() throws {
    let home = try home()
    try home.write("Name,Guest\nTable,Ann\n", to: "gifts.csv")
    let session = try home.start("peek", "guests.csv", "gifts.csv")
    try session.wait(forText: "1 of 2")
    try session.press("j\r", until: "Table")
    try session.press("tg", until: "Type of Guest")
    try session.press("i", until: "1 row could not be read")
    try session.wait(forText: "Nothing here")
    try session.press("tg", until: "Type of Guest")
    try session.press("s", until: "1 of 1")
    try session.wait(forText: "Ann")
    try leave(session)
  }

  @Test func `is a screen of the app, from which files are imported with the same types`() throws {
    let home = try home()
    try home.output("init")
    let session = try home.start("cairn://~peek?file=\(home.path)/guests.csv")
    try session.wait(forText: "Cleo")
    try session.press("tz", until: "Type of Zip")
    try session.press("i", until: "type=Zip=integer")
    try session.press("G\r", until: "3 of 3 in Guests")
    try session.press("K", until: "2 of 3 in Guests")
    // The cursor stands on the record that was just left.
    try session.press("H", until: "▌  Bob")
    try expectEqual(home.output("model", "show"), "")
    try session.press("I", until: "guests, a new collection")
    try session.wait(for: "the same type") {
      $0.text.contains("whole number ") && !$0.text.contains("whole number, guessed")
    }
    try session.press("I", until: "imported guests: 3 new")
    try leave(session)
  }

  @Test func `as a screen says what can't be read, and reads it when it can be`() throws {
    let home = try home()
    try home.output("init")
    let session = try home.start("cairn://~peek?file=\(home.path)/none.csv")
    try session.wait(forText: "~/none.csv does not exist")
    try home.write("Name\nDan\n", to: "none.csv")
    try session.press("R", until: "Dan")
    try leave(session)
  }

  @Test func `says in a line what can't be read`() throws {
    let home = try home()
    let missing = try home.cairn("peek", "nothing.csv")
    expectTrue(missing.status == 1 && missing.errors.contains("nothing.csv"))
    let wrong = try home.cairn("peek", "guests.csv", "--type", "Zip=zebra")
    expectTrue(wrong.status == 64 && wrong.errors.contains("the types are string"))
    let unknown = try home.cairn("peek", "guests.csv", "--type", "Planet=string")
    expectTrue(unknown.status == 1 && unknown.errors.contains("Planet"))
  }
}
