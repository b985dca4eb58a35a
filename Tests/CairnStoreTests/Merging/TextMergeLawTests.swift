import TestSupport
import Testing

@testable import CairnStore

/// What holds of any three versions of a file.
@Suite struct `Any merge` {
  private let model: ObjectModel
  private let entity: Entity
  private let path = "data/Recipe/0000.rec"
  private static let fields = ["Name", "Rating", "Note", "Tags"]

  init() throws {
    model = try ObjectModel(
      parsing: """
        %rec: Recipe
        %attribute: Name string
        %attribute: Rating integer
        %attribute: Note text
        %attribute: Tags tags

        """)
    entity = try #require(model["Recipe"])
  }

  private typealias Record = [String: [String]]
  private typealias Records = [Int: Record]

  private func value(of field: String, _ random: inout SeededGenerator) -> [String] {
    switch field {
    case "Rating": ["\(random.number(0...3))"]
    case "Tags":
      Array(["a", "b", "c", "d"].shuffled(using: &random).prefix(random.number(0...3)).sorted())
    case "Note":
      [
        (0..<random.number(1...4)).map { _ in
          random.element(of: ["x", "y", "<<<<<<< z", ""])
        }
        .joined(separator: "\n")
      ]
    default: [random.element(of: ["Soup", "Cake", "Pie", "%rec: x", "# no", "+ no"])]
    }
  }

  private func record(_ random: inout SeededGenerator) -> Record {
    var record: Record = [:]
    for field in Self.fields where random.number(0...3) > 0 {
      let texts = value(of: field, &random)
      if !texts.isEmpty { record[field] = texts }
    }
    return record
  }

  private func edited(_ records: Records, _ random: inout SeededGenerator, new: Int) -> Records {
    var records = records
    for key in records.keys.sorted() {
      switch random.number(0...9) {
      case 0: records[key] = nil
      case 1...3:
        let field = random.element(of: Self.fields)
        let texts = value(of: field, &random)
        records[key]?[field] = random.number(0...4) == 0 || texts.isEmpty ? nil : texts
      default: break
      }
    }
    for number in 0..<random.number(0...2) { records[new + number] = record(&random) }
    return records
  }

  private func text(_ records: Records) -> [UInt8]? {
    guard !records.isEmpty else { return nil }
    var text = Array("%rec: Recipe\n".utf8)
    for (key, record) in records.sorted(by: { $0.key < $1.key }) {
      text += "\nId: p\(key)\n".utf8
      for field in Self.fields { text += RecordLines.lines(of: field, record[field] ?? []) }
    }
    return text
  }

  /// The records of a text that has no conflict in it.
  private func records(_ text: [UInt8]?) throws -> Records {
    let blocks = try #require(TextBlocks(text ?? []))
    expectTrue(blocks.contested.isEmpty && blocks.others.isEmpty)
    return try blocks.records.reduce(into: [:]) { records, block in
      let lines = try #require(RecordLines(block.value, of: entity))
      var record: Record = [:]
      for field in Self.fields {
        record[field] = lines[field].map { RecordLines.texts(of: $0.lines) }
      }
      records[Int(block.key.sequence)] = record
    }
  }

  @Test(arguments: SeededGenerator.seeds(Torture.rounds(60)))
  func `has every edit of either side, or names it`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let base = (1...12).reduce(into: Records()) { $0[$1] = record(&random) }
    let ours = edited(base, &random, new: 20)
    let theirs = edited(base, &random, new: 30)
    let merge = TextMerge(model: model, ours: "desk", theirs: "laptop")
    let outcome = merge.merged(path, base: text(base), ours: text(ours), theirs: text(theirs))
    let blocks = try #require(TextBlocks(outcome.text ?? []))
    expectTrue(blocks.others.isEmpty)
    let contested = Dictionary(grouping: outcome.found.conflicts) { Int($0.id?.key.sequence ?? 0) }
    expectEqual(Set(contested.keys), Set(blocks.contested.map { Int($0.sequence) }))
    for key in Set(base.keys).union(ours.keys).union(theirs.keys).sorted() {
      let (old, here, there) = (base[key], ours[key], theirs[key])
      let block = blocks.records[RecordKey(sequence: UInt64(key))]
      guard here != nil, there != nil else {
        // Gone on one side: it stays if the other has another one than before.
        let left = here ?? there
        expectEqual((block != nil), (left != nil && left != old), "p\(key)")
        continue
      }
      let lines = try #require(block.flatMap { RecordLines($0, of: entity) })
      for field in Self.fields {
        let (was, mine, yours) = (old?[field] ?? [], here?[field] ?? [], there?[field] ?? [])
        let group = lines[field]
        let isNamed = contested[key]?.contains { $0.field == field } ?? false
        expectEqual((group?.isContested ?? false), isNamed, "p\(key) \(field)")
        if isNamed {
          expectTrue(mine != was && yours != was && mine != yours)
          continue
        }
        let result = group.map { RecordLines.texts(of: $0.lines) } ?? []
        if field == "Tags" {
          let (b, m, y) = (Set(was), Set(mine), Set(yours))
          expectEqual(
            Set(result), m.intersection(y).union(m.subtracting(b)).union(y.subtracting(b)))
        } else if mine == yours || yours == was {
          expectEqual(result, mine, "p\(key) \(field)")
        } else if mine == was {
          expectEqual(result, yours, "p\(key) \(field)")
        } else {
          expectEqual(field, "Note", "p\(key) \(field)")
        }
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds(Torture.rounds(40)))
  func `comes to the same from either side, and takes back nothing when done again`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let base = (1...8).reduce(into: Records()) { $0[$1] = record(&random) }
    let (ours, theirs) = (
      text(edited(base, &random, new: 20)), text(edited(base, &random, new: 30))
    )
    let one = TextMerge(model: model, ours: "desk", theirs: "laptop")
    let other = TextMerge(model: model, ours: "laptop", theirs: "desk")
    let merged = one.merged(path, base: text(base), ours: ours, theirs: theirs)
    let mirrored = other.merged(path, base: text(base), ours: theirs, theirs: ours)
    expectEqual(merged.found.conflicts.count, mirrored.found.conflicts.count)
    expectEqual(Set(merged.found.kept), Set(mirrored.found.kept))
    if merged.found.conflicts.isEmpty {
      let sort = { (records: Records) in
        records.mapValues { $0.merging(["Tags": ($0["Tags"] ?? []).sorted()]) { $1 } }
      }
      expectEqual(sort(try records(merged.text)), sort(try records(mirrored.text)))
    }
    // Somebody who has the result already gets nothing new of either side.
    for side in [ours, theirs] {
      let again = one.merged(path, base: side, ours: merged.text, theirs: side)
      expectTrue(again.text == merged.text && again.found.conflicts.isEmpty)
    }
  }

  @Test(arguments: SeededGenerator.seeds(Torture.rounds(40)))
  func `of bytes that mean nothing loses no line of either side`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "Id: p1", "Id: p2", "Name: a", "+ b", "", "", "# c", "%rec: Recipe", "<<<<<<< x", "=======",
      ">>>>>>> y", "||||||| z", "nonsense", "Id: q", "\r", "Rating: 1",
    ]
    func noise() -> [UInt8] {
      let lines = (0..<random.number(0...14)).map { number in
        let piece = random.element(of: pieces)
        return piece.isEmpty || piece.hasPrefix("<") ? piece : "\(piece) \(number)"
      }
      return Array(lines.joined(separator: "\n").utf8)
    }
    let (ours, theirs) = (noise(), noise())
    let merge = TextMerge(model: model, ours: "desk", theirs: "laptop")
    let outcome = merge.merged(path, base: nil, ours: ours, theirs: theirs)
    let result = Set((outcome.text ?? []).split { $0 == 10 || $0 == 13 })
    for line in (ours + [10] + theirs).split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      // The marks of what is no conflict, and titles that say the same, may go.
      guard !line.starts(with: "%rec".utf8) else { continue }
      expectTrue(result.contains(line), "\(String(decoding: line, as: UTF8.self))")
    }
  }
}
