import CairnInterface
import TestSupport
import Testing

@testable import CairnApp
@testable import CairnKit
@testable import CairnScreens

/// Keys of lists that vi, k9s and VisiData have, too.
@Suite struct `A list's keys` {
  private func text(_ desk: Desk) -> String { desk.lines.joined(separator: "\n") }

  @Test func `repeat the last change of a field, on a row, on marked rows and on a page`() throws {
    let desk = try Desk("recipes", "recipes", "c k s o u p Enter")
    for (keys, subject) in [
      ("j .", "Agua de Jamaica"), ("j Space Space .", "Kind of 2 recipes"),
      ("Escape j Enter .", ""),
    ] {
      desk.press(keys)
      expectTrue(desk.message.hasPrefix("saved \(subject)"), desk.message)
    }
    desk.press("g h o r e c i p e s ? w h e r e = k i n d : s o u p Enter")
    expectTrue(text(desk).contains("of 17"), text(desk))
    desk.press("u u u u")
    expectTrue(text(desk).contains("of 12"), text(desk))
  }

  @Test func `tell why nothing is repeated`() throws {
    let desk = try Desk("recipes", "recipes", ".")
    expectEqual(desk.message, "no change to repeat yet · c changes a field")
    desk.press("c k s o u p Enter g h o a u t h o r s Enter .")
    expectEqual(desk.message, "the last change was of Kind in recipes")
  }

  @Test func `leave only rows with a value of the row, beside the filter`() throws {
    let desk = try Desk("recipes", "recipes", "/ l y o n Enter =")
    expectTrue(text(desk).contains("k  Kind: soup"), text(desk))
    desk.press("k")
    expectTrue(desk.url.contains("lyon"), desk.url)
    expectTrue(desk.url.contains("Kind="), desk.url)
  }

  @Test func `show totals below a list without groups`() throws {
    let desk = try Desk("recipes", "recipes", "z = s")
    expectTrue(text(desk).contains("Total  60"), text(desk))
    expectEqual(desk.url, "cairn://recipes?totals=sum")
    desk.press("G")
    expectTrue(text(desk).contains("Total  60"), text(desk))
    desk.press("z = Down Down Down Down Enter")
    expectTrue(!text(desk).contains("Total"), text(desk))
  }

  @Test func `view the rows as counts and as a table`() throws {
    let desk = try Desk("recipes", "recipes", "z v")
    expectTrue(text(desk).contains("Counts by Kind"), text(desk))
    desk.press("Escape F k z u")
    expectEqual(desk.url, "cairn://recipes?view=repeated:Kind")
    desk.press("z u")
    expectEqual(desk.url, "cairn://recipes?view=frequency:Kind")
    desk.press("z v t")
    expectEqual(desk.url, "cairn://recipes")
  }

  @Test func `have one URL for a filter, whatever blanks are typed`() throws {
    let desk = try Desk("recipes", "recipes", "/ l y o n Space Space Enter")
    expectEqual(desk.url, "cairn://recipes?where=lyon")
    for (typed, tidy) in [(" a  b ", "a  b"), ("  ", ""), ("", ""), ("a", "a")] {
      expectEqual(typed.tidyFilter, tidy)
    }
  }

  @Test func `of the side pane work on the launcher and in pickers`() throws {
    let desk = try Desk("recipes", "recipes", "p")
    desk.resize(120, 30)
    let beside = text(desk)
    desk.press("+")
    expectTrue(text(desk) != beside)
    desk.press("g h")
    let launcher = text(desk)
    desk.press("p")
    expectTrue(text(desk) != launcher)
    desk.press("p")
    expectEqual(text(desk), launcher)
  }

  @Test func `find favorites and aliases by their names in the palette`() throws {
    let desk = try Desk("recipes", "recipes", ": @ n e v e r Enter")
    expectTrue(desk.url.contains("made"), desk.url)
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
