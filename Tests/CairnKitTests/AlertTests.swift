import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `What is the matter` {
  private let book = AddressBook()
  private let alert = Alert("damaged", text: "damaged in 2 places: cairn store verify")

  @Test(
    arguments: [
      ("list", "people", "j"), ("detail", "people/p1", "j"), ("launcher", "~launcher", "j"),
      ("form", "people/p1/~edit", "x"), ("list-filtering", "people", "/ du"),
    ], ["80x24", "40x10"])
  func `stands in the first row and hides nothing else`(
    sample: (name: String, url: String, keys: String), size: String
  ) throws {
    func lines() throws -> [Substring] {
      try book.application().render(
        size: try #require(Size(size)), opening: [try ScreenURL(parsing: sample.url)],
        keys: sample.keys
      ).split(separator: "\n", omittingEmptySubsequences: false)
    }
    let calm = try lines()
    book.alert = alert
    let alarmed = try lines()
    let rows = calm.indices.filter { calm[$0] != alarmed[$0] }
    let status = calm.count - (size == "80x24" ? 2 : 1)
    expectEqual(rows.first, 0)
    expectTrue(Set(rows).isSubset(of: [0, status]))
    expectTrue(alarmed[0].contains(size == "80x24" ? " ! damaged " : " ! "))
    expectTrue(alarmed[status].hasPrefix(calm[status]))
    if sample.name == "list" || sample.name == "launcher" {
      expectSnapshot(alarmed.joined(separator: "\n"), named: "alert-\(sample.name)-\(size)")
    }
  }

  @Test func `is told at the start, and stays in sight`() throws {
    book.alert = alert
    let driver = try Driver(book, at: ["cairn://people"])
    expectEqual(driver.message, alert.text)
    driver.press("j")
    expectEqual(driver.message, "")
    expectTrue(driver.text.contains("! damaged"))
    expectTrue(driver.text.contains(alert.text))
  }

  @Test func `is told when it begins and changes, and goes when it ends`() throws {
    let driver = try Driver(book, at: ["cairn://people"])
    driver.press("j")
    expectTrue(!driver.text.contains("!"))
    book.alert = alert
    driver.session.application.inbox.refresh()
    driver.session.readInbox()
    expectEqual(driver.message, alert.text)
    driver.press("j")
    book.alert?.text = "damaged in 3 places: cairn store verify"
    driver.press("j")
    expectEqual(driver.message, book.alert?.text)
    driver.press("j")
    expectEqual(driver.message, "")
    book.alert = alert
    for ending in [alert, nil] {
      book.alert = ending
      driver.session.application.inbox.refresh()
      driver.session.readInbox()
    }
    expectEqual(driver.message, "")
    expectTrue(!driver.text.contains("damaged"))
  }

  @Test func `is told again by a click on its word, and when all is read again`() throws {
    book.alert = alert
    let driver = try Driver(book, at: ["cairn://people"])
    driver.press("j")
    let row = try #require(driver.text.split(separator: "\n").first)
    let column = try #require(row.firstRange(of: "damaged")).lowerBound
    driver.click(column: row.distance(from: row.startIndex, to: column), row: 0)
    expectEqual(driver.message, alert.text)
    driver.press("j")
    expectEqual(driver.message, "")
    driver.session.perform(.reload)
    driver.session.readInbox()
    expectEqual(driver.message, alert.text)
  }

  @Test func `was told by what failed with the same words, and goes with them`() throws {
    let driver = try Driver(book, at: ["cairn://people"])
    driver.session.application.inbox.say(Message(alert.text, tone: .bad))
    book.alert = alert
    driver.session.readInbox()
    driver.press("j")
    expectEqual(driver.message, "")
    driver.session.application.inbox.say(Message(alert.text, tone: .bad))
    driver.session.readInbox()
    book.alert = nil
    driver.session.readInbox()
    expectEqual(driver.message, "")
  }

  @Test(arguments: [Message.Tone.bad, .warning])
  func `leaves what just failed, or waits, to be read first`(tone: Message.Tone) throws {
    let driver = try Driver(book, at: ["cairn://people"])
    driver.session.application.inbox.say(Message("the disk is full", tone: tone))
    book.alert = alert
    driver.session.readInbox()
    expectEqual(driver.message, "the disk is full")
    expectTrue(driver.text.contains("! damaged"))
    driver.press("j")
    expectEqual(driver.message, alert.text)
    driver.press("j")
    expectEqual(driver.message, "")
  }

  @Test func `names the key that shows more, before other keys`() throws {
    func hints() throws -> String {
      let lines = try book.application().render(
        size: Size(columns: 80, rows: 24), opening: [try ScreenURL(parsing: "people")], keys: ""
      ).split(separator: "\n", omittingEmptySubsequences: false)
      return lines.last.map(String.init) ?? ""
    }
    book.alert = alert
    let before = try hints()
    book.alert?.action = .palette
    let key = try #require(ActionTable.standard[.palette]?.keys.first?.label)
    expectTrue(!before.hasPrefix(" \(key) "), before)
    let after = try hints()
    expectTrue(after.hasPrefix(" \(key) "), after)
  }
}
