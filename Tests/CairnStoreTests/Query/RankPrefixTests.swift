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
    var entries = (0..<count).map { row in
      var entry = RankPrefix(RowPlace(chunk: UInt32(row / 100), row: UInt32(row % 100)))
      entry.prefix = UInt64.random(in: 0 ... .max, using: &random) & mask
      return entry
    }
    let start = random.number(0...count)
    let range = start..<random.number(start...count)
    let expected =
      entries[..<range.lowerBound]
      + entries[range].sorted { ($0.prefix, $0.place) < ($1.prefix, $1.place) }
      + entries[range.upperBound...]
    RankPrefix.sort(&entries, range)
    expectEqual(entries.map(\.place), expected.map(\.place))
  }
}
