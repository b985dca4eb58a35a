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
    let desk = try Desk("recipes", "recipes/p60", "Tab Tab Tab Tab")
    let link = try #require(desk.detail.selectedLine?.target)
    // Without its kind, the page has one line less.
    desk.press("c m C-u Enter")
    try expectEqual(desk.detail.selectedLine?.target, link)
    let again = try Desk("recipes", "recipes/p60")
    try again.detail.decodeState(from: desk.saved)
    try expectEqual(again.detail.selectedLine?.target, link)
  }

  @Test func `has the new name of a field in its URL, and its favorite`() throws {
    let desk = try Desk("recipes", "recipes?where=cuisine=French")
    desk.press("b Enter")
    expectTrue(desk.lines.first?.contains("★") == true)
    desk.press(": ~ m o d e l / r e c i p e s Enter")
    desk.press("/ C u i s i n e Enter e C-u R e g i o n Enter H")
    expectEqual(desk.url, "cairn://recipes?where=region=French")
    expectTrue(desk.lines.first?.contains("★") == true, "\(desk.lines)")
  }
}
