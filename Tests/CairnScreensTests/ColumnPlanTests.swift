import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `A plan of columns` {
  static let columns = [
    ListColumn("name", width: 10...30), ListColumn("city", width: 8...16),
    ListColumn("born", width: 10...10),
  ]

  @Test(arguments: [
    (80, [30, 16, 10]), (40, [14, 12, 10]), (32, [10, 8, 10]), (31, [16, 13]), (5, [5]),
  ])
  func `gives what is left over to the columns that can use it`(width: Int, widths: [Int]) {
    let plan = ColumnPlan(Self.columns, width: width)
    expectEqual(plan.places.map(\.width), widths)
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `never runs over its width and always shows the first column`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let columns = (0...random.number(0...8)).map { number in
      let least = random.number(-3...20)
      var column = ListColumn("c\(number)", width: least...least + random.number(0...30))
      column.isExtra = number > 0 && random.number(0...2) == 0
      if random.number(0...3) == 0 { column.chosenWidth = random.number(1...40) }
      return column
    }
    let width = random.number(1...200)
    let plan = ColumnPlan(columns, width: width)
    let places = plan.places
    let regular = places.filter { !columns[$0.index].isExtra }
    expectEqual(plan.isWhole, (regular.count == columns.count { !$0.isExtra }))
    if regular.count < places.count {
      expectTrue(regular.allSatisfy { $0.width == columns[$0.index].shownWidth.upperBound })
    }
    expectEqual(places.first?.index, 0)
    expectTrue(places.allSatisfy { $0.width >= 1 && $0.start + $0.width <= width })
    expectTrue(zip(places, places.dropFirst()).allSatisfy { $0.start + $0.width < $1.start })
  }

  @Test(arguments: [
    (62, [30, 16, 10]), (67, [30, 16, 10]), (68, [30, 16, 10, 6]), (80, [30, 16, 10, 12]),
    (100, [30, 16, 10, 11, 25]), (32, [10, 8, 10]),
  ])
  func `has extra columns where all others have what they can use`(width: Int, widths: [Int]) {
    var columns = Self.columns
    for (name, range) in [("kind", 6...12), ("note", 20...40)] {
      columns.append(ListColumn(name, width: range))
      columns[columns.count - 1].isExtra = true
    }
    let plan = ColumnPlan(columns, width: width)
    expectEqual(plan.places.map(\.width), widths)
    expectTrue(plan.isWhole)
  }

  @Test(arguments: [
    (60, [30, 16, 10]), (70, [30, 26, 10]), (80, [30, 36, 10]), (90, [30, 40, 10]),
    (200, [30, 40, 10]),
  ])
  func `gives what nobody else can use to texts that are cut`(width: Int, widths: [Int]) {
    var columns = Self.columns
    columns[1].fullWidth = 40
    expectEqual(ColumnPlan(columns, width: width).places.map(\.width), widths)
    columns[1].chosenWidth = 12
    expectEqual(ColumnPlan(columns, width: width).places[1].width, 12)
  }

  @Test func `finds the column under a click`() {
    let plan = ColumnPlan(Self.columns, width: 80)
    expectEqual([0, 29, 32, 50, 79].map(plan.column(at:)), [0, 0, 1, 2, nil])
  }

  @Test func `keeps the first column while it goes to the right, and ends at the last`() {
    func shown(_ scroll: Int, _ width: Int = 24) -> [Int] {
      let plan = ColumnPlan(Self.columns, width: width, scrolledBy: scroll)
      expectEqual(plan.hiddenAtLeft + plan.places.count + plan.hiddenAtRight, 3)
      return plan.places.map(\.index)
    }
    expectEqual(shown(0), [0, 1])
    expectEqual(shown(1), [0, 2])
    expectEqual(shown(9), [0, 2])
    // Where all have room, none is left out.
    expectEqual(shown(1, 80), [0, 1, 2])
    expectTrue(ColumnPlan(Self.columns, width: 80, scrolledBy: 1).isWhole)
    // The first one makes room for the next.
    expectEqual(ColumnPlan(Self.columns, width: 12, scrolledBy: 1).places.map(\.width), [4, 6])
    expectEqual(ColumnPlan(Self.columns, width: 12, scrolledBy: 1).hiddenAtLeft, 0)
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `leads to every column, one after the other`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let columns = (0...random.number(0...12)).map { number in
      let least = random.number(1...40)
      return ListColumn("c\(number)", width: least...least + random.number(0...30))
    }
    let width = random.number(4...120)
    var seen: Set<Int> = []
    var scroll = 0
    while true {
      let plan = ColumnPlan(columns, width: width, scrolledBy: scroll)
      expectEqual(plan.scroll, scroll)
      expectEqual(plan.places.first?.index, 0)
      expectTrue(plan.places.allSatisfy { $0.width >= 1 && $0.start + $0.width <= width })
      expectTrue(plan.places.count > 1 || columns.count == 1 || scroll == 0)
      seen.formUnion(plan.places.map(\.index))
      guard plan.hiddenAtRight > 0 else { break }
      scroll += 1
    }
    expectEqual(seen, Set(columns.indices))
  }

  @Test func `has extra columns, too, for whoever goes to the right`() {
    var columns = (0..<6).map { ListColumn("column \($0)", width: 8...8) }
    for index in 2..<6 { columns[index].isExtra = true }
    let plan = ColumnPlan(columns, width: 30)
    expectTrue(plan.places.map(\.index) == [0, 1, 2] && plan.isWhole && plan.hiddenExtras == 3)
    var seen = Set(plan.places.map(\.index))
    for step in 1...3 {
      let plan = ColumnPlan(columns, width: 30, scrolledBy: step)
      expectTrue(plan.scroll == step && plan.places.first?.index == 0)
      expectEqual(plan.hiddenAtLeft + plan.places.count + plan.hiddenAtRight, 6)
      seen.formUnion(plan.places.map(\.index))
    }
    expectEqual(seen, Set(0..<6))
    expectEqual(ColumnPlan(columns, width: 30, scrolledBy: 9).scroll, 3)
  }
}
