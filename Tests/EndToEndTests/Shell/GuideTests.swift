import CairnFiles
import Glibc
import TestSupport
import Testing

/// Every command, key and screen of the README and the guide.
@Suite struct `The guide` {
  private static let top = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
  private static let folder = "\(top)/Resources/guide"

  private static var pages: [String] {
    get throws { try RealFileSystem().list(folder).filter { $0.hasSuffix(".md") }.sorted() }
  }

  static let texts: [String] =
    ["README.md"] + ((try? pages) ?? []).map { "Resources/guide/\($0)" }

  private let home: Home

  init() throws {
    home = try Home(environment: [
      "CAIRN_NOW": "2026-11-27T12:00:00Z", "CAIRN_SEED": "1", "TZ": "UTC", "EDITOR": "true",
      "GIT_CONFIG_NOSYSTEM": "1",
    ])
  }

  /// Commands, keys and screens run in the order of the page, in one home.
  @Test(arguments: texts)
  func `does as it says`(name: String) throws {
    let text = try GuideText("\(Self.top)/\(name)")
    try GuideFiles.write(into: home)
    try home.output("--store", "fresh", "init", "--sample", text.sample)
    for step in text.steps {
      switch step {
      case .setup(let command): try expectEqual(home.shell(command).status, 0, "\(command)")
      case .command(let command): try run(command, of: name)
      case .check(let check): try press(check, of: name)
      case .picture(let picture): try draw(picture, of: text)
      }
    }
    for key in text.boldKeys {
      let script = " \(GuideText.script(of: key.keys)) "
      let isChecked = text.checks.contains { check in
        check.section == key.section && " \(check.keys) ".contains(script)
      }
      expectTrue(isChecked, "\(name):\(key.line): no check of its section presses \(key.keys)")
    }
  }

  private func run(_ command: GuideText.Command, of name: String) throws {
    let place = "\(name):\(command.line): \(command.text)"
    guard let keys = Self.keysToLeave(command.text) else {
      let answer = try home.shell(command.text)
      return expectEqual(answer.status, command.status, "\(place): \(answer.errors)")
    }
    let session = try home.startShell(
      "cairn() { \"$0\" \"$@\"; }; cairn \(command.text.dropFirst(6))")
    try session.wait(for: "a screen") { $0.text.contains { $0.isLetter } }
    session.send(keys)
    try expectEqual(session.waitForEnd(), command.status, "\(place)")
  }

  private func press(_ check: GuideText.KeyCheck, of name: String) throws {
    let shown = try render(check.url, check.keys, "80x24")
    for words in check.expected {
      expectTrue(
        shown.contains(words), "\(name):\(check.line): \(check.keys): no \(words) in\n\(shown)")
    }
  }

  private func draw(_ picture: GuideText.Picture, of text: GuideText) throws {
    var rows = try render(picture.url, picture.keys, picture.size)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while rows.last?.isEmpty == true { rows.removeLast() }
    if getenv("RECORD_SNAPSHOTS") != nil {
      try GuideText.replace(picture.rows, at: picture.line, with: rows, in: text.path)
    } else {
      expectEqual(
        picture.rows, rows, "\(text.path):\(picture.line); RECORD_SNAPSHOTS=1 records it")
    }
  }

  /// The keys that end a command which draws on the terminal; `nil` for other commands.
  private static func keysToLeave(_ command: String) -> String? {
    let words = command.split(separator: " ")
    guard words[0] == "cairn", !command.contains("|"), !command.contains(">") else { return nil }
    guard let first = words.dropFirst().first(where: { !$0.hasPrefix("--") }) else { return "q" }
    if first == "pick" { return "\r" }
    let screens: Set<Substring> = ["demo", "peek", "guide", "recipes", "places"]
    return screens.contains(first) || first.hasPrefix("@") ? "q" : nil
  }

  @Test(arguments: texts)
  func `has only links that lead somewhere`(name: String) throws {
    let path = "\(Self.top)/\(name)"
    for link in try GuideText(path).links where !link.hasPrefix("https://") {
      let place = "\(path.parentFolder)/\(link.prefix { $0 != "#" })"
      try expectTrue(RealFileSystem().exists(place), "\(name): \(link)")
    }
  }

  @Test func `is in the program, page by page`() throws {
    let names = try Self.pages.map { String($0.dropLast(3)) }
    let listed = try home.output("guide").split(separator: "\n").map { $0.prefix { $0 != " " } }
    expectEqual(listed.map(String.init).sorted(), names)
    let manual = try home.output("manual")
    for name in names {
      let page = try home.output("guide", name)
      let file = String(
        decoding: try RealFileSystem().read("\(Self.folder)/\(name).md"), as: UTF8.self)
      let title = try #require(file.split(separator: "\n").first?.dropFirst(2))
      expectTrue(page.hasPrefix("# \(title)\n"), "\(name)")
      expectTrue(!page.contains("<!--") && !page.contains("```screen"), "\(name)")
      expectTrue(manual.contains(".SH \"\(title.uppercased())\""), "\(name)")
    }
  }

  // MARK: Screens

  /// Draws a screen over a new copy of the sample.
  private func render(_ url: String, _ keys: String, _ size: String) throws -> String {
    // The copy takes over the jobs and the tour of the commands, as their store has the same id.
    try home.shell("rm -f .local/state/cairn/*/store; cp -R fresh store")
    defer { _ = try? home.shell("rm -rf store") }
    return try home.output("--store", "store", "render", url, "--size", size, "--keys", keys)
  }
}

/// The files that commands of the README and the guide read.
private enum GuideFiles {
  static let all = [
    "places.csv": """
    Name,Kind,City,Rating,Opened
    Old harbor,depot,Lyon,4.5,1998-05-01
    Mill,depot,Genf,3.5,2004-11-12
    Tower,office,Lyon,4,2011-02-03
    Quay,office,Basel,2.5,2019-08-30

    """,
    "preise.csv": """
    Artikel;Preis;Datum
    Schraube;1.234,50;31.12.2026
    Mutter;0,75;01.02.2026

    """,
    "bank.csv": """
    Account statement;;
    IBAN;DE00 0000;
    ;;
    Date;Text;Amount
    01.02.2026;Coffee;-3,50
    13.02.2026;Pay;1.200,00
    ;Total;1.196,50

    """,
    "prices.csv": "Item;Price\nCoffee;12,50 €\nSugar;7,25 €\n",
    "guests.csv": "Name,Age\nAnn,30\nBob,old\n",
    "books.csv":
      "Title,Writer\nEmma,Jane Austen\nPersuasion,Jane Austen\nDune,Frank Herbert\n",
    "tools.csv": "Name,Tags\nSaw,wood;metal\nFile,metal\n",
    "papers.bib": "@article{one, title = {On {\\\"o}rder}, author = {A and B}, year = 1999}\n",
    "bookmarks.html":
      "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><DT><A HREF=\"https://a.example\">A</A></DL>\n",
    "contacts.vcf": """
    BEGIN:VCARD\r
    VERSION:3.0\r
    FN:Ann Example\r
    N:Example;Ann;;;\r
    EMAIL:ann@example.org\r
    END:VCARD\r

    """,
    "calendar.ics": """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VEVENT
    UID:tea@example.org
    SUMMARY:Tea
    DTSTART;TZID=Europe/Paris:20261201T160000
    DTEND;TZID=Europe/Paris:20261201T170000
    RRULE:FREQ=WEEKLY
    BEGIN:VALARM
    TRIGGER:-PT15M
    END:VALARM
    END:VEVENT
    END:VCALENDAR

    """,
    "notes/ideas.md": "# Ideas\n\nBuild a boat.\n",
    "notes/todo.md": "# Todo\n\nCall the harbor.\n",
    "journal/Harbor.md": "Open on [[Monday]], closed on [[Sunday]].\n",
    "journal/Monday.md": "A calm day.\n",
    "Artist.csv": "ArtistId,Name\n1,AC/DC\n2,Accept\n",
    "Album.csv": """
    AlbumId,Title,ArtistId
    1,For Those About To Rock,1
    2,Balls to the Wall,2
    3,Let There Be Rock,1

    """,
    "orders.json": """
    [{"Number": 1, "Customer": {"Name": "Ann"}, "Lines": [{"Item": "Saw", "Count": 2}]},
     {"Number": 2, "Customer": {"Name": "Ben"}, "Lines": [{"Item": "File", "Count": 1}]}]

    """,
    "orders.jsonl": """
    {"Number": 1, "Total": 12.5, "Paid": "2026-05-01 10:00"}
    {"Number": 2, "Total": 7, "Paid": "2026-11-02 23:30"}

    """,
  ]

  static func write(into home: Home) throws {
    for (name, text) in all { try home.write(text, to: name) }
  }
}
