import CairnInterface
import TestSupport
import Testing

@Suite struct `A region` {
  private let region = Region(column: 2, row: 1, columns: 10, rows: 4)

  @Test func `is shared without gap or overlap`() {
    expectEqual(region.splitTop(1).top, Region(column: 2, row: 1, columns: 10, rows: 1))
    expectEqual(region.splitTop(1).rest, Region(column: 2, row: 2, columns: 10, rows: 3))
    expectEqual(region.splitBottom(1).bottom, Region(column: 2, row: 4, columns: 10, rows: 1))
    expectEqual(region.splitRight(3).right, Region(column: 9, row: 1, columns: 3, rows: 4))
  }

  @Test(arguments: [-1, 0, 4, 5])
  func `is never split outside itself`(count: Int) {
    let (top, rest) = region.splitTop(count)
    expectEqual(top.rows + rest.rows, region.rows)
    expectEqual(region.intersection(top), top)
  }

  @Test func `overlaps only where both are`() {
    let other = Region(column: 8, row: 0, columns: 10, rows: 3)
    expectEqual(region.intersection(other), Region(column: 8, row: 1, columns: 4, rows: 2))
    expectTrue(region.intersection(Region(column: 30, columns: 5, rows: 5)).isEmpty)
  }

  @Test func `centers what fits into it`() {
    let middle = region.centered(Size(columns: 4, rows: 2))
    expectEqual(middle, Region(column: 5, row: 2, columns: 4, rows: 2))
    expectEqual(region.centered(Size(columns: 99, rows: 99)), region)
    expectTrue(region.inset(columns: 1, rows: 2).isEmpty)
  }

  @Test(arguments: [
    ("80x24", Size(columns: 80, rows: 24)), ("0x1", nil), ("80", nil), ("80x", nil), ("-1x2", nil),
    ("+1x2", nil),
  ])
  func `has a size in writing`(text: String, size: Size?) {
    expectEqual(Size(text), size)
  }
}
