import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Sorting rows by the first bytes of their ranks` {
  @Test(arguments: SeededGenerator.seeds(40))
  func `gives the order of the prefixes, and equal ones keep theirs`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = random.number(0...2_000)
    // Few different prefixes, many, or ones that differ only in high or low bytes.
    let mask: UInt64 = [0x3, 0xFF00, 0xFF << 56, .max, 0][random.number(0...4)]
    let prefixes = (0..<count).map { _ in UInt64.random(in: 0 ... .max, using: &random) & mask }
    let start = random.number(0...count)
    expectSorted(prefixes, start..<random.number(start...count), seed)
  }

  /// A byte in which few prefixes differ from the others counts like one in which all differ.
  @Test(arguments: SeededGenerator.seeds(8), 0..<8)
  func `looks at a byte in which only a few prefixes differ`(seed: UInt64, byte: Int) {
    var random = SeededGenerator(seed: seed)
    let common = UInt64.random(in: 0 ... .max, using: &random)
    // Of an even number of equal differences nothing is left if they are added without a carry.
    for others in [1, 2, 4] {
      for isFirst in [false, true] {
        var prefixes = Array(repeating: common, count: 600)
        for place in 0..<others {
          let row = isFirst ? place : 599 - place * 7
          prefixes[row] = common ^ (1 << UInt64(8 * byte))
        }
        expectSorted(prefixes, 0..<600, seed)
        // A range that leaves some of them out.
        expectSorted(prefixes, 100..<600, seed)
      }
    }
  }

  private func expectSorted(_ prefixes: [UInt64], _ range: Range<Int>, _ seed: UInt64) {
    var entries = prefixes.enumerated().map { row, prefix in
      var entry = RankPrefix(RowPlace(chunk: UInt32(row / 100), row: UInt32(row % 100)))
      entry.prefix = prefix
      return entry
    }
    let expected =
      entries[..<range.lowerBound]
      + entries[range].sorted { ($0.prefix, $0.place) < ($1.prefix, $1.place) }
      + entries[range.upperBound...]
    RankPrefix.sort(&entries, range)
    expectEqual(entries.map(\.place), expected.map(\.place), "seed \(seed)")
    expectEqual(entries.map(\.prefix), expected.map(\.prefix), "seed \(seed)")
  }
}
