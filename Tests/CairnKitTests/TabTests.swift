import CairnNavigation
import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `Keys for tabs` {
  @Test func `open what the cursor is on in a new tab, and leave the old one as it was`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("j g n")
    #expect(driver.url == "cairn://people/p2")
    #expect(driver.session.navigator.state.tabs.map(\.current.url.text).first == "cairn://people")
    driver.press("g n")
    #expect(driver.session.navigator.state.tabs.count == 3)
    #expect(driver.url == "cairn://people/p2")
    driver.press("g x g x")
    #expect(driver.url == "cairn://people")
    #expect(driver.list?.selectedID == "p2")
  }

  @Test func `move a tab among the others`() throws {
    let driver = try Driver(at: ["cairn://people", "cairn://people/p1", "cairn://people/p2"])
    func tabs() -> [String] {
      driver.session.navigator.state.tabs.compactMap(\.current.url.segments.last)
    }
    driver.press("g < g <")
    #expect(tabs() == ["p2", "people", "p1"])
    #expect(driver.message == "this is tab 1 of 3 now")
    driver.press("g <")
    #expect(driver.message == "this tab is at the end")
    driver.press("g >")
    #expect(tabs() == ["people", "p2", "p1"])
    #expect(driver.url == "cairn://people/p2")
  }

  @Test func `open again what was closed, the newest first, with its cursor`() throws {
    let driver = try Driver(at: ["cairn://people", "cairn://people/p1", "cairn://people"])
    driver.press("j g x")
    #expect(driver.url == "cairn://people/p1")
    driver.press("g X")
    #expect(driver.url == "cairn://people")
    #expect(driver.list?.selectedID == "p2")
    driver.press("g X")
    #expect(driver.message == "no tab was closed")
  }

  @Test func `have Ctrl-X in a form, where letters are text`() throws {
    let driver = try Driver(at: ["cairn://people", "cairn://people/p1/~edit"])
    driver.press("C-x t")
    #expect(driver.url == "cairn://people")
    driver.press("g T C-x x")
    #expect(driver.session.navigator.state.tabs.count == 1)
    driver.press("g X")
    #expect(driver.url == "cairn://people/p1/~edit")
    driver.press("C-x n")
    #expect(driver.session.navigator.state.tabs.count == 3)
  }
}
