import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `A window of rows` {
  @Test(arguments: SeededGenerator.seeds(200))
  func `always has its cursor on a row and in sight`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var window = RowWindow()
    for _ in 0..<60 {
      switch random.number(0...4) {
      case 0: window.resize(count: random.number(-2...40), height: random.number(-2...12))
      case 1: window.move(by: random.number(-50...50))
      case 2: window.move(to: [Int.min, Int.max, random.number(-5...50)][random.number(0...2)])
      case 3: window.scroll(by: random.number(-10...10))
      default: window.place(cursor: random.number(-5...50), top: random.number(-5...50))
      }
      expectTrue(window.cursor >= 0 && window.cursor < max(1, window.count))
      expectTrue(window.count == 0 || window.visible.contains(window.cursor))
      expectTrue(window.top == 0 || window.top + window.height <= window.count)
    }
  }

  @Test func `keeps its upper row while the cursor moves within sight`() {
    var window = RowWindow()
    window.resize(count: 100, height: 10)
    window.move(to: 14)
    window.move(by: -6)
    expectEqual(window.top, 5)
    expectEqual(window.cursor, 8)
  }
}
