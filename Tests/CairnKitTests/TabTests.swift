import CairnNavigation
import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `Keys for tabs` {
  @Test func `open what the cursor is on in a new tab, and leave the old one as it was`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("j g n")
    expectEqual(driver.url, "cairn://people/p2")
    expectEqual(driver.session.navigator.state.tabs.map(\.current.url.text).first, "cairn://people")
    driver.press("g n")
    expectEqual(driver.session.navigator.state.tabs.count, 3)
    expectEqual(driver.url, "cairn://people/p2")
    driver.press("g x g x")
    expectEqual(driver.url, "cairn://people")
    expectEqual(driver.list?.selectedID, "p2")
  }

  @Test func `move a tab among the others`() throws {
    let driver = try Driver(at: ["cairn://people", "cairn://people/p1", "cairn://people/p2"])
    func tabs() -> [String] {
      driver.session.navigator.state.tabs.compactMap(\.current.url.segments.last)
    }
    let (left, right): (ActionName, ActionName) = (.moveTabLeft, .moveTabRight)
    for _ in 1...2 { driver.session.perform(left) }
    expectEqual(tabs(), ["p2", "people", "p1"])
    expectEqual(driver.message, "this is tab 1 of 3 now")
    driver.session.perform(left)
    expectEqual(driver.message, "the tab is already at the end")
    driver.session.perform(right)
    expectEqual(tabs(), ["people", "p2", "p1"])
    expectEqual(driver.url, "cairn://people/p2")
  }

  @Test func `open again what was closed, the newest first, with its cursor`() throws {
    let driver = try Driver(at: ["cairn://people", "cairn://people/p1", "cairn://people"])
    driver.press("j g x")
    expectEqual(driver.url, "cairn://people/p1")
    driver.press("g X")
    expectEqual(driver.url, "cairn://people")
    expectEqual(driver.list?.selectedID, "p2")
    driver.press("g X")
    expectEqual(driver.message, "no closed tab")
  }

  @Test func `have Ctrl-X in a form, where letters are text`() throws {
    let driver = try Driver(at: ["cairn://people", "cairn://people/p1/~edit"])
    driver.press("C-x t")
    expectEqual(driver.url, "cairn://people")
    driver.press("g T C-x x")
    expectEqual(driver.session.navigator.state.tabs.count, 1)
    driver.press("g X")
    expectEqual(driver.url, "cairn://people/p1/~edit")
    driver.press("C-x n")
    expectEqual(driver.session.navigator.state.tabs.count, 3)
  }
}
