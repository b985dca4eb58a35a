import CairnFiles
import Glibc
import TestSupport
import Testing

@Suite struct `A store that others change` {
  private static let shard = ".local/share/cairn/data/Contact/0000.rec"

  /// The row with the cursor.
  private func row(_ session: TerminalSession) -> String {
    String(session.screen.row(session.screen.cursor.row).drop { !$0.isLetter })
  }

  @Test func `shows what another app added, without a key and without moving the cursor`() throws {
    let home = try Home(sample: "contacts")
    let watching = try home.start("contacts", "--session", "one")
    try watching.wait(forText: "1 of 64")
    try watching.press("jjjj", until: "5 of 64")
    let record = row(watching)
    let adding = try home.start("contacts", "--session", "two")
    try adding.wait(forText: "1 of 64")
    try adding.press("a", until: "New contact")
    try adding.press("Aaa First\u{13}", until: "of 65")
    try watching.wait(forText: "6 of 65")
    expectEqual(row(watching), record)
    // Both ways, a deletion too.
    try watching.press("gg", until: "1 of 65")
    try watching.press("d", until: "of 64")
    try adding.wait(forText: "1 of 64")
  }

  @Test func `shows what a command added, under a filter and on the launcher`() throws {
    let home = try Home(sample: "contacts")
    let list = try home.start("contacts", "--session", "one")
    try list.wait(forText: "1 of 64")
    try list.press("/lyon\r", until: "1 of 22")
    let launcher = try home.start("--session", "two", "--fresh")
    try launcher.wait(for: "the count") { $0.text.contains("64") }
    try expectEqual(home.cairn("add", "contacts", "Name=Aaa", "City=Lyon").status, 0)
    try list.wait(forText: "2 of 23")
    try launcher.wait(for: "the new count") { $0.text.contains("65") }
  }

  @Test func `shows what an editor wrote, on a record's own screen`() throws {
    let home = try Home(sample: "contacts")
    try expectEqual(home.cairn("store", "fold").status, 0)
    let session = try home.start("contacts/agathe")
    try session.wait(forText: "MENTEES")
    let text = home.text(of: Self.shard)
    try home.write(text.replacing("Agathe Rivoire", with: "Dame Agathe"), to: Self.shard)
    try session.wait(forText: "Dame Agathe")
    expectTrue(session.screen.text.contains("MENTEES"))
  }

  @Test func `never disturbs a half-typed form, and merges what both did`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts/agathe")
    try session.wait(forText: "MENTEES")
    try session.press("e", until: "field 1 of")
    try session.press("\u{1}Dame ", until: "[Dame Agathe Rivoire")
    try expectEqual(home.cairn("set", "contacts/agathe", "City=Nowhere").status, 0)
    try session.wait(forText: "[Nowhere")
    try expectEqual(home.cairn("set", "contacts/agathe", "Name=Agatha").status, 0)
    try session.wait(forText: "! now Agatha")
    expectTrue(session.screen.text.contains("[Dame Agathe Rivoire"))
    try session.press("\u{13}", until: "save again to replace that")
    try session.press("\u{13}", until: "saved Dame Agathe Rivoire")
    let shown = try home.cairn("show", "contacts/agathe").output
    expectTrue(shown.contains("Dame Agathe Rivoire"))
    expectTrue(shown.contains("Nowhere"))
  }

  @Test func `says that the record is gone which a command deleted, and leaves its own`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts/agathe")
    try session.wait(forText: "MENTEES")
    try expectEqual(home.cairn("remove", "contacts/agathe").status, 0)
    try session.wait(forText: "No such record")
    let other = try home.start("contacts/bastien", "--session", "two")
    try other.wait(forText: "? help")
    try other.press("d", until: "of 62")
    expectTrue(!other.screen.text.contains("No such record"))
  }

  @Test func `keeps what was typed into a form whose record went, for when it comes back`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts/agathe", "--session", "one")
    try session.wait(forText: "MENTEES")
    try session.press("e", until: "field 1 of")
    try session.press("\u{1}Dame ", until: "[Dame Agathe Rivoire")
    session.send("\u{1B}[21~")
    try expectEqual(session.waitForEnd(), 0)
    try expectEqual(home.cairn("remove", "contacts/agathe").status, 0)
    let later = try home.start("--session", "one")
    try later.wait(forText: "The record of this draft was deleted")
    later.send("q")
    try expectEqual(later.waitForEnd(), 0)
    try expectEqual(home.cairn("undo").status, 0)
    let last = try home.start("--session", "one")
    try last.wait(forText: "[Dame Agathe Rivoire")
  }

  @Test(arguments: ["rm -rf", "mv -t gone"])
  func `shows within a second what is restored in the place of a store that went`(
    removal: String
  ) throws {
    let home = try Home(sample: "contacts")
    try home.output("init", "--sample", "contacts", "--store", "other")
    try home.output("add", "contacts", "Name=Aaa Restored", "--store", "other")
    try home.output("store", "backup", "b.tar", "--store", "other")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try expectEqual(home.shell("mkdir gone; \(removal) .local/share/cairn").status, 0)
    try session.wait(for: "nothing to be left") { !$0.text.contains("1 of 64") }
    try home.output("store", "restore", "b.tar")
    // The cursor stays at its record, which has another one before it now.
    try session.wait(forText: "2 of 65")
    try session.wait(for: "the mark to go") { !$0.row(0).contains("!") }
  }

  @Test(arguments: ["rm -rf", "mv -t gone"], [true, false])
  func `is saved to where others see it at once, though it was restored under the app`(
    removal: String, isKilled: Bool
  ) throws {
    let home = try Home(sample: "contacts")
    try home.output("store", "backup", "b.tar")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try expectEqual(home.shell("mkdir gone; \(removal) .local/share/cairn").status, 0)
    try home.output("store", "restore", "b.tar")
    try session.press("a", until: "New contact")
    try session.press("Aaa First\u{13}", until: "of 65")
    // Before the app, once idle, carries it to the text.
    if isKilled {
      session.signal(SIGKILL)
      _ = try session.waitForEnd()
    }
    try expectEqual(home.output("list", "contacts", "--count"), "65\n")
    try expectEqual(home.output("store", "verify"), "")
    guard !isKilled else { return }
    try home.output("add", "contacts", "Name=Aaa Second")
    try session.wait(forText: "of 66")
    // What was done in the store that is gone cannot be taken back in this one.
    try session.press("u", until: "of 65")
    try session.press("u", until: "nothing to undo")
  }

  @Test func `says that it is damaged, at the start and while the app runs, until it is mended`()
    throws
  {
    let home = try Home(sample: "contacts")
    try expectEqual(home.cairn("store", "fold").status, 0)
    let session = try home.start("contacts", "--session", "one")
    try session.wait(forText: "1 of 64")
    expectTrue(!session.screen.text.contains("damaged"))
    let text = home.text(of: Self.shard)
    try home.write(text + "\nId: p900\nno field\n", to: Self.shard)
    try session.wait(forText: "damaged in 1 place: cairn store verify")
    try session.wait(for: "the mark") { $0.row(0).contains("! damaged") }
    try session.press("j", until: "2 of 64")
    expectTrue(session.screen.row(0).contains("! damaged"))
    let later = try home.start("contacts", "--session", "two")
    try later.wait(forText: "damaged in 1 place: cairn store verify")
    try home.write(text, to: Self.shard)
    for session in [session, later] {
      try session.wait(for: "the mark to go") { !$0.row(0).contains("damaged") }
    }
  }

  @Test func `says that records went with their file, at the start and while the app runs`() throws
  {
    let home = try Home(sample: "contacts")
    // What a fold wrote is known.
    try home.output("add", "contacts", "Name=Aaa First")
    try expectEqual(home.cairn("store", "fold").status, 0)
    let session = try home.start("contacts", "--session", "one")
    try session.wait(forText: "1 of 65")
    try home.shell("rm -rf .local/share/cairn/data")
    let sessions = [session, try home.start("contacts", "--session", "two")]
    for session in sessions {
      try session.wait(forText: "records are missing in data/Contact/0000.rec;")
      try session.wait(for: "the mark") { $0.row(0).contains("! records missing") }
    }
    try expectEqual(home.cairn("store", "verify", "--accept-missing").status, 0)
    for session in sessions {
      try session.wait(for: "the mark to go") { !$0.row(0).contains("records missing") }
    }
  }

  @Test(arguments: ["model", "STORE"])
  func `saves nothing while its model or header is away, and says how that comes back`(
    name: String
  ) throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try home.shell("mv .local/share/cairn/\(name) away")
    try session.wait(for: "the mark") { $0.row(0).contains("! not up to date") }
    try session.press("a", until: "New contact")
    try session.press("Aaa First\u{13}", until: "✗")
    expectTrue(!session.screen.text.contains("added"))
    // In the form, a long path of the folder hides the end of the message.
    func showsRemedy(_ screen: ScreenReader) -> Bool {
      // The box hides a part of the form.
      let lines = screen.text.split(separator: "\n").compactMap { line in
        line.split(separator: "│").dropFirst().first
      }
      return lines.joined(separator: " ").split(whereSeparator: \.isWhitespace)
        .joined(separator: " ").contains("restore it from git or a backup")
    }
    session.send("\u{1B}m")
    try session.wait(for: "the remedy", until: showsRemedy)
    session.send("q")
    try session.wait(for: "the form alone") { !showsRemedy($0) }
    try home.shell("mv away .local/share/cairn/\(name)")
    try session.wait(for: "the mark to go") { !$0.row(0).contains("not up to date") }
    try session.press("\u{13}", until: "of 65")
    try expectEqual(home.output("list", "contacts", "--count"), "65\n")
  }

  @Test func `says what is the matter with a model that git left in conflict, until it is mended`()
    throws
  {
    let home = try Home(sample: "contacts")
    let model = ".local/share/cairn/model/1.rec"
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    let text = home.text(of: model)
    try home.write("<<<<<<< HEAD\n" + text, to: model)
    try session.wait(for: "the mark") { $0.row(0).contains("! not up to date") }
    try session.press("j", until: "2 of 64")
    expectTrue(session.screen.row(0).contains("! not up to date"))
    try home.write(text, to: model)
    try session.wait(for: "the mark to go") { !$0.row(0).contains("not up to date") }
  }

  @Test func `has in its text what was saved in the app, while the app is open`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try session.press("a", until: "New contact")
    try session.press("Aaa First\u{13}", until: "of 65")
    try session.terminal.wait(
      for: "the record in the text", outside: { home.text(of: Self.shard).contains("Aaa First") })
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `merges what two sides did to the lists and lines of one record`() throws {
    let home = try Home(sample: "recipes")
    let session = try home.start("recipes/p2/~edit")
    try session.wait(forText: "field 1 of")
    try session.press("\t\t\t\t\t\t\t\t", until: "· Tags")
    try session.press("\u{05},mine", until: "mine")
    try session.press("\t\t\t\t", until: "· Ingredients")
    try session.press("\u{05}\r5 | g | salt", until: "salt")
    try home.output("set", "recipes/p2", "Tags+=theirs")
    try home.output("add", "ingredients", "Item=THEIRS", "Recipe=recipes/p2")
    try session.wait(forText: "THEIRS")
    session.send("\u{13}")
    try session.wait(for: "both changes") { _ in
      let shown = (try? home.cairn("show", "recipes/p2").output) ?? ""
      return ["mine", "theirs", "THEIRS", "salt"].allSatisfy(shown.contains)
    }
  }
}
