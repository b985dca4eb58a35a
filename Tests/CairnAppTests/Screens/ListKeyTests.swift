import CairnInterface
import TestSupport
import Testing

@testable import CairnApp
@testable import CairnKit
@testable import CairnScreens

/// Keys of lists that vi, k9s and VisiData have, too.
@Suite struct `A list's keys` {
  private func text(_ app: AppDriver) -> String { app.lines.joined(separator: "\n") }

  @Test func `repeat the last change of a field, on a row, on marked rows and on a page`() throws {
    let app = try AppDriver("recipes", "recipes", "c k s")
    for (keys, subject) in [
      ("j .", "Agua de Jamaica"), ("j Space Space .", "Kind of 2 recipes"),
      ("Escape j Enter .", ""),
    ] {
      app.press(keys)
      expectTrue(app.message.hasPrefix("saved \(subject)"), app.message)
      expectTrue(app.message.contains(" soup · "), app.message)
    }
    app.press("g h o r e c i p e s ? w h e r e = k i n d : s o u p Enter")
    expectTrue(text(app).contains("of 17"), text(app))
    app.press("u u u u")
    expectTrue(text(app).contains("of 12"), text(app))
  }

  @Test func `tell why nothing is repeated`() throws {
    let app = try AppDriver("recipes", "recipes", ".")
    expectEqual(app.message, "no change to repeat yet · c changes a field")
    app.press("c k s g h o a u t h o r s Enter .")
    expectEqual(app.message, "the last change was of Kind in recipes")
  }

  @Test func `leave only rows with a value of the row, beside the filter`() throws {
    let app = try AppDriver("recipes", "recipes", "/ l y o n Enter =")
    expectTrue(text(app).contains("k  Kind: soup"), text(app))
    app.press("k")
    expectTrue(app.url.contains("lyon"), app.url)
    expectTrue(app.url.contains("Kind="), app.url)
  }

  @Test func `keep the size of a side pane, also of a hidden one`() throws {
    let app = try AppDriver("recipes", "recipes", "p + + p")
    let again = try AppDriver("recipes", "recipes", "")
    try again.list.decodeState(from: app.saved)
    again.press("p")
    try expectEqual(again.list.pane.share.percent, app.list.pane.share.percent)
    try expectEqual(again.list.pane.share.percent, 65)
  }

  @Test func `keep the earlier filter if a click goes into an open one`() throws {
    let app = try AppDriver("recipes", "recipes?where=kind%3Dsoup", "/ End Space (")
    let row = try #require(app.list.filterRow)
    let place = Position(column: 6, row: row)
    _ = try app.list.mouse(MouseEvent(kind: .press, button: .left, position: place))
    app.press("Escape")
    expectTrue(app.url.contains("soup"), app.url)
  }

  @Test func `show totals below a list without groups`() throws {
    let app = try AppDriver("recipes", "recipes", "z = s")
    expectTrue(text(app).contains("Total  60"), text(app))
    expectEqual(app.url, "cairn://recipes?totals=sum")
    app.press("G")
    expectTrue(text(app).contains("Total  60"), text(app))
    app.press("z = a")
    expectTrue(!text(app).contains("Total") && text(app).contains("Average"), text(app))
    app.press("z = Down Down Down Down Enter")
    expectTrue(!text(app).contains("Average"), text(app))
  }

  @Test func `view the rows as counts and as a table`() throws {
    let app = try AppDriver("recipes", "recipes", "z v")
    expectTrue(text(app).contains("Counts by Kind"), text(app))
    app.press("Escape F k z u")
    expectEqual(app.url, "cairn://recipes?view=frequency:Kind,repeated")
    app.press("z u")
    expectEqual(app.url, "cairn://recipes?view=frequency:Kind")
    app.press("z v t")
    expectEqual(app.url, "cairn://recipes")
  }

  @Test func `have one URL for a filter, whatever blanks are typed`() throws {
    let app = try AppDriver("recipes", "recipes", "/ l y o n Space Space Enter")
    expectEqual(app.url, "cairn://recipes?where=lyon")
    for (typed, tidy) in [
      (" a  b ", "a b"), ("  ", ""), ("", ""), ("a", "a"), ("\"a  b\" \t c", "\"a  b\" c"),
      ("\"a  ", "\"a  "),
    ] {
      expectEqual(typed.tidyFilter, tidy)
    }
  }

  @Test func `of the side pane work on the launcher and in pickers`() throws {
    let app = try AppDriver("recipes", "recipes", "p")
    app.resize(120, 30)
    let beside = text(app)
    app.press("+")
    expectTrue(text(app) != beside)
    app.press("g h")
    let launcher = text(app)
    app.press("p")
    expectTrue(text(app) != launcher)
    app.press("p")
    expectEqual(text(app), launcher)
  }

  @Test func `find favorites and aliases by their names in the palette`() throws {
    let app = try AppDriver("recipes", "recipes", ": @ n e v e r Enter")
    expectTrue(app.url.contains("made"), app.url)
  }
}

/// Names that actions had in earlier versions.
@Suite struct `An action's earlier name` {
  @Test func `still binds keys where it did`() throws {
    let configuration = try Configuration(
      parsing: "[keys]\n\"picker.preview\" = \"C-_\"\n\"launcher.preview\" = \"P\"\n")
    expectEqual(configuration.leftOut.map(\.description), [])
    let table = configuration.actions.table
    let action = try #require(table[.togglePreview])
    expectEqual(action.keys(in: .picker).map(\.description), ["C-_"])
    expectEqual(action.keys(in: .launcher).map(\.description), ["P"])
    expectEqual(action.keys(in: .list).map(\.description), ["p"])
  }

  @Test(arguments: [
    "list.clear-filter", "go.anywhere-again", "go.edit-url", "list.mark-up", "go.move-tab-right",
    "go.move-tab-left",
  ])
  func `takes keys although it has none by itself`(name: String) throws {
    let configuration = try Configuration(parsing: "[keys]\n\"\(name)\" = \"F11\"\n")
    expectEqual(configuration.leftOut.map(\.description), [])
    expectEqual(
      configuration.actions.table[ActionName(name)]?.keys.map(\.description), ["F11"])
  }
}

@Suite struct `A wrong setting` {
  @Test func `costs only itself`() throws {
    let configuration = try Configuration(
      parsing: """
        [look]
        them = "dark"
        glyphs = "ascii"
        [aliases]
        good = "recipes?where=rating=5"
        [navigation]
        restore = "some"
        forget-after-days = 7

        """)
    expectEqual(
      configuration.leftOut.map(\.explanation),
      [
        "no setting is called look.them; did you mean look.theme?",
        "navigation.restore takes one of none, root, top, all",
      ])
    expectEqual(configuration.glyphs, .ascii)
    expectEqual(configuration.aliases.keys.sorted(), ["good"])
    expectEqual(configuration.forgetAfterDays, 7)
    expectEqual(configuration.historyDays, 90)
  }

  @Test(arguments: [
    "[store]\nhistory-days = \"long\"", "[stor]\nhistory-days = 400", "[store]\nhistory = 400",
  ])
  func `never shortens the history`(text: String) throws {
    expectEqual(try Configuration(parsing: text).historyDays, Configuration.mostDays)
  }

  @Test func `of the file's form is an error`() {
    #expect(throws: ConfigurationProblem.self) { try Configuration(parsing: "[look\n") }
  }
}
