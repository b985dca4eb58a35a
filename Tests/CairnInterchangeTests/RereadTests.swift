import CairnFiles
import CairnStore
import Synchronization
import TestSupport
import Testing

@testable internal import CairnInterchange

/// A file that is read where it lies, and may change between two readings.
private final class ChangingFile: Sendable {
  /// What it holds at each reading; the last one at all further ones.
  private let contents: [[UInt8]]
  private let readings = Mutex(0)
  let name: String

  init(_ contents: [[UInt8]], name: String) { (self.contents, self.name) = (contents, name) }

  var count: Int { readings.withLock { $0 } }

  var input: ImportInput {
    ImportInput(
      ByteStream(name: name) { [self] () throws(InterchangeError) in
        let reading = readings.withLock { readings in
          defer { readings += 1 }
          return readings
        }
        let bytes = contents[min(reading, contents.count - 1)]
        return source(bytes: bytes, name: name, blockSize: 1_011)
      })
  }
}

@Suite struct `A file that is read where it lies` {
  private static let table =
    "Name,City\n" + many("Åsa,\"Umeå,\nnorth\"\nBo,Rome\nCy\nDé,Lyon\n")

  /// More bytes than are kept of any file.
  private static func many(_ text: String) -> String {
    String(repeating: text, count: 150_000 / text.utf8.count)
  }

  private static func utf16(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private static func windows(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static let files: [(name: String, bytes: [UInt8])] = [
    ("people.csv", Array(table.utf8)), ("people.csv", utf16(table)), ("people.csv", windows(table)),
    ("people.tsv", Array(table.replacing(",", with: "\t").utf8)),
    (
      "people.jsonl",
      Array(many("{\"Name\":\"Åsa\"}\n{\"Name\":1,\"b\":{\"c\":2}}\n{\n").utf8)
    ),
    ("people", Array("[\(many("{\"Name\":\"Åsa\"},"))7,{\"b\":[1,2]}]".utf8)),
    (
      "people.vcf",
      Array("\(many("BEGIN:VCARD\nFN:Åsa\nTEL:1\nEND:VCARD\n"))BEGIN:VCARD\nFN:Bo\n".utf8)
    ),
    ("people.rec", Array("%rec: Person\n\n\(many("Name: Åsa\n\nName: Bo\n\n"))".utf8)),
    ("people.md", Array("---\nName: Åsa\n---\n\(many("Text\n"))".utf8)),
  ]

  @Test(arguments: files)
  func `gives the same as one that is kept`(name: String, bytes: [UInt8]) throws {
    let (kept, reread) = (try makeStore(), try makeStore())
    let file = ChangingFile([bytes], name: name)
    let first = try Importer(kept).run([ImportInput(source(bytes: bytes, name: name))])
    let second = try Importer(reread).run([file.input])
    expectEqual(first.badRows, second.badRows)
    expectEqual(first.notices, second.notices)
    expectEqual(first.collections.map(\.description), second.collections.map(\.description))
    expectTrue(file.count > 1)
    for entity in kept.snapshot.model.entities {
      try expectEqual(kept.export(entity.name, as: .json), reread.export(entity.name, as: .json))
    }
  }

  private let people = Array("Name,Age\n\(many("Ana,1\nBo,2\n"))".utf8)

  @Test func `is read once and kept when it is short`() throws {
    let store = try makeStore()
    let file = ChangingFile([Array("Name\nAna\n".utf8), []], name: "people.csv")
    try expectEqual(Importer(store).run([file.input]).badRowCount, 0)
    try expectEqual(store.texts("Name", of: "Person"), ["Ana"])
    expectEqual(file.count, 1)
  }

  @Test func `is taken as it was when it grew meanwhile`() throws {
    let store = try makeStore()
    let file = ChangingFile(
      [people, people, people + Array("Cy,none\n".utf8)], name: "people.csv")
    try expectEqual(Importer(store).run([file.input]).badRowCount, 0)
    expectEqual(Set(try store.texts("Name", of: "Person")), ["Ana", "Bo"])
  }

  @Test(arguments: [
    "Name,Age\nAna,1\n", "Name,Age\n\(many("Ana,1\nBo,3\n"))", "",
    "Age,Name\n\(many("1,Ana\n2,Bo\n"))",
  ])
  func `is refused when it holds something else, and nothing stays of it`(later: String) throws {
    try requireRefusal(ofChangeTo: later, after: 2)
  }

  @Test func `is so beside a file of which each row is refused`() throws {
    var options = ImportOptions.ofCommand
    options.types = ["Day": .date]
    let later = "Name,Age\n\(Self.many("Ana,1\nBo,3\n"))"
    for readings in 2...3 {
      try requireRefusal(ofChangeTo: later, after: readings, beside: "Day\nsoon\n", options)
    }
  }

  private func requireRefusal(
    ofChangeTo later: String, after readings: Int, beside refused: String? = nil,
    _ options: ImportOptions = ImportOptions()
  ) throws {
    let store = try makeStore()
    let file = ChangingFile(
      Array(repeating: people, count: readings) + [Array(later.utf8)], name: "people.csv")
    let others = refused.map { [ImportInput(source($0, name: "bads.csv"))] } ?? []
    #expect {
      try Importer(store, options).run([file.input] + others)
    } throws: { error in
      "\(error)" == "people.csv changed while it was read, so nothing was imported"
    }
    expectEqual(store.snapshot.model.entities, [])
    // It is read anew as a whole with the next import.
    try expectEqual(
      Importer(store).run([ImportInput(source(bytes: people, name: "people.csv"))]).badRowCount, 0)
  }
}
