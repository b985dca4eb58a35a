import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `A reader of comma-separated values` {
  /// The header, then each row; a bad row is its problem in words.
  private func rows(
    _ bytes: [UInt8], blockSize: Int = 1000
  ) throws -> [[String]] {
    var reader = try CSVReader(source(bytes: bytes, blockSize: blockSize))
    var rows = [reader.columns]
    var row = RawRow()
    while try reader.next(into: &row) {
      let cells = (0..<row.count).map { row.text(at: $0) }
      rows.append(row.problem.map { ["line \(row.line): \($0)"] } ?? cells)
    }
    return rows
  }

  static let tables: [(String, [[String]])] = [
    ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
    ("a,b\r\n1,2\r\n3,4", [["a", "b"], ["1", "2"], ["3", "4"]]),
    ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]),
    ("a,b\n1,\n,2\n", [["a", "b"], ["1", ""], ["", "2"]]),
    ("a,b\n\"x, y\",\"\"\n", [["a", "b"], ["x, y", ""]]),
    ("a,b\n\"say \"\"hi\"\"\",2\n", [["a", "b"], ["say \"hi\"", "2"]]),
    ("a,b\n\"one\r\ntwo\n\",2\r\n", [["a", "b"], ["one\r\ntwo\n", "2"]]),
    ("a,b\r\n\"one\r\ntwo\r\n\",2\r\n", [["a", "b"], ["one\ntwo\n", "2"]]),
    ("a,b\r\n\"one\rtwo\r\",2\r\n", [["a", "b"], ["one\rtwo\r", "2"]]),
    ("a,b\n5\" disk,2\n", [["a", "b"], ["5\" disk", "2"]]),
    ("\u{FEFF}a,b\né,駅\n", [["a", "b"], ["é", "駅"]]),
    ("a\n\n1\n\n\n2\n\n", [["a"], ["1"], ["2"]]),
    ("a\n\"\"\n1\n", [["a"], [""], ["1"]]),
    ("\n\na,b\n1,2", [["a", "b"], ["1", "2"]]),
  ]

  @Test func `keeps of a row no more cells than there are columns, and counts the others`() throws {
    let commas = String(repeating: "x,", count: 1_000_000)
    var reader = try CSVReader(source("a,b\n\(commas)\n1,2\n", blockSize: 1 << 16))
    var row = RawRow()
    try expectTrue(reader.next(into: &row))
    expectEqual(row.problem, .cellCount(found: 1_000_001, expected: 2))
    expectEqual(row.count, 2)
    try expectTrue(reader.next(into: &row))
    expectTrue(row.problem == nil && row.text(at: 1) == "2")
  }

  @Test(arguments: [10_000, 10_001, 1_000_000])
  func `takes no header of more cells than columns can be`(count: Int) throws {
    let text = (1...count).map { "c\($0)" }.joined(separator: ",") + "\n"
    let reader = try? CSVReader(source(text, blockSize: 1 << 16))
    expectEqual(reader?.columns.count, (count > 10_000 ? nil : count))
    guard reader == nil else { return }
    #expect {
      try CSVReader(source(text, blockSize: 1 << 16))
    } throws: {
      "\($0)".contains("the header has \(count) cells")
    }
  }

  /// Each row with its line, cells and problem.
  private func whole(
    _ bytes: [UInt8], _ dialect: Dialect, isExact: Bool, blockSize: Int
  ) -> [String] {
    do {
      var reader = try CSVReader(
        source(bytes: bytes, blockSize: blockSize), dialect, isExact: isExact)
      var rows = ["\(reader.columns)"]
      var row = RawRow()
      while try reader.next(into: &row) {
        let cells = (0..<row.count).map { "\(row.kind(at: $0)) \(row.text(at: $0))" }
        rows.append("\(row.line) \(cells) \(row.problem.map { "\($0)" } ?? "")")
      }
      return rows
    } catch {
      return ["\(error)"]
    }
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `reads the same in one go as byte by byte`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = [
      "a", ",", ",", "\"", "\n", "\r\n", "\r", "é", "b c", " ", "\u{A0}", "\\", "#",
    ].map { Array($0.utf8) }
    for _ in 0..<200 {
      var bytes = Array((Bool.random(using: &random) ? "x,y\n" : "x,y\r\n").utf8)
      for _ in 0..<Int.random(in: 0..<30, using: &random) {
        bytes += Int.random(in: 0..<40, using: &random) == 0 ? [0] : []
        bytes += Int.random(in: 0..<40, using: &random) == 0 ? [0xC3] : []
        bytes += pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      var dialect = Dialect()
      dialect.delimiter = Byte.comma
      if Bool.random(using: &random) { dialect.escape = .byte(Byte.backslash) }
      if Bool.random(using: &random) { dialect.comment = .byte(UInt8(ascii: "#")) }
      for isExact in [false, true] {
        expectEqual(
          whole(bytes, dialect, isExact: isExact, blockSize: 1000),
          whole(bytes, dialect, isExact: isExact, blockSize: 1))
      }
    }
  }

  @Test(arguments: tables)
  func `reads each row, however the bytes are cut`(text: String, expected: [[String]]) throws {
    for size in 1...(text.utf8.count + 1) {
      try expectEqual(rows(Array(text.utf8), blockSize: size), expected, "blocks of \(size)")
    }
  }

  @Test(arguments: [
    ("a,b\n1,2,3\n2,3\n", "line 2: the row has 3 cells, the header has 2"),
    ("a,b\n\n1,2,3\n2,3\n", "line 3: the row has 3 cells, the header has 2"),
    ("a,b\n\"x\"y,1\n2,3\n", "line 2, column 4: text follows the closing quote"),
    ("a,b\n\"1\n2\",3\n4,5,6\n5,6\n", "line 4: the row has 3 cells, the header has 2"),
    ("a,b\nx\0,1\n2,3\n", "line 2: the cell a has a zero byte, which text cannot hold"),
  ])
  func `names the line of a bad row and reads on`(text: String, problem: String) throws {
    for size in [1, 2, 3, 1000] {
      let rows = try rows(Array(text.utf8), blockSize: size)
      expectTrue(rows.contains { $0.count == 1 && $0[0].contains(problem) }, "\(rows)")
      expectEqual(rows.last?.count, 2)
    }
  }

  @Test func `names line and column of a quote that is never closed`() throws {
    let rows = try rows(Array("a,b\n1,\"2\n3,4\n5,6\n".utf8), blockSize: 4)
    expectEqual(rows.count, 2)
    expectTrue(rows[1][0].hasPrefix("line 2: line 2, column 3: the quote that opens here is never"))
  }

  @Test func `names the line and the byte of what is not UTF-8`() throws {
    let rows = try rows(
      Array("name,b\nok,1\n".utf8) + [0x63, 0xE9, 0x2C, 0x31, 0x0A, 0xC3, 0x2C, 0xA9])
    expectEqual(rows[1], ["ok", "1"])
    expectEqual(rows[2], ["line 3: the cell name has the byte 0xE9, which is not UTF-8"])
    expectEqual(rows[3], ["line 4: the cell name has the byte 0xC3, which is not UTF-8"])
  }

  @Test(arguments: ["", "\n\n", "\u{FEFF}"])
  func `refuses an input without a header`(text: String) {
    #expect(throws: InterchangeError.self) { try rows(Array(text.utf8)) }
  }

  @Test(arguments: [
    ("a,b;c\n1,2;3\n", ","), ("a;b\n1,5;2,5\n", ";"), ("a\tb, c\n1\t2, 3\n", "\t"),
    ("a|b|c\n1|2|3\n", "|"), ("alone\n1\n", ","), ("\"a;x\",b\n\"1;2\",2\n", ","),
    ("name;note\nx;one, two, three\ny;four\n", ";"),
  ])
  func `finds the delimiter that cuts all rows alike`(text: String, delimiter: Character) {
    expectEqual(CSVDialect.detect(in: Array(text.utf8)[...]).delimiter, delimiter.asciiValue)
  }

  @Test(arguments: [
    ("a,b\n'x, y',2\n", [["a", "b"], ["x, y", "2"]]),
    ("'a','b'\n'x;y','it''s'\n'',2\n", [["a", "b"], ["x;y", "it's"], ["", "2"]]),
    (
      "a;b\n'x;1';2\nplain;3\n'two\nlines';4\n",
      [
        ["a", "b"], ["x;1", "2"], ["plain", "3"], ["two\nlines", "4"],
      ]
    ),
    ("'a'\n'b, c'\n'd'\n", [["a"], ["b, c"], ["d"]]),
    ("'a,b'\tn\n'c,d'\t2", [["a,b", "n"], ["c,d", "2"]]),
  ])
  func `takes single quotes for quotes where they are`(text: String, table: [[String]]) throws {
    for size in [1, 2, 3, 1000] {
      try expectEqual(rows(Array(text.utf8), blockSize: size), table)
    }
  }

  @Test(arguments: [
    ("a,b\n'tis, 2\nO'Brien,3\n", [["a", "b"], ["'tis", "2"], ["O'Brien", "3"]]),
    ("t,y\n'Heroes',1977\nLow,1977\n", [["t", "y"], ["'Heroes'", "1977"], ["Low", "1977"]]),
    ("a,b\n'tis,'twas\n", [["a", "b"], ["'tis", "'twas"]]),
    ("a,b\n\"x\",'y'\n", [["a", "b"], ["x", "'y'"]]),
    ("a,b\n'90s,1\nthe '80s',2\n", [["a", "b"], ["'90s", "1"], ["the '80s'", "2"]]),
  ])
  func `takes single quotes for text where they may be that`(
    text: String, table: [[String]]
  ) throws {
    for size in [1, 2, 3, 1000] {
      try expectEqual(rows(Array(text.utf8), blockSize: size), table)
    }
  }

  @Test func `reads back single quotes as they were written`() throws {
    let table = [["a", "b"], ["'x'", "'"], ["'y, z'", "O'Brien"], ["'tis", "''"]]
    var writer = CSVWriter()
    for row in table { writer.writeRow(row) }
    try expectEqual(rows(writer.take()), table)
  }

  @Test func `reads a million bytes of quotes without harm`() throws {
    let text = "a,b\n" + String(repeating: "\"", count: 1_000_000)
    try expectEqual(rows(Array(text.utf8), blockSize: 4096).count, 2)
  }
}
