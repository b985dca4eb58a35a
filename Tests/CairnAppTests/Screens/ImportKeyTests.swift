import CairnInterface
import TestSupport
import Testing

@testable internal import CairnApp
@testable internal import CairnKit
@testable internal import CairnScreens

/// The keys of the preview of an import, on a screen of 80 columns.
@Suite struct `The keys of an import's preview` {
  private func driver(
    _ files: [String: String], _ keys: String, sample: String = "recipes"
  ) throws -> Driver {
    Driver(
      session: try PicturedScreen(
        name: "x", title: "", sample: sample, url: "~import", keys: keys, files: files
      ).session())
  }

  private struct Driver {
    let session: Session

    func press(_ keys: String) {
      for key in KeyScript(keys).keys {
        session.handle(.key(key), at: session.now)
        session.readInbox()
      }
      session.settle()
    }

    var text: String { session.draw().text }
  }

  private static let doubtful = [
    "people.csv":
      "Name;Price;Day;Seen\nAda;1.234;1.11.25;03 Nov 25\nBob;2.345;2.12.25;04 Dec 25\nCy;3;;\n"
  ]

  @Test func `list all notes, whose number is on the line`() throws {
    let driver = try driver(Self.doubtful, "Enter")
    expectTrue(driver.text.contains("Notes   3, people.Price:"), driver.text)
    driver.press("n")
    for word in ["Notes about people.csv", "people.Price", "people.Day", "people.Seen"] {
      expectTrue(driver.text.contains(word), driver.text)
    }
    driver.press("Escape")
    expectTrue(!driver.text.contains("Notes about"), driver.text)
  }

  @Test func `scroll a long list of notes`() throws {
    let columns = (1...40).map { "Day \($0)" }.joined(separator: ";")
    let cells = { (text: String) in Array(repeating: text, count: 40).joined(separator: ";") }
    let text = "\(columns)\n\(cells("1.11.25"))\n\(cells("2.12.25"))\n"
    let driver = try driver(["days.csv": text], "Enter n")
    expectTrue(driver.text.contains("days.Day 1: stays text"), driver.text)
    expectTrue(!driver.text.contains("days.Day 40"), driver.text)
    for _ in 0..<30 { driver.press("PageDown") }
    expectTrue(driver.text.contains("days.Day 40"), driver.text)
    expectTrue(driver.text.contains("scroll · other keys close"), driver.text)
    driver.press("x")
    expectTrue(!driver.text.contains("days.Day 40"), driver.text)
  }

  @Test func `are shown in 80 columns, with the one that changes how the file is read`() throws {
    let driver = try driver(["people.csv": "Name\nAda\n"], "Enter")
    let hints = driver.text.split(separator: "\n").last ?? ""
    expectTrue(hints.contains("f file"), "\(hints)")
  }

  @Test func `show the unit of numbers above them`() throws {
    let driver = try driver(["prices.csv": "Price,Cost ($)\n$5,$6\n$7,$8\n"], "Enter")
    expectTrue(driver.text.contains("PRICE ($)"), driver.text)
    expectTrue(!driver.text.contains("COST ($) ($)"), driver.text)
  }

  @Test func `leave no letter of a type behind as a command`() throws {
    let driver = try driver(
      ["recipes.csv": "Name,Servings\nCake,4\n"], "Enter")
    driver.press("t")
    expectTrue(driver.text.contains("The type can't change"), driver.text)
    driver.press("d")
    expectTrue(!driver.text.contains("The type can't change"), driver.text)
    expectTrue(!driver.text.contains("omitted"), driver.text)
  }

  @Test(arguments: ["e", "d", "q", "s", "h", "k", "c", "n", "z"])
  func `explain each part of the dialect whole`(letter: String) throws {
    let driver = try driver(["people.csv": "Name\nAda\n"], "Enter f \(letter)")
    let text = driver.text.split(separator: "\n").prefix(8).joined(separator: " ")
    expectTrue(!text.contains("…"), text)
    expectTrue(text.contains("nothing detects it · Esc leaves"), text)
  }

  @Test func `open a folder of notes from the list of files`() throws {
    let driver = try driver(
      ["a.csv": "x\n1\n", "ideas/one.md": "text\n", "ideas/two.md": "text\n", "empty/x.txt": ""],
      "")
    expectTrue(driver.text.contains("ideas/"), driver.text)
    expectTrue(!driver.text.contains("empty/"), driver.text)
    driver.press("G Enter")
    expectTrue(driver.text.contains("ideas, a new collection"), driver.text)
    expectTrue(driver.text.contains("2 new"), driver.text)
  }
}
