import Glibc
import TestSupport
import Testing

/// How a program can end in the middle of something.
enum Ending: CaseIterable {
  case killed
  case terminated
  case hungUp
  case windowClosed
  case quit

  func end(_ session: TerminalSession) throws {
    switch self {
    case .killed: session.signal(SIGKILL)
    case .terminated: session.signal(SIGTERM)
    case .hungUp: session.signal(SIGHUP)
    case .windowClosed: session.terminal.hangUp()
    case .quit: session.send("\u{1B}[21~")
    }
    try expectEqual(session.waitForEnd(), status)
  }

  private var status: Int32 {
    switch self {
    case .killed: 128 + SIGKILL
    case .terminated: 128 + SIGTERM
    case .hungUp, .windowClosed: 128 + SIGHUP
    case .quit: 0
    }
  }
}

@Suite struct `The next start` {
  @Test func `promises no draft where the state can't be written, and asks before it is lost`()
    throws
  {
    let home = try Home(sample: "contacts")
    try home.shell("rm -rf .local/state/cairn; mkdir -p .local/state; echo x > .local/state/cairn")
    let session = try home.start("contacts")
    try session.wait(forText: "the session can't be saved")
    try session.press("\re", until: "Drafts can't be saved")
    try session.press("Xyz\u{1B}", until: "kept until you quit")
    try session.press("q", until: "1 draft would be lost")
    session.send("\r")
    try session.wait(for: "the menu to close") { !$0.text.contains("would be lost") }
    try session.press("q", until: "1 draft would be lost")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `shows the same sections, folded and added up`() throws {
    let home = try Home(sample: "recipes")
    let session = try home.start("recipes?group=Kind")
    try session.wait(forText: "1 of 60")
    try session.press("z=szM", until: "▸ drink")
    try session.wait(forText: "890")
    try session.press("Gk", until: "section 8 of 9")
    try session.wait(untilStateOf: home, holds: "\"cursorHead\":\"sauce\"")
    let picture = session.picture
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    let again = try home.start()
    try again.wait(forPicture: picture)
  }

  @Test(arguments: Ending.allCases)
  func `shows the same list, with the same record under the cursor`(ending: Ending) throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try session.press("/work\r", until: "filtered from 64")
    try session.press("sn", until: "NAME▾")
    try session.press("Gkk", until: "12 of 14")
    try session.press("j", until: "13 of 14")
    let id = try #require(try session.selectedID(in: home))
    try session.wait(untilStateOf: home, holds: "\"cursor\":\"\(id)\"")
    let picture = session.picture
    try ending.end(session)

    let again = try home.start()
    try again.wait(forPicture: picture)
    try again.press("H", until: "cairn://~launcher")
  }

  @Test(arguments: Ending.allCases)
  func `shows the half-typed form`(ending: Ending) throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts/agathe")
    try session.wait(forText: "MENTEES")
    try session.press("e", until: "field 1 of")
    try session.press("\t\t\t@@", until: "1 problem")
    session.send("\u{1B}[D")
    try session.wait(untilStateOf: home, holds: "rivoire.example@@")
    try session.wait(untilStateOf: home, holds: "\"place\":23")
    let picture = session.picture
    try ending.end(session)

    let again = try home.start()
    try again.wait(forPicture: picture)
    try again.press("\u{13}", until: "1 problem to correct before saving")
    try again.press("\u{1B}[1;3D", until: "MENTEES")
  }

  @Test(arguments: ["--fresh", "state clear", "restore = none"])
  func `lists the draft, though it reopens nothing else`(way: String) throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts/agathe")
    try session.wait(forText: "MENTEES")
    try session.press("e", until: "field 1 of")
    try session.press("\u{05} Unsaved", until: "Rivoire Unsaved")
    try session.wait(untilStateOf: home, holds: "Rivoire Unsaved")
    session.signal(SIGKILL)
    try expectEqual(session.waitForEnd(), 128 + SIGKILL)
    var arguments: [String] = []
    switch way {
    case "--fresh": arguments = ["--fresh"]
    case "state clear":
      expectTrue(try home.cairn("state", "clear").errors.contains("1 draft kept"))
    default: try home.write("[navigation]\nrestore = \"none\"\n", to: ".config/cairn/config.toml")
    }
    let again = try home.start(arguments)
    try again.wait(forText: "draft, not saved")
    try again.press("H", until: "no screen before")
    try again.press("0", until: "Rivoire Unsaved")
    again.send("\u{13}")
    try again.wait(for: "the saved record") { _ in
      (try? home.cairn("show", "contacts/agathe").output.contains("Rivoire Unsaved")) == true
    }
  }

  @Test func `keeps the tabs`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts/agathe", "contacts?where=lyon")
    try session.wait(forText: "of 22")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    let state = try home.cairn("state", "show").output
    expectTrue(state.contains("cairn://contacts/p39"))
    let again = try home.start()
    try again.wait(forText: "of 22")
    expectTrue(again.screen.row(0).contains("2/2"))
    try again.press("gt", until: "MENTEES")
    expectTrue(again.screen.row(0).contains("1/2"))
    try again.press("gT", until: "of 22")
    try again.press("gx", until: "MENTEES")
    expectTrue(!again.screen.row(0).contains("/2"))
    again.send("q")
    try expectEqual(again.waitForEnd(), 0)
  }

  @Test(arguments: [
    "", "garbage", "{\"version\":1}\n{", String(repeating: "\u{0}", count: 4_096),
    "{\"version\":99999}\n",
  ])
  func `survives a state file of garbage, and keeps it for a look`(text: String) throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try session.press("j", until: "2 of 64")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    let file = try #require(home.stateFiles.first)
    try home.write(text, to: file)

    let again = try home.start()
    try again.wait(forText: "? help")
    expectTrue(text.isEmpty || home.isKept(text, beside: file))
    again.send("q")
    try expectEqual(again.waitForEnd(), 0)
  }
}

extension Home {
  /// Whether a file in the folder of `file` holds a text.
  func isKept(_ text: String, beside file: String) -> Bool {
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    return names(in: folder).contains { self.text(of: "\(folder)/\($0)") == text }
  }
}

extension TerminalSession {
  /// The key of the record in the row with the cursor, by its name.
  func selectedID(in home: Home) throws -> String? {
    let row = screen.row(screen.cursor.row)
    let name = row.dropFirst(3).split(separator: "  ").first.map(String.init) ?? ""
    let found = try home.cairn("list", "contacts", "Name=\"\(name)\"", "--format", "json").output
    return found.split(separator: "\"").first { $0.hasPrefix("cairn://contacts/") }
      .map { String($0.dropFirst("cairn://contacts/".count)) }
  }
}
