import Synchronization
import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

/// How lists are arranged where their URLs don't say so.
@Suite struct `An arrangement` {
  /// Opens the list of people, away from it and back to it, as a person does.
  private func openAgain(_ driver: Driver) {
    driver.press("~")
    driver.press("o people Enter")
  }

  @Test func `is that of the last list of its kind`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("s c s c")
    expectEqual(driver.url, "cairn://people?sort=-city")
    openAgain(driver)
    expectEqual(driver.url, "cairn://people?sort=-city")
    expectEqual(driver.list?.source.query.sorts, [ListSort("city", isDescending: true)])
  }

  @Test func `of a URL goes before it, and is none of the person's`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("s c")
    driver.press("o people?sort=born Enter")
    expectEqual(driver.url, "cairn://people?sort=born")
    driver.press("o people?where=lyon Enter")
    expectEqual(driver.url, "cairn://people?where=lyon&sort=city")
  }

  @Test func `leaves favorites and the history as they are`() throws {
    let driver = try Driver(at: ["cairn://people?where=lyon"])
    driver.press("b c")
    driver.press("s c")
    driver.press("' c")
    expectEqual(driver.url, "cairn://people?where=lyon")
    let back = driver.session.navigator.state.tab.back.map(\.url.text)
    expectTrue(back.contains("cairn://people?where=lyon&sort=city"))
  }

  @Test func `makes one URL, whatever of it was changed first`() throws {
    let sorted = try Driver(at: ["cairn://people"])
    sorted.press("s c")
    sorted.session.navigate(.setQuery(name: "columns", value: "city"))
    openAgain(sorted)
    let chosen = try Driver(at: ["cairn://people"])
    chosen.session.navigate(.setQuery(name: "columns", value: "city"))
    chosen.press("s c")
    openAgain(chosen)
    expectEqual(sorted.url, "cairn://people?sort=city&columns=city")
    expectEqual(chosen.url, sorted.url)
  }

  @Test func `that can't be any more is not used`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.session.navigator.arrange("people", [QueryItem("sort", "fax")])
    openAgain(driver)
    expectEqual(driver.url, "cairn://people")
  }

  @Test func `holds for its kind alone, and is there after the next start`() throws {
    let kept = Mutex<NavigatorState?>(nil)
    let keeping = StateKeeping { state, _ in kept.withLock { $0 = state } }
    let driver = try Driver(at: ["cairn://people"], state: keeping)
    driver.press("s c o people/p1 Enter")
    expectEqual(driver.url, "cairn://people/p1")
    driver.pass(.seconds(1))
    let restored = kept.withLock { $0 }
    let again = try Driver(state: StateKeeping(restored: restored) { _, _ in })
    openAgain(again)
    expectEqual(again.url, "cairn://people?sort=city")
  }

  @Test func `is where one comes up to`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("s c j j")
    let selected = driver.list?.selectedID
    driver.press("Enter")
    expectTrue(driver.url.hasPrefix("cairn://people/"))
    driver.press("h")
    expectEqual(driver.url, "cairn://people?sort=city")
    expectEqual(driver.list?.selectedID, selected)
    expectTrue(driver.session.navigator.state.canGoForward)
    // Where the list wasn't open before, it is arranged as it is opened.
    let other = try Driver()
    other.session.navigator.arrange("people", [QueryItem("sort", "city")])
    other.press("o people/p2 Enter h")
    expectEqual(other.url, "cairn://people?sort=city")
  }
}
