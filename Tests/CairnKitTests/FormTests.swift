import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `A form` {
  @Test func `saves what was typed, chosen and picked`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("a Eve Tab Paris Tab Tab f Tab Space ada Enter Tab line Enter two C-s")
    let person = try #require(driver.book.people.last)
    #expect(person.name == "Eve")
    #expect(person.city == "Paris")
    #expect(person.group == "Family")
    #expect(person.mentor == "p1")
    #expect(person.notes == "line\ntwo")
    #expect(driver.url == "cairn://people")
    #expect(driver.message == "saved")
  }

  @Test func `says what is wrong without holding anyone in a field`() throws {
    let driver = try Driver(at: ["cairn://people/p1/~edit"])
    driver.press("Tab Tab C-u soon Tab Tab")
    #expect(driver.text.contains("'soon' is no date"))
    #expect(driver.session.screen.status.text == "field 5 of 6 · Mentor")
    driver.press("C-s")
    #expect(driver.session.screen.status.text == "field 3 of 6 · Born")
    #expect(driver.message == "1 problem before saving")
    driver.press("C-r C-s")
    #expect(driver.message == "saved")
  }

  @Test func `shows what saving refused at its field until that changes`() throws {
    let driver = try Driver(at: ["cairn://people/p1/~edit"])
    driver.press("Tab C-u Nowhere C-s")
    #expect(driver.text.contains("✗ there is no such city"))
    driver.press("BSpace")
    #expect(!driver.text.contains("✗ there is no such city"))
  }

  @Test func `leaves without asking when nothing has changed`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("e Escape")
    #expect(driver.url == "cairn://people")
    #expect(driver.session.navigator.state.canGoForward == false)
  }

  @Test(arguments: [
    ("d", "cairn://people", 0), ("Escape", "cairn://people/p1/~edit", 0),
    ("k", "cairn://people", 1),
  ])
  func `asks before changes are lost`(answer: String, url: String, drafts: Int) throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("e x Escape \(answer)")
    #expect(driver.url == url)
    #expect(driver.session.surroundings.drafts.count == drafts)
    #expect(driver.book.people[0].name == "Ada Lovelace")
  }

  @Test func `keeps its draft when left by Back, to be continued from the launcher`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("e x M-Left h")
    #expect(driver.text.contains("CONTINUE"))
    driver.press("0")
    #expect(driver.url == "cairn://people/p1/~edit")
    #expect(driver.text.contains("[Ada Lovelacex"))
  }

  @Test func `keeps its draft although other screens were opened meanwhile`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("e x M-Left j Enter g h 0")
    #expect(driver.text.contains("[Ada Lovelacex"))
    driver.press("C-s g h")
    #expect(!driver.text.contains("CONTINUE"))
  }
}
