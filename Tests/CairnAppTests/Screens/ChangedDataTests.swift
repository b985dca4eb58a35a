import CairnFiles
import CairnInterface
import TestSupport
import Testing

@testable import CairnApp
@testable import CairnKit
@testable import CairnNavigation
@testable import CairnScreens

@Suite struct `A screen whose data changes` {
  @Test func `keeps the cursor on its link, and finds it at the next start`() throws {
    let app = try AppDriver("recipes", "recipes/p60", "Tab Tab Tab Tab")
    let link = try #require(app.detail.selectedLine?.target)
    // Without its kind, the page has one line less.
    app.press("c m C-u Enter")
    try expectEqual(app.detail.selectedLine?.target, link)
    let again = try AppDriver("recipes", "recipes/p60")
    try again.detail.decodeState(from: app.saved)
    try expectEqual(again.detail.selectedLine?.target, link)
  }

  @Test func `has the new name of a field in its URL, and its favorite`() throws {
    let app = try AppDriver("recipes", "recipes?where=cuisine=French")
    app.press("b Enter")
    expectTrue(app.lines.first?.contains("★") == true)
    app.press(": ~ m o d e l / r e c i p e s Enter")
    app.press("/ C u i s i n e Enter e C-u R e g i o n Enter H")
    expectEqual(app.url, "cairn://recipes?where=region=French")
    expectTrue(app.lines.first?.contains("★") == true, "\(app.lines)")
  }
}
