import CairnInterface
import TestSupport
import Testing

@testable import CairnTerminal

@Suite struct `The color map` {
  @Test(arguments: [
    (0, Color.red, -1), (8, .red, 1), (8, .palette(9), 1), (8, .palette(8), -1),
    (16, .palette(9), 9), (16, .palette(196), 9), (256, .palette(9), 9), (256, .palette(196), 196),
    (8, .rgb(red: 250, green: 10, blue: 10), 1), (16, .rgb(red: 250, green: 10, blue: 10), 9),
    (256, .rgb(red: 255, green: 135, blue: 0), 208), (256, .rgb(red: 8, green: 8, blue: 8), 232),
    (16_777_216, .rgb(red: 255, green: 135, blue: 0), 0xFF8700), (16_777_216, .red, 1),
    (16_777_216, .palette(196), 0xFF0000),
  ])
  func `finds the nearest color that there is`(count: Int, color: Color, number: Int32) {
    expectEqual(ColorMap(count: count).number(of: color), number)
  }

  @Test(arguments: [0, 8, 16, 88, 256, 16_777_216])
  func `leaves the usual color alone`(count: Int) {
    expectEqual(ColorMap(count: count).number(of: nil), -1)
  }

  @Test(arguments: [8, 16, 88, 256])
  func `never names a color that there isn't`(count: Int) {
    for number in UInt8.min...UInt8.max {
      expectTrue(-1..<Int32(count) ~= ColorMap(count: count).number(of: .palette(number)))
    }
  }
}
