import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `Sorting by several columns` {
  private func driver() throws -> Driver { try Driver(at: ["cairn://people"]) }

  private func line(_ driver: Driver, having text: String) -> String {
    driver.text.split(separator: "\n").map(String.init).first { $0.contains(text) } ?? ""
  }

  @Test func `keeps the column before as the next key, or puts one behind with a capital`() throws {
    let driver = try driver()
    driver.press("s n s c")
    expectEqual(driver.url, "cairn://people?sort=city,name")
    driver.press("s B")
    expectEqual(driver.url, "cairn://people?sort=city,name,born")
    driver.press("s N")
    expectEqual(driver.url, "cairn://people?sort=city,-name,born")
    // No more than three, the last of which gives way.
    driver.press("s G")
    expectEqual(driver.url, "cairn://people?sort=city,-name,group")
  }

  @Test func `is told by the head, the status line and the menu`() throws {
    let driver = try driver()
    driver.press("s c s N s N")
    let head = line(driver, having: "CITY")
    expectTrue(head.contains("CITY▴ ") && head.contains("NAME▾2"))
    expectTrue(driver.text.contains("by city, then name descending"))
    driver.press("s")
    expectTrue(line(driver, having: "n  Name").contains("2 descending"))
    expectTrue(line(driver, having: "c  City").contains("1 ascending"))
  }

  @Test func `ends with the usual order`() throws {
    let driver = try driver()
    driver.press("s c s B s =")
    expectEqual(driver.url, "cairn://people")
    expectEqual(driver.list?.source.query.sorts, [])
  }
}
