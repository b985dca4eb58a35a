import TestSupport
import Testing

/// Text in records, file names and URLs must not control the terminal.
@Suite struct `Text of others` {
  /// All control characters except NUL, which an argument can't contain, and all characters that
  /// change the direction of text.
  static let scalars: [Unicode.Scalar] =
    [0x01...0x1F, 0x7F...0x9F, 0x200E...0x200F]
    .flatMap { $0.compactMap(Unicode.Scalar.init) }
    + [0x61C, 0x2028, 0x2029].compactMap(Unicode.Scalar.init)
    + [0x202A...0x202E, 0x2066...0x2069].flatMap { $0.compactMap { Unicode.Scalar($0) } }
  /// The characters, each in brackets by which the test finds it, and two terminal commands.
  static let text = scalars.map { "⟦\($0)⟧" }.joined() + "\u{1B}]52;c;QUJD\u{7}\u{1B}[31m"
  /// The text as one shell word, which replaces `EVIL` in the commands.
  static let word = "'" + text + "'"

  private let home: Home

  init() throws {
    home = try Home(environment: [:])
    let escaped = Self.text.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
    try home.write(
      "{\"Name\":\"Bad \(escaped)\",\"Note\":\"\(escaped)\",\"Tags\":[\"\(escaped)\"]}\n",
      to: "items.jsonl")
    try home.output("import", "items.jsonl", "--into", "Item")
    // No name is longer than 255 bytes.
    try home.write("x,y\n1,2\n", to: "f⟦\u{202E}⟧⟦\u{9B}⟧⟦\u{7}⟧\u{1B}]52;c;QUJD\u{7}.csv")
  }

  /// Fails if the terminal received one of the characters from the text.
  private func check(_ session: TerminalSession, _ place: String) {
    let bytes = String(decoding: session.terminal.received, as: UTF8.self).unicodeScalars
    // The terminal driver writes line ends itself, and tabs do no harm.
    let obeyed = Set(Self.scalars).subtracting(["\n", "\r", "\t"])
    var before: Unicode.Scalar = "\0"
    var earlier = before
    for scalar in bytes {
      if obeyed.contains(before), earlier == "⟦", scalar == "⟧" {
        Issue.record("U+\(String(before.value, radix: 16)) at \(place)")
      }
      // The program itself never sends these characters.
      if scalar.value > 0x7E, obeyed.contains(scalar) {
        Issue.record("U+\(String(scalar.value, radix: 16)) reached \(place)")
      }
      (earlier, before) = (before, scalar)
    }
    let all = String(decoding: session.terminal.received, as: UTF8.self)
    expectTrue(!all.contains("\u{1B}]52;c;QUJD"), place)
  }

  @Test(
    arguments: [
      "list items", "list items --format json", "list items --format jsonl",
      "list items --format csv", "list items --format markdown", "show items/p1",
      "show items/p1 --format json", "find Bad", "log", "log --format json", "jobs",
      "jobs --format json",
      "export items", "export items --format csv", "export items --format markdown",
      "export items --format rec", "export items --format vcard", "model show", "favorites list",
      "render items", "render items/p1", "store verify", "store info", "routes", "undo",
      "list items Name:EVIL", "list EVIL", "show items/EVIL", "show EVIL",
      "routes --explain cairn://EVIL/x", "routes --explain 'cairn://%1b%5D52;c;QUJD%07/x'",
      "routes --explain 'cairn://%E2%80%AE/x' --format json", "set items/p1 Name=EVIL",
      "set items/p1 EVIL=1", "add EVIL Name=x", "add item EVIL", "import EVIL",
      "import f*.csv", "import --dry-run f*.csv", "--store EVIL list items", "--EVIL",
      "EVIL", "open EVIL", "model EVIL", "config EVIL", "export items -o EVIL/x",
      "favorites add items --title EVIL", "sync init EVIL", "keys EVIL",
      "init --model EVIL", "remove items/p1", "state", "help EVIL",
    ])
  func `is shown and not obeyed on a terminal`(command: String) throws {
    let script = "\"$0\" \(command) </dev/null".replacing("EVIL", with: Self.word)
    let session = try home.startShell(script)
    _ = try session.waitForEnd()
    check(session, command)
  }

  @Test func `is shown and not obeyed on standard error in a pipe`() throws {
    for command in ["show items/EVIL", "import EVIL", "EVIL", "--EVIL"] {
      let errors = try home.shell("cairn \(command)".replacing("EVIL", with: Self.word)).errors
      let found = errors.unicodeScalars.filter { $0 != "\n" && Self.scalars.contains($0) }
      expectEqual(found.count, 0, command)
    }
  }

  @Test func `is shown and not obeyed on every screen and in the window's title`() throws {
    let session = try home.start("items")
    try session.wait(forText: "Bad")
    check(session, "a list")
    session.send("/Bad\r\r")
    try session.wait(for: "the title") { $0.title.contains("Bad") }
    check(session, "a page")
    try session.press("x", until: "Export")
    try session.press("\u{1B}", until: "x actions")
    try session.press("e", until: "^S save")
    check(session, "a form")
    session.send("\u{1B}[21~")
    _ = try session.waitForEnd()
    check(session, "the end")
    let look = try home.startShell("\"$0\" peek f*.csv")
    try look.wait(forText: "1 of 1")
    look.send("q")
    _ = try look.waitForEnd()
    check(look, "a look at a file")
  }

  @Test func `is shown and not obeyed line by line`() throws {
    let session = try home.start("items", environment: ["TERM": "dumb"])
    try session.wait(forText: "Bad")
    session.send("1\n")
    try session.wait(for: "the record") { $0.text.contains("p1") || $0.text.contains("Name") }
    session.send("q\n")
    _ = try session.waitForEnd()
    check(session, "lines")
  }
}
