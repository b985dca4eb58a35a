import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `A file with lines in two encodings` {
  private static let mixed = "UTF-8+Windows-1252"

  /// Lines in Windows-1252, with lines of UTF-8 at some places.
  private func bytes(
    _ count: Int, unicodeAt places: Set<Int>, end: String = "\n"
  ) -> [UInt8] {
    let lines = (0..<count).map { number -> [UInt8] in
      let text = "\(number),René,Zürich\(end)"
      return places.contains(number)
        ? Array(text.utf8) : text.unicodeScalars.map { UInt8($0.value) }
    }
    return Array("id,name,city\(end)".utf8) + lines.joined()
  }

  private static let places: [(count: Int, places: Set<Int>)] = [
    (40, [5]), (40, [0]), (40, [39]), (40, [3, 9, 30]), (20_000, [19_000]),
  ]

  @Test(arguments: places)
  func `is refused with a line of each, and the option that reads it`(
    count: Int, places: Set<Int>
  ) throws {
    for isReread in [false, true] {
      let bytes = bytes(count, unicodeAt: places)
      let stream =
        isReread
        ? ByteStream(name: "things.csv") { () throws(InterchangeError) in
          source(bytes: bytes, blockSize: 1000)
        }
        : source(bytes: bytes, blockSize: 1000)
      let error = #expect(throws: InterchangeError.self) {
        _ = try InspectedInputs([ImportInput(stream)])
      }
      let words = error?.sentence(.commandOptions) ?? ""
      let line = places.min().map { $0 + 2 } ?? 0
      expectTrue(
        words.contains("has two encodings: line \(line) is UTF-8 (\(line - 2),René"), words)
      expectTrue(words.contains("is Windows-1252 (\(line == 2 ? 1 : 0),René,Zürich)"), words)
      expectTrue(words.hasSuffix("--encoding \(Self.mixed) reads each line in its own"), words)
      expectEqual(error?.remedies.map(\.word), [Self.mixed, "Windows-1252"])
    }
  }

  @Test(arguments: [1, 2]) func `that is UTF-8 but for a few lines imports the others with a hint`(
    count: Int
  ) throws {
    let store = try makeStore()
    let bytes = bytes(9, unicodeAt: Set(count..<9))
    let report = try Importer(store).run([ImportInput(source(bytes: bytes))])
    expectEqual(report.badRowCount, count)
    let words = report.notices.joined(separator: "\n")
    let subject = count == 1 ? "line 2 is" : "2 lines are"
    expectTrue(words.contains("\(subject) not UTF-8; the encoding \(Self.mixed) reads "), words)
    expectTrue(words.contains("as \"0,René,Zürich\""), words)
    // Invalid bytes within a line of valid characters are damage, which no encoding explains.
    let damaged = try Importer(makeStore()).run([
      ImportInput(
        source(bytes: self.bytes(9, unicodeAt: Set(0..<9)) + Array("9,é".utf8) + [0xE9, 10]))
    ])
    expectTrue(!damaged.notices.contains { $0.contains("the encoding") }, "\(damaged.notices)")
  }

  @Test func `is told by its lines where it begins with many lines of ASCII`() throws {
    let start = Array(repeating: Array("1,Ann,Lyon\n".utf8), count: 20_000).flatMap(\.self)
    let bytes = start + bytes(40, unicodeAt: [5])
    let error = #expect(throws: InterchangeError.self) {
      _ = try InspectedInputs([
        ImportInput(
          ByteStream(name: "things.csv") { () throws(InterchangeError) in
            source(bytes: bytes, blockSize: 4096)
          })
      ])
    }
    let words = error?.description ?? ""
    expectTrue(words.contains("line 20007 is UTF-8"), words)
    expectTrue(words.contains("line 20002 is Windows-1252"), words)
  }

  @Test(arguments: [1, 2, 7, 1000])
  func `is read line by line where a person says so, with a report`(blockSize: Int) throws {
    for end in ["\n", "\r\n", "\r"] {
      let store = try makeStore()
      var input = ImportInput(
        source(bytes: bytes(9, unicodeAt: [2, 5, 8], end: end), blockSize: blockSize))
      try input.dialect.set(.encoding, to: Self.mixed)
      let report = try Importer(store).run([input])
      try expectEqual(Set(store.texts("name", of: "Thing")), ["René"])
      try expectEqual(Set(store.texts("city", of: "Thing")), ["Zürich"])
      expectTrue(
        report.notices.contains(
          "things.csv: 6 lines were read as Windows-1252, the first is line 2"),
        "\(report.notices)")
    }
  }

  @Test func `is none where a few pairs of letters are UTF-8 by chance`() throws {
    // In Windows-1252, É before a no-break space is a letter of UTF-8 that Windows-1252 lacks.
    var bytes = Array("name\nCAF".utf8) + [0xC9, 0xA0] + Array(": 3\n".utf8)
    bytes += (0..<30).flatMap { _ in [UInt8](arrayLiteral: 0x52, 0x65, 0x6E, 0xE9, 0x0A) }
    let store = try makeStore()
    _ = try Importer(store).run([ImportInput(source(bytes: bytes))])
    try expectEqual(store.texts("name", of: "Thing")[0], "CAFÉ\u{A0}: 3")
  }

  @Test func `has a name that leads back to it`() throws {
    let encoding = try #require(TextEncoding(named: "utf8+latin1"))
    expectEqual(encoding.name, Self.mixed)
    expectEqual(TextEncoding(named: encoding.name), encoding)
    expectEqual(TextEncoding(named: "UTF-8+GBK"), nil)
    expectEqual(TextEncoding(named: "latin1+UTF-8"), nil)
  }
}
