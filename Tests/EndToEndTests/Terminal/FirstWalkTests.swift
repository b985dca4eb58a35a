import TestSupport
import Testing

@Suite struct `A walk through contacts` {
  @Test func `filters, sorts, opens, follows a link and comes back`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try session.press("/lyon", until: "22 of 64")
    session.send("\r")
    try session.press("sn", until: "by name descending")
    try session.press("/\u{15}name:agathe\r", until: "1 of 1 ")
    try session.press("l", until: "MENTEES  2")
    try session.press("}}l", until: "MENTOR")
    expectTrue(session.screen.row(0).contains("Fatou Diarra-Bonnet"))
    try session.press("H", until: "MENTEES  2")
    try session.press("H", until: "/ name:agathe")
    try session.press("L", until: "MENTEES  2")
  }

  @Test func `goes anywhere and does anything from one prompt`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    // Typed ahead of what is found.
    session.send(":agriv\r")
    try session.wait(forText: "MENTEES  2")
    try session.press(":>launch", until: "Open the launcher")
    try session.press("\r", until: "ALL RECORDS")
    try session.press(":contacts?where=City:L", until: "contacts?where=City:Lyon")
    session.send("\u{1B}[B\t\r")
    try session.wait(forText: "1 of 22")
    try session.press(":>as you left", until: "Open the palette as you left it")
    try session.press("\r", until: ": contacts?where=City:Lyon")
  }

  @Test func `finds words in all collections, and goes to and fro`() throws {
    let home = try Home(sample: "recipes")
    let session = try home.start()
    try session.wait(forText: "ALL RECORDS")
    session.send("g/peel lemon\r")
    try session.wait(forText: "5 of 822")
    try session.press("\r", until: "recipes · tagine-citron")
    try session.press("-", until: "5 of 822")
    try session.press("x", until: "Delete Chicken")
    session.send("c")
    session.send("g/")
    try session.press("nothing else\r", until: "0 of 822")
    try session.press("g/peel lemon\r", until: "5 of 822")
    try session.press("d", until: "2 of 807")
    try session.press("u", until: "5 of 822")
    try session.press("-", until: "recipes · tagine-citron")
    try session.press("xyu", until: "sent the URL")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `marks rows, changes and deletes them, and comes back to the marks`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try session.press("/lyon\r", until: "1 of 22")
    try session.press("ga", until: "22 marked")
    try session.press("cc\u{15}Lugdunum\r", until: "saved City of 22 contacts")
    let changed = try home.cairn("list", "contacts?City=Lugdunum", "--count")
    expectEqual(changed.output, "22\n")
    try session.press("u", until: "undone: change City of 22 contacts")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    let again = try home.start()
    try again.wait(forText: "22 marked")
    try again.press("d", until: "deleted 22 contacts")
    try expectEqual(home.cairn("list", "contacts", "--count").output, "42\n")
    try again.press("u", until: "undone: delete 22 contacts")
    try expectEqual(home.cairn("list", "contacts", "--count").output, "64\n")
  }

  @Test func `edits a record, and the shell sees it`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts/agathe")
    try session.wait(forText: "MENTEES")
    try session.press("e", until: "field 1 of")
    try session.press("\u{1}Dame \u{13}", until: "saved Dame Agathe Rivoire")
    let shown = try home.cairn("show", "contacts/agathe", "--format", "json")
    expectTrue(shown.output.contains("\"Name\": \"Dame Agathe Rivoire\""))
    try session.press("u", until: "undone: change Dame Agathe Rivoire")
    try expectTrue(home.cairn("show", "contacts/agathe").output.contains("Name     Agathe Rivoire"))
    try session.press("\u{12}", until: "redone")
    try expectTrue(home.cairn("show", "contacts/agathe").output.contains("Dame Agathe"))
  }

  @Test func `adds a record, deletes it and takes that back`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try session.press("a", until: "New contact")
    try session.press("Zoltan Zuckerberg-Thun\u{13}", until: "65 of 65")
    try session.press("d", until: "deleted Zoltan")
    try expectEqual(home.cairn("list", "contacts", "--count").output, "64\n")
    try session.press("gg", until: "1 of 64")
    try session.press("u", until: "65 of 65")
    try expectEqual(home.cairn("list", "contacts", "--count").output, "65\n")
  }

  @Test func `says that the filter leaves out what was added`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try session.press("/lyon\r", until: "1 of 22")
    try session.press("a", until: "New contact")
    try session.press("Zoe\u{13}", until: "added Zoe · u undoes it · hidden by the filter")
    try session.press("u", until: "22 of 64")
    try expectEqual(home.cairn("list", "contacts", "--count").output, "64\n")
  }

  @Test func `keeps a view under a letter, with a live count`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try session.press("/lyon\r", until: "1 of 22")
    try session.press("b", until: "Keep as a favorite")
    try session.press("s", until: "Contacts · lyon is a favorite with the letter \"s\"")
    try session.press("gh", until: "s ≡  Contacts · lyon")
    try expectEqual(home.cairn("list", "@s", "--count").output, "22\n")
    try expectEqual(home.cairn("add", "contacts", "Name=Zoé", "City=Lyon").status, 0)
    session.send("R")
    try session.wait(for: "the new count") { $0.row(2).contains(" 23") }
    try session.press("s", until: "23 of 65")
  }

  @Test func `obeys the mouse`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try session.press("\u{1B}[<0;10;6M\u{1B}[<0;10;6m", until: "4 of 64")
    session.send("\u{1B}[<65;10;6M")
    try session.wait(for: "the list to scroll") { !$0.text.contains("Abel Tesfamikael") }
    try session.press("\u{1B}[<0;5;2M\u{1B}[<0;5;2m", until: "by name descending")
    let click = "\u{1B}[<0;10;6M\u{1B}[<0;10;6m"
    try session.press(click + click, until: " in Contacts")
  }
}
