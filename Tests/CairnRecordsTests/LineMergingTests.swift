import CairnStore
import TestSupport
import Testing

@testable import CairnRecords

/// One field merge serves forms, too: lines by record and column.
@Suite struct `Lines that two sides changed` {
  private let book: Cookbook
  private let lines: OwnedLines

  init() throws {
    book = try Cookbook()
    let model = book.client.snapshot.model
    let link = try #require(model["Recipe"]?.relationship("Ingredients"))
    lines = try #require(OwnedLines(link, in: model))
  }

  /// Lines in order, each with the key of its record, for random edits.
  fileprivate struct Edit {
    var lines: [(key: Int, values: [String])]
    var nextKey: Int

    mutating func change(_ random: inout SeededGenerator) {
      switch random.number(0...3) {
      case 0:
        nextKey += 1
        lines.insert(
          (nextKey, ["\(nextKey)", "g", "new\(nextKey)"]), at: random.number(0...lines.count))
      case 1 where !lines.isEmpty: lines.remove(at: random.number(0...lines.count - 1))
      case 2 where !lines.isEmpty:
        lines[random.number(0...lines.count - 1)].values[random.number(0...1)] =
          "\(random.number(1...9))"
      default: break
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `have both changes, unless both changed one value`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let base = Edit(
      lines: (1...4).map { ($0, ["\($0)", "kg", "item\($0)"]) }, nextKey: 4)
    var (mine, theirs) = (base, base)
    theirs.nextKey = 100
    for _ in 0..<random.number(0...3) { mine.change(&random) }
    for _ in 0..<random.number(0...3) { theirs.change(&random) }
    func owned(_ edit: Edit) -> [OwnedLine] {
      edit.lines.map { OwnedLine(text: lines.line($0.values), key: RecordKey("p\($0.key)")) }
    }
    let (merged, contested) = lines.merged(
      base: owned(base), mine: owned(mine).map(\.text), theirs: owned(theirs))
    let (old, here, there) = (base.byKey, mine.byKey, theirs.byKey)
    // Without ids, a line that I changed is the one between the same neighbors.
    let isPlain = mine.lines.allSatisfy { old[$0.key] == nil || old[$0.key] == $0.values }
    guard contested == nil else {
      let isDisputed = old.contains { key, values in
        let (own, other) = (here[key], there[key])
        guard let own, let other else {
          return own.map { $0 != values } ?? other.map { $0 != values } ?? false
        }
        return zip(zip(own, other), values).contains { $0.0 != $0.1 && $0.0 != $1 && $0.1 != $1 }
      }
      expectTrue(isDisputed || !isPlain, "seed \(seed)")
      // New lines of the other side stay.
      for (key, values) in there where old[key] == nil {
        expectTrue(merged.contains(lines.line(values)), "seed \(seed): theirs \(key)")
      }
      return
    }
    let texts = Set(merged)
    for (key, values) in there where old[key] == nil {
      expectTrue(texts.contains(lines.line(values)), "seed \(seed): theirs \(key)")
    }
    for (key, values) in here where old[key] == nil {
      expectTrue(isPlain ? texts.contains(lines.line(values)) : true, "seed \(seed): mine \(key)")
    }
    guard isPlain else { return }
    for key in old.keys where here[key] == nil || there[key] == nil {
      expectTrue(!merged.contains { $0.hasSuffix("item\(key)") }, "seed \(seed): gone \(key)")
    }
    for (key, values) in there where old[key] != nil && here[key] != nil {
      expectTrue(texts.contains(lines.line(values)), "seed \(seed): changed \(key)")
    }
  }
}

extension `Lines that two sides changed`.Edit {
  fileprivate var byKey: [Int: [String]] {
    Dictionary(uniqueKeysWithValues: lines.map { ($0.key, $0.values) })
  }
}
