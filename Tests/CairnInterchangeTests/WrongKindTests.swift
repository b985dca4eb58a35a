import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `A file without a record of its format` {
  private func error(
    _ text: String, _ name: String, _ parts: [Dialect.Part: String] = [:],
    as format: InterchangeFormat? = nil
  ) throws -> String? {
    var input = ImportInput(source(text, name: name, blockSize: 1000), format: format)
    for (part, word) in parts { try input.dialect.set(part, to: word) }
    do {
      _ = try InspectedInputs([input])
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("x.vcf", "card that begins with BEGIN:VCARD"), ("x.bib", "entry such as @book"),
    ("x.rec", "record with a line such as Name: value"), ("x.html", "bookmark such as"),
  ])
  func `is refused with what it has instead`(name: String, expected: String) throws {
    let text = name == "x.rec" ? "\n# <html> only\n" : "\n  <html> only\n<p>Not found</p>\n"
    let format = name == "x.html" ? InterchangeFormat.bookmarks : nil
    let words = try error(text, name, as: format) ?? ""
    expectTrue(words.contains("\(name) has no \(expected)"), words)
    expectTrue(words.contains("it begins with \"") && words.contains("<html> only\""), words)
    try expectEqual(error("", name, as: format), "\(name) is empty")
    try expectEqual(error("\n \n", name, as: format), "\(name) is empty")
  }

  @Test(arguments: [("x.csv", "a,b\n"), ("x.json", "[]"), ("x.jsonl", ""), ("x.md", "text\n")])
  func `is none where the format allows it`(name: String, text: String) throws {
    try expectEqual(error(text, name), nil)
  }

  @Test func `is one error where a table has the name of a JSON file`() throws {
    let store = try makeStore()
    for name in ["wrong.json", "wrong.jsonl"] {
      let error = #expect(throws: InterchangeError.self) {
        try store.take("Title,Year\nDune,1965\n\"Emma, again\",1815\n", as: name)
      }
      expectEqual(
        error?.description,
        "\(name) has no record in \(name.hasSuffix("l") ? "JSON Lines" : "JSON"); it begins with \"Title,Year\""
      )
    }
  }

  @Test func `may be a model without records`() throws {
    try expectEqual(error("%rec: Book\n%type: Year int\n", "x.rec"), nil)
  }

  // MARK: - Parts of the dialect

  @Test(arguments: [
    ("x.vcf", "BEGIN:VCARD\nFN:Ann\nEND:VCARD\n", "vCard"), ("x.json", "[{\"a\":1}]", "JSON"),
    ("x.md", "text\n", "Markdown"),
  ])
  func `takes no part of the dialect of a table`(name: String, text: String, title: String) throws {
    for (part, word) in [(Dialect.Part.delimiter, ";"), (.header, "3"), (.null, "-"), (.skip, "1")]
    {
      try expectEqual(
        error(text, name, [part: word]),
        "\(part.rawValue): only a table such as CSV has this, and \(name) is \(title)")
    }
    try expectEqual(error(text, name, [.encoding: "latin1", .zone: "UTC"]), nil)
  }

  @Test func `takes part in an import with a table`() throws {
    var inputs = [
      ImportInput(source("[{\"a\":1}]", name: "x.json")), ImportInput(source("a|b\n1|2\n")),
    ]
    for place in inputs.indices { try inputs[place].dialect.set(.delimiter, to: "|") }
    let report = try Importer(makeStore()).run(inputs)
    expectEqual(report.inputs.map(\.form.given), [[], [.delimiter]])
    expectEqual(report.inputs.map(\.form.dialect.delimiter), [nil, UInt8(ascii: "|")])
  }

  private static let contradictions: [(parts: [Dialect.Part: String], words: String)] = [
    ([.delimiter: "\""], "delimiter and quote are both \""),
    ([.comment: "\""], "quote and comment are both \""),
    ([.escape: ","], "delimiter and escape are both ,"),
    ([.comment: ","], "delimiter and comment are both ,"),
    ([.delimiter: ";", .escape: ";"], "delimiter and escape are both ;"),
  ]

  @Test(arguments: contradictions)
  func `is refused where a character has two meanings`(
    parts: [Dialect.Part: String], words: String
  ) throws {
    try expectEqual(error("a,b\n1,2\n3,4\n", "x.csv", parts), "x.csv: \(words)")
  }

  @Test func `has a quote as its delimiter where there are no quotes`() throws {
    try expectEqual(error("a\"b\n1\"2\n", "x.csv", [.delimiter: "\"", .quote: "none"]), nil)
  }

  private static let ends: [(parts: [Dialect.Part: String], words: String)] = [
    ([.header: "99"], "3 lines, so line 99 can't be the header"),
    ([.header: "4"], "3 lines, so line 4 can't be the header"),
    ([.skip: "3"], "3 lines, so nothing is left after 3 skipped lines"),
  ]

  @Test(arguments: ends)
  func `is told how long it is where its table would begin below`(
    parts: [Dialect.Part: String], words: String
  ) throws {
    for text in ["a,b\n1,2\n3,4\n", "a,b\n1,2\n3,4", "a,b\r\n1,2\r\n3,4\r\n"] {
      try expectEqual(error(text, "x.csv", parts), "x.csv has \(words)")
    }
    try expectEqual(error("a,b\n1,2\n3,4\n", "x.csv", [.header: "3"]), nil)
  }

  @Test func `keeps the header of an export`() throws {
    let store = try makeStore()
    try store.take("a,b\n1,2\n")
    let csv = try store.export("Thing", as: .csv)
    let words = try error(csv, "x.csv", [.header: "none"]) ?? ""
    expectTrue(words.contains("header none: this is an export of Cairn"), words)
    try expectEqual(error(csv, "x.csv"), nil)
  }

  @Test func `splits a sample as the reader does, with escapes outside of quotes`() throws {
    var dialect = CSVDialect()
    dialect.escape = UInt8(ascii: "\\")
    let text = "a\\,b,c\n\\\"x,\\\\\nplain\\n,2\n"
    let table = SampleTable(of: Array(text.utf8)[...], in: dialect, isWhole: true)
    expectEqual(table.rows.map(\.cells.count), [2, 2, 2])
    expectTrue(!table.isBroken)
    var given = Dialect()
    try given.set(.escape, to: "\\")
    var reader = try CSVReader(source(text), given)
    var row = RawRow()
    expectEqual(reader.columns.count, 2)
    while try reader.next(into: &row) { expectEqual(row.count, 2) }
  }
}
