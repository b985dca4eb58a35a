import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

/// Tables as other programs write them, each with what it must give.
@Suite struct `A table of another program` {
  private let store: ObjectStore

  init() throws { store = try makeStore() }

  /// Imports bytes with parts of a dialect.
  @discardableResult
  private func take(
    _ bytes: [UInt8], as name: String = "things.csv", _ parts: [Dialect.Part: String] = [:]
  ) throws -> ImportReport {
    var input = ImportInput(source(bytes: bytes, name: name, blockSize: 1000))
    for (part, word) in parts { try input.dialect.set(part, to: word) }
    return try Importer(store).run([input])
  }

  @discardableResult
  private func take(
    _ text: String, _ parts: [Dialect.Part: String] = [:]
  ) throws -> ImportReport { try take(Array(text.utf8), parts) }

  private var fields: [String] {
    store.snapshot.model["Thing"]?.attributes.map(\.name) ?? []
  }

  @Test func `has columns with numbers for names where its first line is data`() throws {
    let report = try take(
      "03.11.2025;Transfer to A. Sample;-5,00;;EUR\n04.11.2025;Card payment, shop 12;-24,00;;EUR\n"
        + "05.11.2025;Salary;1.200,00;;EUR\n")
    expectEqual(report.collections.map(\.inserted), [3])
    try expectEqual(store.texts("Column_3", of: "Thing"), ["-5.00", "-24.00", "1200.00"])
    expectTrue(report.notices[0].contains("header none"), "\(report.notices)")
    let numbers = try makeStore().take("1,2,3\n4,5,6\n")
    expectEqual(numbers.collections.map(\.inserted), [2])
    expectTrue(numbers.notices[0].contains("header none"), "\(numbers.notices)")
  }

  @Test(arguments: [
    "year,2019,2020\na,1,2\nb,3,4\n", "a,b\nx,y\nz,w\n", "2019,2020\n1,2\n3,4\n", "a\nb\n",
    "Name,City\nAnn,Lyon\n", "a,b\n",
  ])
  func `has names in its first line where that is no data`(text: String) throws {
    let reader = try CSVReader(source(text))
    expectTrue(reader.layout.hasHeader)
  }

  @Test func `is padded where rows are short, and says how many`() throws {
    let report = try take("a,b,c\nx,y\np,q,r\nz\n")
    expectEqual(report.collections.map(\.inserted), [3])
    try expectEqual(store.texts("b", of: "Thing"), ["y", "q", "-"])
    expectEqual(
      report.notices,
      ["things.csv: 2 rows have fewer cells than columns; the missing cells are empty"])
  }

  @Test func `loses empty cells after the last column, and no others`() throws {
    let report = try take("id,name\n1,a,\n2,b,\n3,c,x\n")
    expectEqual(report.collections.map(\.inserted), [2])
    expectEqual(
      report.notices,
      ["things.csv: 2 rows have more cells than columns; the empty ones at the end were dropped"])
    expectEqual(
      report.badRows.map(\.description),
      ["things.csv, line 4: the row has 3 cells, the header has 2"])
  }

  @Test(arguments: ["sep=;\r\n", "\"sep=;\"\r\n", "SEP=;\n"])
  func `obeys a first line that names the delimiter`(line: String) throws {
    let report = try take(line + "One;Two;Three\r\n1;2,5;3\r\n5;6,5;7\r\n")
    expectEqual(report.collections.map(\.inserted), [2])
    expectEqual(fields, ["One", "Two", "Three"])
  }

  @Test func `has no blanks around headers and unquoted cells`() throws {
    let text =
      "\u{FEFF}\u{FEFF}COL1, COL2 ,\" COL3 \"\n\u{A0}c1\u{200B}, v1,\" q \"\nc2 , \"v, 2\" ,x\n"
    for size in [1, 2, 3, 1000] {
      let store = try makeStore()
      _ = try Importer(store).run([ImportInput(source(text, blockSize: size))])
      try expectEqual(store.texts("COL1", of: "Thing"), ["c1", "c2"])
      try expectEqual(store.texts("COL2", of: "Thing"), ["v1", "v, 2"])
      try expectEqual(store.texts("COL3", of: "Thing"), [" q ", "x"])
    }
  }

  @Test func `begins below the title lines of a bank, and ends above the total`() throws {
    let report = try take(
      "Account statement;;;\nIBAN;DE00 0000;;\n;;;\nDate;Text;Amount;Currency\n"
        + "01.02.2024;Coffee;-3,50;EUR\n13.02.2024;Pay;1.200,00;EUR\n;;Total;1.196,50\n")
    expectEqual(report.collections.map(\.inserted), [2])
    expectEqual(fields, ["Date", "Text", "Amount", "Currency"])
    try expectEqual(store.texts("Amount", of: "Thing"), ["-3.50", "1200.00"])
    expectEqual(
      Array(report.notices.prefix(3)),
      [
        "things.csv was read with encoding UTF-8, delimiter ;, quote \", header 4",
        "things.csv: 3 lines from 1 to 3 above the table were skipped: "
          + "Account statement · IBAN DE00 0000",
        "things.csv: line 7 below the table was left out: Total 1.196,50",
      ])
  }

  @Test(arguments: [
    ("a,b,c\n1,x,2\nTotal,,3\n4,y,5\n6,z,7\n8,w,9\n", 5), ("a,b\nx,1\nTotal,1\n", 2),
    ("a,b,c\n1,x,2\n2,y,3\n\nPrinted on Monday\n", 2), ("a,b,c\n1,x,2\n2,y,3\nrest\n", 3),
    ("a,b\n1,x\n2,y\n,\n,\n", 2), ("a,b,c\nTotal,,1\n", 1),
    ("a,b,c\n1,x,2\n2,y,3\nNote: by hand,,\n____,,\n", 2), ("a,b,c\n1,x,2\n2,y,3\nNew,,\n", 3),
    ("a,b,c,d\n1,x,2,3\n2,y,3,4\n\n2,records,read\n", 2),
    ("a,b,c,d\n1,x,2,3\n2,y,3,4\n2,records,read\n", 3),
  ])
  func `loses a row at its end only if it is a total or a remark`(text: String, count: Int) throws {
    try expectEqual(take(text).collections.map(\.inserted), [count])
  }

  @Test(arguments: [
    ("Meter data,made on,02-01-2026,by,Ann\nDevice,Day,Value,Note,Zone,Rank\n", 2),
    (
      "List,v7,,,,\nDate,Name,Tags,Link,Text,Size\n2025-12-01,Films,,,For winter,4\n\n"
        + "Device,Day,Value,Note,Zone,Rank\n", 5
    ),
    (
      "Date,Name,Tags,Link,Text,Size\n2025-12-01,Films,,,For winter,4\n\n"
        + "Device,Day,Value,Note,Zone,Rank\n", 4
    ),
  ])
  func `begins below lines with other cells, and below a smaller table`(
    start: String, line: Int
  ) throws {
    let report = try take(
      start + "x,2025-12-01,1,,z,3\ny,2025-12-02,2,n,z,4\nx,2025-12-03,3,,z,5\n")
    expectEqual(report.collections.map(\.inserted), [3])
    expectEqual(fields, ["Device", "Day", "Value", "Note", "Zone", "Rank"])
    expectEqual(report.inputs.first?.form.dialect.header, .line(line))
  }

  @Test(arguments: ["x,1\n\ny,2\nz,3\n", "x,1\n\nn/a,x\ny,2\nz,3\n"])
  func `goes on after a blank line that no other header follows`(rows: String) throws {
    let count = rows.split(separator: "\n").count
    try expectEqual(take("a,b\n" + rows).collections.map(\.inserted), [count])
  }

  @Test func `has no row of widths, which follows the header in RDB`() throws {
    let report = try take("# river\n#\nsite\tlevel\n15s\t8n\n0101\t2.5\n0102\t3.5\n")
    try expectEqual(store.texts("level", of: "Thing"), ["2.5", "3.5"])
    expectTrue(report.notices.contains { $0.contains("15s 8n") }, "\(report.notices)")
    try expectEqual(makeStore().take("site\tlevel\n15s\t8n\nx\ty\n").collections[0].inserted, 2)
  }

  @Test(arguments: [
    "Ann,First song,03 Oct 2025 07:15\nBea,Second song,04 Oct 2025 07:15\n",
    "#separator:tab\n#html:false\nAnn\tone\nBea\ttwo\n",
  ])
  func `has no header where dates in words, or the deck of a trainer, begin it`(
    text: String
  ) throws {
    try take(text)
    try expectEqual(store.texts("Column_1", of: "Thing"), ["Ann", "Bea"])
  }

  @Test func `has comments if all of its first lines are comments, or a person says so`() throws {
    let report = try take("# made by x\n# at noon\na,b\n1,2\n# later\n3,4\n")
    expectEqual(report.collections.map(\.inserted), [2])
    expectEqual(fields, ["a", "b"])
    expectTrue(report.notices.contains("things.csv: 1 comment left out"), "\(report.notices)")
    try expectEqual(CSVReader(source("#a,b\n#1,2\n")).columns, ["#a", "b"])
    try expectEqual(makeStore().take("a,b\n1,2\n#3,4\n").collections.map(\.inserted), [2])
    let asked = try take("a,b\n1,2\n%3,4\n", [.comment: "%"])
    expectEqual(asked.collections.map(\.inserted), [1])
  }

  @Test func `with backslashes before quotes is refused with a hint, and read if told`() throws {
    let text = "\"pid\",\"yaml\"\n1387,\"{\\\"target\\\":\\\"_top\\\"}\"\n1388,\"plain\"\n"
    #expect {
      try take(text)
    } throws: {
      ($0 as? InterchangeError)?.sentence(.commandOptions).contains("--escape '\\'") == true
    }
    try take(text, [.escape: "\\"])
    try expectEqual(store.texts("yaml", of: "Thing"), ["{\"target\":\"_top\"}", "plain"])
    let refused = try take(text, [.escape: "none"])
    expectEqual(refused.badRowCount, 1)
  }

  @Test func `is read with the parts that a person gives, and says so`() throws {
    let text = "one\ntwo\nn|'v'|w\n1|'a|b'|NULL\n2|''|-\n"
    var input = ImportInput(source(text))
    for (part, word) in [
      (.delimiter, "|"), (.quote, "'"), (.skip, "2"), (.null, "NULL"), (.null, "-"),
    ] as [(Dialect.Part, String)] {
      try input.dialect.set(part, to: word)
    }
    let report = try Importer(store).run([input])
    expectEqual(report.collections.map(\.inserted), [2])
    try expectEqual(store.texts("v", of: "Thing"), ["a|b", "-"])
    try expectEqual(store.texts("w", of: "Thing"), ["-", "-"])
    expectEqual(
      report.notices.first,
      "things.csv was read with encoding UTF-8, delimiter | (given), quote ' (given), header 3, "
        + "skip 2 (given), null NULL (given), null - (given)")
    expectEqual(report.inputs.first?.form.given, [.delimiter, .quote, .skip, .null])
  }

  @Test(arguments: [
    (Dialect.Part.delimiter, "ab"), (.delimiter, "x"), (.quote, ""), (.header, "0"), (.header, "x"),
    (.skip, "-1"), (.encoding, "klingon"), (.escape, "é"), (.comment, "5"),
  ])
  func `takes no word that is no part of a dialect`(part: Dialect.Part, word: String) {
    var dialect = Dialect()
    if word.isEmpty { return expectTrue((try? dialect.set(part, to: word)) != nil) }
    #expect(throws: Dialect.Mistake.self) { try dialect.set(part, to: word) }
  }

  @Test func `refuses parts that contradict each other`() throws {
    #expect(throws: InterchangeError.self) { try take("a,b\n1,2\n", [.header: "2", .skip: "2"]) }
    #expect(throws: InterchangeError.self) {
      try take("a,b\n1,2\n", [.quote: ",", .delimiter: ","])
    }
  }

  @Test func `may have any script in its header`() throws {
    let file = try OpenedInput(source("名前,都市,氏名\n太郎,東京,x\n"))
    let inspected = try CSVReader(try file.stream())
    expectEqual(inspected.columns, ["名前", "都市", "氏名"])
    let report = try take("名前,都市,氏名\n太郎,東京,x\n")
    expectEqual(report.collections.map(\.inserted), [1])
    expectEqual(file.encoding, .utf8)
  }

  @Test(arguments: ["a^b\n1^2\n3^4\n", "a~b\n1~2\n3~4\n", "a:b:c:d\n1:2:3:4\n5:6:7:8\n"])
  func `is split at a rare delimiter if all rows are`(text: String) throws {
    try expectTrue(CSVReader(source(text)).columns.count > 1)
  }

  @Test(arguments: ["time\n12:30\n13:40\n", "say\nHello, you\nWell, no\nYes\n"])
  func `of one column is not split`(text: String) throws {
    try expectEqual(CSVReader(source(text)).columns.count, 1)
  }

  @Test func `of tabs has quotes in its texts where they are no quotes around cells`() throws {
    let report = try take(Array("a\tb\n\"x\" y\t1\n5\" disk\t2\n".utf8), as: "things.tsv")
    expectEqual(report.badRowCount, 0)
    try expectEqual(store.texts("a", of: "Thing"), ["\"x\" y", "5\" disk"])
  }
}

@Suite struct `An own export` {
  @Test func `is read exactly, without a header that is searched or blanks that go`() throws {
    let text =
      "url,a,b\ncairn://things/p1,\" x\",1\ncairn://things/p2,\u{A0}y ,\ncairn://things/p3,Total,\n"
    let reader = try CSVReader(source(text))
    expectTrue(reader.layout.isExact)
    let store = try makeStore()
    try store.take(text)
    try expectEqual(store.texts("a", of: "Thing"), [" x", "\u{A0}y ", "Total"])
    let ragged = try makeStore().take(text + "cairn://things/p4,z\n")
    expectEqual(ragged.badRowCount, 1)
  }

  @Test func `has quotes around what a reader would drop`() {
    var writer = CSVWriter()
    writer.writeRow([" a", "b\u{A0}", "\u{FEFF}c", "d e"])
    expectEqual(
      String(decoding: writer.bytes, as: UTF8.self), "\" a\",\"b\u{A0}\",\"\u{FEFF}c\",d e\n")
  }
}
