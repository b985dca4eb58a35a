import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `Keys that the app's own words name` {
  /// Types `keys` where `name` has the keys `mine`.
  private func text(
    after keys: String, at url: String, _ name: ActionName, is mine: [KeySequence]
  ) throws -> String {
    let driver = try Driver(at: [try ScreenURL(parsing: url)])
    var table = driver.session.keymap.table
    try table.rebind(name, to: mine)
    driver.session.keymap = try Keymap(table)
    driver.session.refreshScreen()
    driver.press(keys)
    return driver.text
  }

  @Test(
    arguments: [
      ("cairn://people", "/ z z z Enter", ActionName.leave, "C-x", "^X clears the filter"),
      ("cairn://people", "/ z z z Enter", .leave, "", "7 without the filter\n"),
      ("cairn://people", "?", .leave, "C-g", "^G leaves"),
      ("cairn://people", "?", .accept, "F12", "F12 does it"),
      ("cairn://~launcher", "", .keepFavorite, "B", "B on any screen keeps it"),
    ])
  func `are the person's`(
    url: String, keys: String, name: ActionName, mine: String, words: String
  ) throws {
    let text = try text(
      after: keys, at: url, name, is: mine.isEmpty ? [] : [KeySequence(mine)!])
    expectTrue(text.contains(words))
  }
}
