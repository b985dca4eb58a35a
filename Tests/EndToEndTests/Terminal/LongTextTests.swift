import Glibc
import TestSupport
import Testing

@Suite struct `A long text in the person's editor` {
  private let home: Home

  init() throws { home = try Home.withRecipes() }

  /// Starts the app with an editor that is this script, which has the file as `$1`.
  private func start(_ url: String, editor script: String) throws -> TerminalSession {
    try home.writeScript("\(script)", to: "ed")
    let session = try home.start(url, environment: ["EDITOR": "\(home.path)/ed"])
    try session.wait(forText: "? help")
    return session
  }

  private func notes(_ record: String) throws -> String {
    try home.output("show", record, "--format", "json")
  }

  /// The letter that chooses the field in the menu of those that can be changed.
  private func letterOfNotes(_ session: TerminalSession) throws -> String {
    let lines = session.screen.text.split(separator: "\n").map { $0.split(separator: " ") }
    let words = try #require(lines.first { $0.contains("Notes") })
    return try #require(zip(words, words.dropFirst()).first { $1 == "Notes" }.map { String($0.0) })
  }

  /// Asks for the field in place, and waits until a text shows.
  private func changeNotes(_ session: TerminalSession, until text: String) throws {
    try session.press("c", until: "Notes")
    try session.press(try letterOfNotes(session), until: text)
  }

  private func end(_ session: TerminalSession) throws {
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test(arguments: ["\u{1B}OS", "\u{18}\u{5}"])
  func `comes into the form, which saves it with all else`(key: String) throws {
    let session = try start(
      "recipes/p1", editor: "printf 'from the\\neditor\\n' > \"$1\"; cp \"$1\" \"$HOME/seen.md\"")
    try session.press("e", until: "field 1 of")
    for number in 2...10 { try session.press("\t", until: "field \(number) of") }
    try session.press(key, until: "from the")
    try session.press("\u{13}", until: "saved Onion")
    try expectTrue(notes("recipes/p1").contains(#""from the\neditor""#))
    expectEqual(home.names(in: ".local/state/cairn/edit"), [])
    try end(session)
  }

  @Test func `is set in place, for all records that are marked`() throws {
    let session = try start("recipes", editor: "echo 'for all' > \"$1\"")
    try session.press("  ", until: "2 marked")
    try session.press("c", until: "Change of 2 recipes")
    try session.wait(forText: "Notes")
    try session.press(try letterOfNotes(session), until: "u undoes it")
    let texts = try home.output("list", "recipes", "--format", "json")
    expectEqual(texts.split(separator: #""for all""#).count, 3)
    try session.press("u", until: "undone")
    try end(session)
  }

  @Test func `keeps an accent that is spelled in another way`() throws {
    try home.output("set", "recipes/p1", "Notes=caf\u{E9}")
    let session = try start("recipes", editor: "printf 'cafe\\314\\201\\n' > \"$1\"")
    try changeNotes(session, until: "u undoes it")
    let text = try notes("recipes/p1")
    expectTrue(text.unicodeScalars.contains("\u{301}") || text.contains("\\u0301"))
    try end(session)
  }

  @Test func `is left as it was by an editor that says so, and what was written is kept`() throws {
    let session = try start("recipes", editor: "echo 'half' > \"$1\"; exit 3")
    try changeNotes(session, until: "ended with status 3; nothing was changed")
    expectEqual(home.text(of: ".local/state/cairn/edit/Notes.md"), "half\n")
    try end(session)
  }

  // While the terminal changes hands, its keys for ending programs are for the one in front.
  @Test func `may be ended by Ctrl-backslash, and the app goes on`() throws {
    let session = try start("recipes/p1", editor: ":")
    for _ in 0..<Torture.rounds(10) {
      session.send("E")
      for _ in 0..<30 {
        session.send("\u{1C}")
        session.terminal.readAll()
        usleep(500)
      }
    }
    // Keys may still go to the editor, and where it was ended, Enter goes back.
    try session.terminal.wait(
      for: "the launcher",
      outside: {
        session.send(session.screen.modes.contains(1049) ? "gh" : "\r")
        session.terminal.readAll(until: .now + .milliseconds(100))
        return session.screen.text.contains("Launcher")
      })
    try end(session)
  }

  @Test func `is there to be saved after all where somebody else was quicker`() throws {
    let others = "'\(Home.program)' set recipes/p1 Notes=theirs"
    let session = try start(
      "recipes", editor: "[ -e \"$HOME/again\" ] || { echo mine > \"$1\"; \(others); }")
    try changeNotes(session, until: "Edit it again")
    try expectTrue(notes("recipes/p1").contains(#""theirs""#))
    expectEqual(home.text(of: ".local/state/cairn/edit/Notes.md"), "mine\n")
    try home.write("", to: "again")
    // The editor that is left at once has what was written, which counts as meant.
    try session.press("e", until: "u undoes it")
    try expectTrue(notes("recipes/p1").contains(#""mine""#))
    expectEqual(home.names(in: ".local/state/cairn/edit"), [])
    try end(session)
  }

  @Test func `stays in its file where nobody says what becomes of it`() throws {
    let others = "'\(Home.program)' remove recipes/p1"
    let session = try start("recipes", editor: "echo mine > \"$1\"; \(others)")
    try changeNotes(session, until: "the text is in")
    expectEqual(home.text(of: ".local/state/cairn/edit/Notes.md"), "mine\n")
    try end(session)
  }

  @Test func `that is not UTF-8 can be edited again, in the same file`() throws {
    let session = try start(
      "recipes",
      editor: "[ -e \"$HOME/again\" ] && echo good > \"$1\" || printf 'caf\\351' > \"$1\"")
    try changeNotes(session, until: "Edit it again")
    expectTrue(session.screen.text.contains("Notes is not UTF-8"))
    try home.write("", to: "again")
    try session.press("e", until: "u undoes it")
    try expectTrue(notes("recipes/p1").contains(#""good""#))
    expectEqual(home.names(in: ".local/state/cairn/edit"), [])
    try end(session)
  }

  @Test func `is not emptied by an editor that takes its file away`() throws {
    try home.output("set", "recipes/p1", "Notes=old")
    let session = try start("recipes", editor: "rm \"$1\"")
    try changeNotes(session, until: "the editor deleted the file")
    try expectTrue(notes("recipes/p1").contains(#""old""#))
    try end(session)
  }

  @Test func `empties nothing where texts differ and none was written`() throws {
    try home.output("set", "recipes/p1", "Notes=old")
    let session = try start("recipes", editor: "echo > \"$1\"")
    try session.press("  ", until: "2 marked")
    try changeNotes(session, until: "Notes is unchanged")
    try expectTrue(notes("recipes/p1").contains(#""old""#))
    try end(session)
  }

  @Test func `comes with the lines of other systems, and before what is typed behind its key`()
    throws
  {
    let session = try start("recipes/p1", editor: "printf 'one\\r\\ntwo\\r\\n' > \"$1\"")
    try session.press("e", until: "field 1 of")
    for number in 2...10 { try session.press("\t", until: "field \(number) of") }
    try session.press("\u{1B}OS!\u{13}", until: "saved Onion")
    let text = try notes("recipes/p1")
    expectTrue(text.contains(#""one\ntwo!""#), text)
    try end(session)
  }

  @Test func `is left as it was by an editor that writes nothing`() throws {
    let session = try start("recipes", editor: ":")
    try changeNotes(session, until: "Notes is unchanged")
    expectEqual(home.names(in: ".local/state/cairn/edit"), [])
    try end(session)
  }
}
