import CairnInterface
import TestSupport
import Testing

@testable import CairnApp
@testable import CairnKit
@testable import CairnScreens

/// Keys of other keyboards and of other terminals.
@Suite struct `A key on a screen` {
  @Test func `means what its place does, for signs too, after a letter of its layout`() throws {
    let app = try AppDriver("recipes", "recipes", "о .")
    expectTrue(try app.list.filtering.field != nil, app.message)
    let help = try AppDriver("recipes", "recipes", "о ,")
    expectTrue(help.session.overlays.last is HelpOverlay, help.message)
    let latin = try AppDriver("recipes", "recipes", "j .")
    expectTrue(try latin.list.filtering.field == nil)
  }

  @Test func `is Enter with Shift where nothing is bound to that`() throws {
    let app = try AppDriver("recipes", "recipes", "S-Enter")
    expectTrue(app.url.hasPrefix("cairn://recipes/"), app.url)
    let control = try AppDriver("recipes", "recipes", "C-m")
    expectTrue(control.url.hasPrefix("cairn://recipes/"), control.url)
  }

  @Test func `after a stopped paste is explained`() throws {
    let app = try AppDriver("recipes", "recipes", "/")
    app.session.handle(.paste("lem"), at: app.session.now)
    app.session.handle(.pasteStopped, at: app.session.now)
    try expectEqual(app.list.filtering.field?.text, "lem")
    expectTrue(app.message.hasPrefix("the paste stopped before its end"), app.message)
  }
}
