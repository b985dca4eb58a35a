import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `The lines of a list` {
  /// The same lines, written out one by one.
  private func written(
    _ rowCount: Int, _ starts: [Int], _ folded: Set<Int>
  ) -> [ListLines.Line] {
    guard !starts.isEmpty else { return (0..<rowCount).map { .row($0) } }
    return starts.indices.flatMap { section -> [ListLines.Line] in
      let end = section + 1 < starts.count ? starts[section + 1] : rowCount
      let rows = folded.contains(section) ? [] : (starts[section]..<end).map(ListLines.Line.row)
      return [.head(section)] + rows
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `are found from rows and sections, and the other way round`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rowCount = Int.random(in: 0...30, using: &generator)
    let isGrouped = Bool.random(using: &generator) && rowCount > 0
    let starts =
      isGrouped
      ? [0] + (1..<max(1, rowCount)).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
      : []
    let folded = Set(starts.indices.filter { _ in Bool.random(using: &generator) })
    let lines = ListLines(rowCount: rowCount, starts: starts, folded: folded)
    let expected = written(rowCount, starts, folded)
    expectEqual((0..<lines.count).map { lines[$0] }, expected)
    expectEqual(lines.sectionCount, starts.count)
    for (line, content) in expected.enumerated() {
      switch content {
      case .row(let row):
        expectEqual(lines.row(at: line), row)
        expectEqual(lines.line(ofRow: row), line)
        expectEqual(lines.section(at: line), lines.section(ofRow: row))
      case .head(let section):
        expectEqual(lines.row(at: line), nil)
        expectEqual(lines.line(ofHead: section), line)
        expectEqual(lines.section(at: line), section)
        for row in lines.rows(of: section) {
          expectEqual(lines.section(ofRow: row), section)
          if folded.contains(section) { expectEqual(lines.line(ofRow: row), line) }
        }
      }
    }
    expectEqual(lines.row(at: -1), nil)
    expectEqual(lines.row(at: lines.count), nil)
  }
}
