import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `A draft` {
  @Test func `leads home where nothing is before it, and back by its URL`() throws {
    let before = try Driver(at: ["cairn://people"])
    before.press("e x")
    let state = before.session.navigator.capture()
    let alone = NavigatorState.reduce(state, state.tab.back.map { .remove($0.id) })
    let driver = try Driver(state: StateKeeping(restored: alone) { _, _ in })
    expectEqual(driver.url, "cairn://people/p1/~edit")
    expectTrue(!driver.session.navigator.state.canGoBack)
    driver.press("Escape")
    expectEqual(driver.url, "cairn://~launcher")
    driver.press("o people/p1/~edit Enter")
    expectTrue(driver.text.contains("Ada Lovelacex"))
    expectTrue(
      driver.message.hasPrefix("this is the draft that you began")
        && driver.message.hasSuffix("discards it"), driver.message)
  }

  @Test func `says in which tab it waits once something else took its place`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("e x")
    driver.session.apply([.home])
    expectEqual(driver.session.navigator.state.tabs.count, 1)
    driver.session.apply([.open("cairn://people")])
    expectEqual(driver.session.navigator.state.tabs.count, 2)
    expectTrue(driver.message.hasSuffix(" isn't saved; it is in tab 2"))
    driver.session.apply([.open("cairn://people/p1")])
    expectEqual(driver.session.navigator.state.tabs.count, 2)
    driver.press("g t")
    expectTrue(driver.text.contains("Ada Lovelacex") && driver.message.isEmpty)
  }

  @Test func `is kept when its form is left by Back, to be continued from the launcher`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("e x M-Left h")
    expectTrue(driver.text.contains("CONTINUE"))
    driver.press("0")
    expectEqual(driver.url, "cairn://people/p1/~edit")
    expectTrue(driver.text.contains("[Ada Lovelacex"))
  }

  @Test func `is kept once, wherever one goes meanwhile`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("e x M-Left h j k g h h")
    expectEqual(driver.session.surroundings.drafts.count, 1)
    expectEqual(driver.session.navigator.state.tabs.count, 1)
    driver.press("o people Enter j Enter g h")
    expectEqual(driver.session.surroundings.drafts.count, 1)
  }

  @Test func `is continued without closing the tab that it was in`() throws {
    let driver = try Driver(at: ["cairn://people", "cairn://people/p2"])
    driver.press("e x M-Left g T g h 0")
    expectEqual(driver.url, "cairn://people/p2/~edit")
    expectTrue(driver.text.contains("[Grace Hopperx"))
    let state = driver.session.navigator.state
    expectEqual(state.selectedTab, 0)
    expectEqual(state.tabs[1].current.url, "cairn://people/p2")
    expectTrue(driver.session.surroundings.drafts.isEmpty)
  }

  @Test func `outlives its tab, and then needs none of its own`() throws {
    let driver = try Driver(at: ["cairn://people", "cairn://people/p2"])
    driver.press("e x M-Left g x")
    expectTrue(driver.message.contains("is kept"))
    expectEqual(driver.session.surroundings.drafts.map(\.url), ["cairn://people/p2/~edit"])
    driver.press("g h 0")
    expectTrue(driver.text.contains("[Grace Hopperx"))
    expectEqual(driver.session.navigator.state.tabs.count, 1)
    driver.press("C-s")
    expectEqual(driver.book.people[1].name, "Grace Hopperx")
  }

  @Test func `is kept although other screens were opened meanwhile`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("e x M-Left j Enter g h 0")
    expectTrue(driver.text.contains("[Ada Lovelacex"))
    driver.press("C-s g h")
    expectTrue(!driver.text.contains("CONTINUE"))
  }
}
