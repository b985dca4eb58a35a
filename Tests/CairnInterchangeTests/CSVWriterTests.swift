import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `A writer of comma-separated values` {
  @Test func `quotes only what must be`() {
    var writer = CSVWriter()
    writer.writeRow(["a", nil, "", "x,y", "say \"hi\"", "two\nlines", " blanks "])
    let expected = "a,,,\"x,y\",\"say \"\"hi\"\"\",\"two\nlines\",\" blanks \"\n"
    expectEqual(String(decoding: writer.take(), as: UTF8.self), expected)
    expectTrue(writer.bytes.isEmpty)
  }

  @Test func `writes an only cell without text so that it is no blank line`() {
    var writer = CSVWriter()
    writer.writeRow([nil])
    expectEqual(String(decoding: writer.take(), as: UTF8.self), "\"\"\n")
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `writes what a reader reads back`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array(",;\t|\"\n\r ab1é駅🪨'\\")
    let table = (0..<50).map { _ in
      (0..<4).map { _ in
        String(
          (0..<Int.random(in: 0...6, using: &random)).map { _ in
            alphabet.randomElement(using: &random) ?? "x"
          })
      }
    }
    var writer = CSVWriter()
    writer.writeRow(["w", "x", "y", "z"])
    for row in table { writer.writeRow(row) }
    let size = Int.random(in: 1...20, using: &random)
    var dialect = Dialect()
    dialect.delimiter = Byte.comma
    var reader = try CSVReader(
      source(bytes: writer.take(), blockSize: size), dialect, isExact: true)
    var row = RawRow()
    var read: [[String]] = []
    while try reader.next(into: &row) {
      expectEqual(row.problem, nil, "seed \(seed)")
      read.append((0..<row.count).map { row.text(at: $0) })
    }
    expectEqual(read, table, "seed \(seed)")
  }
}
