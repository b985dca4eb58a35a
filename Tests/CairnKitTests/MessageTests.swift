import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `What just happened` {
  private static let reason = "the disk is full"

  /// The rows below the screen.
  private func foot(_ words: Int, _ size: Size) throws -> [String] {
    let driver = try Driver(at: ["cairn://people"], size: size)
    let text = (0..<words).map { "word\($0 % 10)" }.joined(separator: " ") + " " + Self.reason
    driver.session.message = Message(text, tone: .bad)
    return driver.text.split(separator: "\n", omittingEmptySubsequences: false)
      .suffix(size.rows < 16 ? 1 : 2).map(String.init)
  }

  @Test func `stands beside what one sees`() throws {
    let foot = try foot(2, Size(columns: 80, rows: 24))
    expectTrue(foot[0].hasPrefix(" 1 of 7"))
    expectTrue(foot[0].hasSuffix(Self.reason))
    expectTrue(foot[1].contains("? help"))
  }

  @Test func `leaves the place in a list where it can`() throws {
    let driver = try Driver(at: ["cairn://people?sort=name"])
    expectTrue(driver.text.contains(" 1 of 7 · by name"))
    driver.session.message = Message(String(repeating: "x", count: 69))
    let row = try #require(driver.text.split(separator: "\n").dropLast().last)
    expectTrue(row.hasPrefix(" 1 of 7  "))
    expectTrue(row.hasSuffix(String(repeating: "x", count: 69)))
  }

  @Test func `takes the row where it doesn't fit, and then the hints'`() throws {
    let one = try foot(10, Size(columns: 80, rows: 24))
    expectTrue(one[0].hasPrefix(" word0 word1"))
    expectTrue(one[0].hasSuffix(Self.reason))
    expectTrue(one[1].contains("? help"))
    let two = try foot(20, Size(columns: 80, rows: 24))
    expectTrue(two[0].hasPrefix(" word0 word1"))
    expectTrue(two[1].hasPrefix(" word") && two[1].contains(Self.reason))
    expectTrue(two[1].hasSuffix("   ? help"))
  }

  @Test func `has its last clause in a row of its own where it takes two`() throws {
    let driver = try Driver(at: ["cairn://people"], size: Size(columns: 80, rows: 24))
    let deleted = "deleted " + String(repeating: "word ", count: 12) + "and more"
    driver.session.message = Message("\(deleted) · u undoes it")
    let foot = driver.text.split(separator: "\n").suffix(2).map(String.init)
    expectEqual(foot[0], " \(deleted)")
    expectTrue(foot[1].hasPrefix(" u undoes it   "))
    // A first clause that is too long itself goes on in the next row.
    driver.session.message = Message("\(deleted), and Ann, too · u undoes it")
    expectEqual(driver.text.split(separator: "\n").last?.contains("too · u undoes it"), true)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)])
  func `says how to read it where no room is enough`(size: Size) throws {
    let foot = try foot(60, size)
    expectEqual(foot.last?.contains("… gm reads it"), true)
    expectTrue(foot.allSatisfy { $0.count < size.columns })
  }

  @Test func `takes a click on the hints that it hides, which do nothing then`() throws {
    let driver = try Driver(at: ["cairn://people"])
    let before = driver.url
    driver.session.message = Message((0..<20).map { "word\($0)" }.joined(separator: " "))
    driver.click(column: 2, row: 23)
    expectEqual(driver.url, before)
    expectTrue(driver.message.isEmpty)
    driver.click(column: 2, row: 23)
    expectTrue(driver.url != before)
  }

  @Test func `takes a click in a low window, whose hint at help does nothing then`() throws {
    let driver = try Driver(at: ["cairn://people"], size: Size(columns: 60, rows: 12))
    driver.session.message = Message("the disk is full")
    driver.click(column: 57, row: 11)
    expectTrue(driver.session.overlays.isEmpty)
    expectTrue(driver.message.isEmpty)
    driver.click(column: 57, row: 11)
    expectTrue(driver.session.overlays.last is HelpOverlay)
  }
}
