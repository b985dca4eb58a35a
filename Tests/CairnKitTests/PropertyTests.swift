import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

/// Rules 1 and 2 of `Screen`, rule 1 of `Session`.
@Suite struct `Any keys` {
  static let keys =
    "j k h l g G H L J K a A b B d D e E n o O q s u y z x 0 1 2 ' / \\ ? ~ - : { } Space Enter "
    + "Escape Tab BTab BSpace Delete Up Down Left Right Home End PageUp PageDown F1 F2 F10 C-a C-b "
    + "C-c C-d C-e C-f C-k C-l C-n C-p C-r C-s C-u C-w C-y M-b M-f M-d M-Left M-Right é 日 👍"

  @Test(arguments: SeededGenerator.seeds(15))
  func `keep a cursor on a row, fill the screen and never trap`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = Self.keys.split(separator: " ").map(String.init)
    let urls: [ScreenURL] = ["cairn://people", "cairn://people/p1", "cairn://people/p5/~edit"]
    let driver = try Driver(at: [urls[random.number(0...2)]])
    for _ in 0..<120 {
      switch random.number(0...19) {
      case 0: resize(driver, &random)
      case 1: click(driver, &random)
      case 2: driver.session.handle(.paste(random.text(atMost: 6)), at: driver.session.now)
      case 3: driver.pass(.milliseconds(random.number(0...400)))
      default: driver.press(words[random.number(0...words.count - 1)])
      }
      let session = driver.session
      let canvas = session.draw()
      expectEqual(canvas.size, session.size)
      expectEqual(canvas, session.draw())
      if let list = driver.list, list.source.count > 0 { expectTrue(list.selectedID != nil) }
      if let cursor = canvas.cursor { expectTrue(canvas.bounds.contains(cursor)) }
    }
  }

  private func resize(_ driver: Driver, _ random: inout SeededGenerator) {
    let size = Size(columns: random.number(1...130), rows: random.number(1...40))
    driver.session.handle(.resize(size), at: driver.session.now)
  }

  private func click(_ driver: Driver, _ random: inout SeededGenerator) {
    let kinds: [MouseEvent.Kind] = [.press, .release, .wheelUp, .wheelDown]
    let place = Position(column: random.number(0...130), row: random.number(0...40))
    let event = MouseEvent(
      kind: kinds[random.number(0...3)], position: place, clicks: random.number(1...2))
    driver.session.handle(.mouse(event), at: driver.session.now)
  }
}

/// Rule 5 of `Screen`.
@Suite struct `A hundred thousand rows` {
  @Test func `cost a drawing no more than what is visible`() throws {
    let book = AddressBook(AddressBook.many(100_000))
    let driver = try Driver(book, at: ["cairn://people"])
    driver.press("G")
    expectEqual(driver.list?.selectedID, "p100000")
    let source = try #require(driver.list?.source as? PeopleList)
    let before = source.rowsAsked
    _ = driver.session.draw()
    expectTrue(source.rowsAsked - before <= 24)
  }
}
