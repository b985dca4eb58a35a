import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `Notes in Markdown` {
  private func take(
    _ notes: [(name: String, text: String)], into store: ObjectStore
  ) throws -> ImportReport {
    let files = notes.map { source($0.text, name: $0.name) }
    return try Importer(store).run([ImportInput(folder: "notes", of: files)])
  }

  @Test func `of a folder are one collection, each with its name, fields and text`() throws {
    let store = try makeStore()
    let report = try take(
      [
        (
          "notes/Soup.md",
          "---\ntags: [warm, quick]\nserves: 4\nday: 2026-11-20\n---\n\n# Soup\n\nStir.\n\n"
        ),
        ("notes/2026-11-21.md", "Only text\r\n\r\n---\r\n\r\nmore\r\n"),
        ("notes/Pie.md", "\u{FEFF}---\r\ntitle: Apple pie\r\nserves: 6\r\n...\r\nBake.\r\n"),
        ("notes/Empty.md", ""),
      ], into: store)
    expectEqual(report.badRows, [])
    expectEqual(report.collections.map(\.entity.plural), ["notes"])
    try expectEqual(store.texts("Name", of: "Note"), ["Soup", "2026-11-21", "Pie", "Empty"])
    try expectEqual(store.texts("tags", of: "Note"), ["warm+quick", "-", "-", "-"])
    try expectEqual(store.values("serves", of: "Note"), [.integer(4), nil, .integer(6), nil])
    try expectEqual(store.texts("title", of: "Note"), ["-", "-", "Apple pie", "-"])
    try expectEqual(
      store.texts("Body", of: "Note"),
      ["# Soup\n\nStir.", "Only text\n\n---\n\nmore", "Bake.", "-"])
    try expectEqual(store.attribute("Body", of: "Note").type, .text)
    try expectEqual(store.attribute("Name", of: "Note").type, .string)
    try expectEqual(store.attribute("day", of: "Note").type, .date)
  }

  @Test func `keep a name that stands among their fields, and quoted text as text`() throws {
    let store = try makeStore()
    try take(
      [("notes/a.md", "---\nname: Ana\nzip: \"0123\"\ncode: '12'\ndone: yes\n---\n")], into: store
    ).requireNoBadRow()
    try expectEqual(store.texts("name", of: "Note"), ["Ana"])
    try expectEqual(store.texts("zip", of: "Note"), ["0123"])
    try expectEqual(store.attribute("code", of: "Note").type, .string)
    try expectEqual(store.values("done", of: "Note"), [.boolean(true)])
  }

  @Test(arguments: [["name: Ana\n", ""], ["", "NAME: Ana\n"]])
  func `have one field for their names, also if only some have it themselves`(
    fields: [String]
  ) throws {
    let store = try makeStore()
    let notes = fields.enumerated().map { ("notes/\($0).md", "---\n\($1)a: 1\n---\n") }
    let report = try take(notes, into: store)
    expectEqual(report.notices, [])
    let names = store.snapshot.model["Note"]?.attributes.map(\.name).filter { $0.count == 4 } ?? []
    expectEqual(names.count, 1)
    try expectEqual(
      store.texts(names[0], of: "Note"), fields[0].isEmpty ? ["0", "Ana"] : ["Ana", "1"])
  }

  @Test func `keep their file's name beside a URL of their own`() throws {
    let store = try makeStore()
    try take(
      [("notes/Page.md", "---\nurl: https://example.org/\n---\n")], into: store
    ).requireNoBadRow()
    try expectEqual(store.texts("Name", of: "Note"), ["Page"])
    try expectEqual(store.texts("url", of: "Note"), ["https://example.org/"])
  }

  @Test func `are left out only if a byte is no text, named by file and line`() throws {
    let store = try makeStore()
    let report = try take(
      [
        ("notes/d.md", "good\n"), ("notes/e.md", "x\u{0}y\n"),
        ("notes/g.md", "---\na: \u{0}\n---\n"), ("notes/i.md", "+++\na = \"\u{0}\"\n+++\n"),
      ], into: store)
    expectEqual(
      report.badRows.map(\.description),
      [
        "notes/e.md, line 1: the cell Body has a zero byte, which text cannot hold",
        "notes/g.md, line 2, column 1: a byte is not text",
        "notes/i.md, line 2, column 1: a byte is not text",
      ])
    try expectEqual(store.texts("Body", of: "Note"), ["good"])
  }

  @Test func `of an export must be exact`() throws {
    let store = try makeStore()
    let report = try take(
      [
        ("a.md", "---\nurl: cairn://notes/p1\nb: *a\n---\n"),
        ("b.md", "---\nurl: cairn://notes/p2\na: 1\n"),
        ("c.md", "---\nurl: cairn://notes/p3\nBody: x\n---\ny\n"),
        ("d.md", "---\nurl: cairn://notes/p4\n---\ny\n"),
      ], into: store)
    expectEqual(
      report.badRows.map(\.description),
      [
        "a.md, line 3, column 4: anchors (&) and aliases (*) are not read",
        "b.md, line 1, column 1: the --- that opens here is never closed",
        "c.md, line 1, column 1: Body is a field, and the file has text below the fields",
      ])
  }

  /// A note with odd front matter.
  struct OddNote: Sendable {
    let text: String
    var fields: [String: [String]] = [:]
    var body = ""
    var notice = ""
  }

  @Test(arguments: [
    OddNote(
      text: "---\ntitle: @home\n---\nx\n", fields: ["title": ["@home"]], body: "x",
      notice: "line 2: the value was kept as text, because a value that begins with @ needs quotes"),
    OddNote(
      text: "---\ntitle: 2024 - A: B | C\npublic: false\n---\nx\n",
      fields: ["title": ["2024 - A: B | C"], "public": ["no"]], body: "x", notice: "line 2: "),
    OddNote(
      text: "---\n\nA rule, no fields: really.\n\nMore.\n",
      body: "---\n\nA rule, no fields: really.\n\nMore.",
      notice: "line 1: the --- that opens here is never closed, so the whole note is its text"),
    OddNote(
      text: "---\nJust words\n---\nx\n", body: "---\nJust words\n---\n\nx",
      notice: "line 2: no line is a field, so the whole note is its text"),
    OddNote(
      text: "---\ntitle: one\ntitle: two\n---\nx\n", fields: ["title": ["one"]], body: "x",
      notice: "title is repeated, so \"title: two\" was left out"),
    OddNote(
      text: "---\nkeywords:\n- #tag1\n- \"#tag2\"\n- tag3 # a comment\n---\n",
      fields: ["keywords": ["tag1", "tag2", "tag3"]]),
    OddNote(
      text: "---\ntags: #one #two\n---\n", fields: ["tags": ["one", "two"]]),
    OddNote(text: "---\ntags: one two\n---\n", fields: ["tags": ["one", "two"]]),
    OddNote(text: "---\ntags: one two, three\n---\n", fields: ["tags": ["one two", "three"]]),
    OddNote(text: "---\ntitle:No blank\n---\nx\n", fields: ["title": ["No blank"]], body: "x"),
    OddNote(
      text: "---\ntitle: {{template}}\nn: 1\n---\n",
      fields: ["title": ["{{template}}"], "n": ["1"]], notice: "line 2: "),
    OddNote(
      text: "---\ntitle: \"unclosed\nn: 1\n---\n", fields: ["title": ["\"unclosed"], "n": ["1"]],
      notice: "line 2: "),
    OddNote(
      text: "---\ntitle: [[Wiki Link]]\nup: \"[[Other]]\"\n---\n",
      fields: ["title": ["[[Wiki Link]]"], "up": ["[[Other]]"]]),
    OddNote(text: "---\nBody: x\n---\ny\n", fields: ["Body_field": ["x"]], body: "y"),
    OddNote(
      text: "+++\na = 1\nb = \n+++\n", body: "+++\na = 1\nb = \n+++", notice: "line 3: "),
    OddNote(
      text: "---\na: 1\nb: *a\n---\n", fields: ["a": ["1"], "b": ["*a"]], notice: "line 3: "),
    OddNote(
      text: "---\n# comment\na:\n  - x\n  - [1\nb: 2\n---\n",
      fields: ["a": ["x", "[1"], "b": ["2"]], notice: "line 5: "),
  ])
  func `with odd front matter lose nothing but a repeated field`(note: OddNote) throws {
    let store = try makeStore()
    let report = try take([("notes/n.md", note.text)], into: store)
    expectEqual(report.badRows, [])
    let row = try #require(Array(store.snapshot.load("Note").rows).first)
    var fields: [String: [String]] = [:]
    for attribute in row.chunk.entity.attributes where attribute.name != "Name" {
      fields[attribute.name] = row[attribute.name]?.storedTexts
    }
    if !note.body.isEmpty { expectEqual(fields.removeValue(forKey: "Body"), [note.body]) }
    expectEqual(fields, note.fields)
    let all = report.notices + report.lostValues.map(\.description)
    let notices = all.filter { $0.hasPrefix("notes/n.md, line") }
    expectEqual(notices.isEmpty, note.notice.isEmpty, "\(notices)")
    expectTrue(notices.isEmpty || notices[0].contains(note.notice), "\(notices)")
  }

  @Test func `have the same values by TOML as by YAML`() throws {
    let yaml = """
      ---
      title: "12"
      serves: 4
      price: 1.50
      done: true
      day: 2026-11-20
      at: 2026-11-20T10:30:00Z
      tags: [warm, quick]
      author:
        name: Ann
      ---
      Stir.
      """
    let toml = """
      +++
      title = '12'
      serves = 4
      price = 1.50
      done = true
      day = 2026-11-20
      at = 2026-11-20 10:30:00z   # a blank may stand for the T
      tags = ["warm", "quick"]
      [author]
      name = "Ann"
      +++
      Stir.
      """
    let (first, second) = (try makeStore(), try makeStore())
    try take([("notes/a.md", yaml)], into: first).requireNoBadRow()
    try take([("notes/a.md", toml)], into: second).requireNoBadRow()
    expectEqual(second.snapshot.model, first.snapshot.model)
    try expectEqual(second.export("Note", as: .json), first.export("Note", as: .json))
    try expectEqual(second.values("price", of: "Note"), [DecimalNumber("1.50").map(Value.decimal)])
    try expectEqual(second.attribute("at", of: "Note").type, .datetime)
    try expectEqual(second.attribute("title", of: "Note").type, .string)
  }

  @Test func `from a stream have no name, and none in it is a mistake`() throws {
    let store = try makeStore()
    var options = ImportOptions.ofCommand
    options.collection = "Note"
    let input = ImportInput(source("---\na: 1\n---\ntext\n", name: "standard input"))
    try Importer(store, options).run([input]).requireNoBadRow()
    expectEqual(store.snapshot.model["Note"]?.attributes.map(\.name), ["Body", "a"])
    #expect(throws: InterchangeError.self) { try store.take("\n \n", as: "notes.md") }
  }

  @Test func `hold nested fields as whole records where a link is`() throws {
    let model = try ObjectModel(
      parsing: """
        %rec: Recipe
        %attribute: Name string
        %relationship: Author to-one Author

        %rec: Author
        %attribute: Name string

        """)
    let store = try makeStore(model.entities)
    try store.take("---\nAuthor:\n  Name: Ana\n---\n", as: "recipe.md").requireNoBadRow()
    try expectEqual(store.texts("Name", of: "Author"), ["Ana"])
    try expectEqual(store.values("Author", of: "Recipe"), [.link(RecordKey(sequence: 1))])
  }

  @Test func `are written with fields above the text, one behind the other`() throws {
    let store = try makeStore()
    try store.take(
      "{\"Name\":\"Soup: hot\",\"Tags\":[\"warm\",\"quick\"],\"Serves\":4,\"Method\":\"Stir.\\n\\n---\\nEat.\",\"Hint\":\"a\\nb\"}\n"
        + "{\"Name\":\"Pie\",\"Method\":\"\\nBake\",\"Zip\":\"012\"}\n", as: "recipes.jsonl")
    try expectEqual(
      store.export("Recipe", as: .markdown),
      """
      ---
      url: cairn://recipes/p1
      "@body": Method
      Name: "Soup: hot"
      Tags:
        - warm
        - quick
      Serves: 4
      Hint: |-
        a
        b
      ---

      Stir.

      ---
      Eat.

      ---
      url: cairn://recipes/p2
      Name: Pie
      Method: "\\nBake"
      Zip: "012"
      ---

      """)
  }

  @Test(arguments: [
    "plain", "", "a\n\nb", "\na", "a\n", " a", "a ", "---\nurl: cairn://x",
    "a\n---\nurl: cairn://recipes/p1\n---\nb",
    "---", "a\n---\n---", "a\r\nb", "a\n  \nb", "# x\n\n    code\n\ttab", "\u{FEFF}x", "a\n...\nb",
    "+++",
  ])
  func `give the same text again, whatever it holds`(text: String) throws {
    for name in ["Body", "body", "Method"] {
      let entity = Entity(
        name: "Thing",
        properties: [
          .attribute(Attribute(name: "Name", type: .string)),
          .attribute(Attribute(name: name, type: .text)),
        ])
      let first = try makeStore([entity])
      try first.commit(title: "Add") { (draft) throws(StoreError) in
        for title in ["one", "two"] {
          try draft.insert([.text(title), .text(text)], into: "Thing")
        }
      }
      let second = try makeStore([entity])
      let written = try first.export("Thing", as: .markdown)
      try second.take(written, as: "things.md").requireNoBadRow()
      expectEqual(second.snapshot.model, first.snapshot.model)
      try expectEqual(second.texts(name, of: "Thing"), [text, text], "\(written)")
      try expectEqual(second.texts("Name", of: "Thing"), ["one", "two"])
    }
  }

  @Test func `keep a missing value where a default would fill it`() throws {
    var size = Attribute(name: "Size", type: .integer)
    size.defaultText = "7"
    let entity = Entity(
      name: "Thing",
      properties: [.attribute(Attribute(name: "Name", type: .string)), .attribute(size)])
    let first = try makeStore([entity])
    try first.commit(title: "Add") { (draft) throws(StoreError) in
      try draft.insert([.text("a"), nil], into: "Thing")
    }
    let second = try makeStore([entity])
    try second.take(try first.export("Thing", as: .markdown), as: "things.md").requireNoBadRow()
    try expectEqual(second.values("Size", of: "Thing"), [nil])
  }

  @Test func `are told by their name and their first line`() {
    expectEqual(
      InterchangeFormat.detect(in: Array("\u{FEFF}---\r\na: 1\r\n---\r\n".utf8)), .markdown)
    expectEqual(InterchangeFormat.detect(in: Array("+++\na = 1\n+++\n".utf8)), .markdown)
    expectEqual(InterchangeFormat.detect(in: Array("----\n".utf8)), .csv)
    expectEqual(InterchangeFormat(path: "README.MD"), .markdown)
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `of any bytes end in records or an error`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = [
      "---", "\n", "\n\n", "a:", "b: ", "- ", "  ", "\t", "[", "]", "{", "}", "'", "\"", "|", ">",
      "&a", "*a",
      "url: cairn://things/p1", "body: a", "a = ", "[a]", "[[b]]", "\n+++\n", "0x1", "\"\"\"",
      "# x", "å", "\u{0}", "x", "\r\n", "+++", "...", "\\",
      ",", ":",
    ]
    for _ in 0..<200 {
      var text = ["---\n", "+++\n", ""][random.number(0...2)]
      for _ in 0..<random.number(1...30) { text += words[random.number(0...words.count - 1)] }
      let store = try makeStore()
      do throws(InterchangeError) {
        let report = try Importer(store).run([
          ImportInput(source(text, name: "things.md", blockSize: 5))
        ])
        expectTrue(
          report.badRowCount + report.collections.reduce(0) { $0 + $1.inserted + $1.updated } > 0)
      } catch {
        expectTrue(!error.description.isEmpty)
      }
    }
  }
}

extension ImportReport {
  func requireNoBadRow() { expectEqual(badRows, []) }
}
