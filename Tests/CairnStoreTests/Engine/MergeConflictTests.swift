import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// E6: both sides of a merge that could not decide, in the text of a shard.
@Suite struct `A merge conflict in the text` {
  private let entity: Entity
  private let shard: ShardName

  init() throws {
    entity = try #require(ObjectModel(parsing: Fixture.modelText)["Recipe"])
    shard = ShardName(of: RecordKey(sequence: 1), in: entity)
  }

  private func read(_ text: String) -> (chunk: Chunk, problems: [StoreProblem]) {
    ShardReader.read(Array(text.utf8), of: shard, in: entity, origin: nil)
  }

  private func written(_ chunk: Chunk) -> String {
    String(decoding: ShardWriter.write(chunk), as: UTF8.self)
  }

  /// The names of the records that are shown, by key.
  private func names(_ chunk: Chunk) -> [String] {
    let draft = ChunkDraft(chunk)
    return chunk.keys.enumerated().map { row, key in
      guard case .text(let name)? = draft.value(of: "Name", row: row) else { return "\(key)" }
      return "\(key) \(name)"
    }
  }

  /// A text with conflicts, what is shown of it, and the lines of the problems.
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var conflict: String
    var shown: [String]
    var contested: [String]
    var lines: [Int]
  }

  static let examples = [
    Example(
      testDescription: "around a field",
      conflict: "Id: p1\n<<<<<<< HEAD\nName: Soup\n=======\nName: Stew\n>>>>>>> b\nRating: 2",
      shown: ["p1 Soup"], contested: ["p1"], lines: [4]),
    Example(
      testDescription: "with what both began with",
      conflict:
        "Id: p1\n<<<<<<< a\nName: A\n||||||| 1f\nName: O\n=======\nName: B\n>>>>>>> b",
      shown: ["p1 A"], contested: ["p1"], lines: [4]),
    Example(
      testDescription: "around whole records",
      conflict:
        "<<<<<<< a\nId: p1\nName: A\n\nId: p2\nName: B\n=======\nId: p1\nName: C\n\nId: p3\n>>>>>>> b",
      shown: ["p1 A", "p2 B"], contested: ["p1", "p2"], lines: [3]),
    Example(
      testDescription: "from within one record to within the next",
      conflict:
        "Id: p1\n<<<<<<< a\nName: A\n\nId: p2\n=======\nName: C\n\nId: p3\n>>>>>>> b\nRating: 2",
      shown: ["p1 A", "p2"], contested: ["p1", "p2"], lines: [4]),
    Example(
      testDescription: "around a record that one side deleted",
      conflict: "<<<<<<< a\n=======\nId: p1\nName: C\n>>>>>>> b", shown: [], contested: [],
      lines: [3]),
    Example(
      testDescription: "nested in the first side",
      conflict: """
        Id: p1
        <<<<<<< a
        <<<<<<< c
        Name: A
        =======
        Name: B
        >>>>>>> c
        =======
        Name: C
        >>>>>>> b
        """,
      shown: ["p1 A"], contested: ["p1"], lines: [4]),
    Example(
      testDescription: "nested in what both began with, with longer marks",
      conflict: """
        Id: p1
        <<<<<<< a
        Name: A
        ||||||| merged
        <<<<<<<<< Temporary 1
        Name: B
        =========
        Name: C
        >>>>>>>>> Temporary 2
        =======
        Name: D
        >>>>>>> b
        """,
      shown: ["p1 A"], contested: ["p1"], lines: [4]),
    Example(
      testDescription: "twice in a record",
      conflict: """
        Id: p1
        <<<<<<< a
        Name: A
        =======
        Name: B
        >>>>>>> b
        Rating: 2
        <<<<<<< a
        Color: red
        =======
        Color: blue
        >>>>>>> b
        """,
      shown: ["p1 A"], contested: ["p1"], lines: [4]),
    Example(
      testDescription: "within a text of several lines, below comments",
      conflict: """
        # Mine.

        # Really.
        Id: p1
        Name: A
        <<<<<<< a
        + first
        =======
        + second
        >>>>>>> b
        + end
        """,
      shown: ["p1 A\nfirst\nend"], contested: ["p1"], lines: [8]),
    Example(
      testDescription: "with the line ends of Windows",
      conflict: "Id: p1\r\n<<<<<<< a\r\nName: A\r\n=======\r\nName: B\r\n>>>>>>> b\r",
      shown: ["p1 A"], contested: ["p1"], lines: [4]),
    Example(
      testDescription: "that never ends",
      conflict: "Id: p1\n<<<<<<< a\nName: A\n=======\nName: B", shown: [], contested: [],
      lines: [4]),
    Example(
      testDescription: "that never began", conflict: "Id: p1\nName: A\n=======\n>>>>>>> b",
      shown: [],
      contested: [], lines: [5]),
    Example(
      testDescription: "without a second side", conflict: "Id: p1\n<<<<<<< a\nName: A\n>>>>>>> b",
      shown: [], contested: [], lines: [4]),
    Example(
      testDescription: "that never ends, with one in it that does",
      conflict: "Id: p1\n<<<<<<< a\n<<<<<<< c\nName: A\n=======\nName: B\n>>>>>>> c", shown: [],
      contested: [], lines: [4, 5]),
  ]

  @Test(arguments: examples)
  func `keeps every byte, shows the first side, and names the line`(_ example: Example) {
    let other = "Id: p9\nName: Nine"
    for text in [
      "%rec: Recipe\n\n\(example.conflict)\n\n\(other)\n",
      "%rec: Recipe\n\n\(example.conflict)\n\n\(other)",
    ] {
      let result = read(text)
      expectEqual(names(result.chunk), example.shown + ["p9 Nine"])
      expectEqual(
        Set(result.chunk.extras.contested.keys.map(\.description)), Set(example.contested))
      expectEqual(result.problems.map(\.line).sorted(), example.lines, "\(result.problems)")
      expectTrue(result.problems.allSatisfy { $0.severity != .note })
      let again = written(result.chunk)
      expectEqual(again, "%rec: Recipe\n\n\(other)\n\n\(example.conflict)\n")
      expectEqual(written(read(again).chunk), again)
      expectEqual(names(read(again).chunk), names(result.chunk))
    }
  }

  @Test(arguments: examples)
  func `may be all there is, from the first byte to the last`(_ example: Example) {
    for start in ["", "\u{FEFF}"] {
      let result = read(start + example.conflict)
      expectEqual(names(result.chunk), example.shown)
      let text = "%rec: Recipe\n\n\(example.conflict)\n"
      expectEqual(written(result.chunk), text)
      expectEqual(written(read(text).chunk), text)
    }
  }

  @Test func `says which records, and what to do`() {
    let text = "<<<<<<< a\nId: p1\n=======\nId: p2\n>>>>>>> b\n"
    expectEqual(
      read(text).problems.map(\.description),
      [
        "data/Recipe/0000.rec:1: a merge conflict of p1, p2; the first side is shown and cannot be changed; keep the right lines and remove those with "
          + "<<<<<<<, ======= and >>>>>>>"
      ])
  }

  @Test func `leaves a record alone that stands outside of it too`() {
    let outside = "Id: p1\nName: Mine"
    let conflict = "<<<<<<< a\nId: p1\nName: A\n=======\nId: p1\nName: B\n>>>>>>> b"
    let first = read("\(outside)\n\n\(conflict)\n").chunk
    expectEqual(names(first), ["p1 Mine"])
    expectTrue(first.extras.contested.isEmpty)
    expectEqual(written(first), "%rec: Recipe\n\n\(outside)\n\n\(conflict)\n")
    let second = read("\(conflict)\n\n\(outside)\n").chunk
    expectEqual(names(second), ["p1 A"])
    expectEqual(written(second), "%rec: Recipe\n\n\(outside)\n\n\(conflict)\n")
  }

  @Test func `of the file's head keeps both heads`() {
    let head = "%rec: Recipe\n<<<<<<< a\n%sort: Name\n=======\n%sort: Rating\n>>>>>>> b"
    let result = read("\(head)\n\nId: p1\nName: A\n")
    expectEqual(names(result.chunk), ["p1 A"])
    expectEqual(result.problems.map(\.line), [2])
    let text = "%rec: Recipe\n\nId: p1\nName: A\n\n\(head)\n"
    expectEqual(written(result.chunk), text)
    expectEqual(written(read(text).chunk), text)
  }

  @Test func `is found in time that grows with the text alone`() {
    let mark = "Id: p1\n<<<<<<< a\n=======\n"
    let result = read(String(repeating: mark, count: 50_000) + "\n\nId: p9\nName: Nine\n")
    expectEqual(names(result.chunk), ["p9 Nine"])
    let whole = "<<<<<<< a\nId: p1\n=======\n>>>>>>> b\n"
    let many = read(String(repeating: whole, count: 50_000))
    expectEqual(many.chunk.extras.unreadable.count, 1)
  }

  @Test(arguments: SeededGenerator.seeds(Torture.rounds(20)))
  func `comes apart in no text of marks and lines`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let marks = ["<<<<<<< a", "=======", ">>>>>>> b", "||||||| c"]
    let lines = ["Name: A", "+ more", "# note", "", "", "?", "\r"]
    for _ in 0..<500 {
      let count = Int.random(in: 1...24, using: &random)
      let text = (1...count).map { number in
        (marks + lines + ["Id: p\(number)"]).randomElement(using: &random) ?? ""
      }.joined(separator: "\n")
      let chunk = read(text).chunk
      let again = written(chunk)
      expectEqual(written(read(again).chunk), again, "\(text.debugDescription)")
      for mark in marks {
        let counts = [again, text].map { text in
          text.utf8.split(separator: 10).count { $0.starts(with: mark.utf8) }
        }
        expectEqual(counts[0], counts[1], "\(text.debugDescription)")
      }
    }
  }
}
