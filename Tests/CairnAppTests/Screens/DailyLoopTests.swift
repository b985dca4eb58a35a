import CairnInterface
import TestSupport
import Testing

@testable import CairnApp
@testable import CairnKit
@testable import CairnScreens

/// What people do each day: look, note, change, mark.
@Suite struct `The daily loop` {
  private func text(_ app: AppDriver) -> String { app.lines.joined(separator: "\n") }

  @Test func `finds each collection at the row where it was left`() throws {
    let app = try AppDriver("recipes", "recipes", "j j j j j")
    let row = try app.list.selectedID
    app.press("g h : c a i r n : / / a u t h o r s Enter j g h")
    app.press(": c a i r n : / / r e c i p e s Enter")
    expectTrue(text(app).contains(" 6 of 60"), text(app))
    try expectEqual(app.list.selectedID, row)
    app.press("g h : c a i r n : / / a u t h o r s Enter")
    expectTrue(text(app).contains(" 2 of "), text(app))
  }

  @Test func `colors a column whose name is written in small letters`() throws {
    for columns in ["Name,Status", "name,status"] {
      let app = try AppDriver("servers", "servers?columns=\(columns)&sort=status")
      let source = try app.list.source
      expectEqual(source.columns.map(\.name), ["Name", "Status"])
      expectTrue(source.row(at: 0).roles[1] != nil, columns)
      expectTrue(text(app).contains("STATUS▴"), text(app))
    }
  }

  @Test func `shows the day of an agenda behind the title`() throws {
    let app = try AppDriver("servers", "servers?view=agenda:Rebooted")
    try expectEqual(app.list.source.columns.prefix(2).map(\.name), ["Name", "Rebooted"])
    let tasks = try AppDriver("tasks", "tasks?view=agenda:Due", size: (40, 20), "")
    expectTrue(text(tasks).contains("DUE"), text(tasks))
    let own = try AppDriver("tasks", "tasks?view=agenda:Due&columns=Name,Status")
    try expectEqual(own.list.source.columns.map(\.name), ["Name", "Status"])
  }

  @Test func `shows how a line is read while it is typed`() throws {
    let app = try AppDriver("tasks", "tasks", "N c a l l Space A n n Space d u e : f r i d a y")
    expectTrue(text(app).contains("Name: call Ann · Due: "), text(app))
    app.press("Space p r o j c t : x")
    expectTrue(text(app).contains("did you mean Project?"), text(app))
  }

  @Test func `goes on in a line after a colon in an empty form`() throws {
    let app = try AppDriver("tasks", "tasks", "a :")
    expectTrue(text(app).contains("New task in a line"), text(app))
    let form = try AppDriver("tasks", "tasks", "a x :")
    expectTrue(try form.form.isDraft)
  }

  @Test func `edits a field in its line`() throws {
    let app = try AppDriver("recipes", "recipes/p1", "j j j c")
    let row = try #require(app.session.draw().cursor?.row)
    let label = try #require(app.lines.firstIndex { $0.contains("Cuisine") && $0.contains("─") })
    expectEqual(row, label + 1)
    expectTrue(row > 4, "\(row)")
  }

  @Test func `begins the help of a form with Save, and ends help with what is not possible`() throws
  {
    let app = try AppDriver("recipes", "recipes/~new", "F1")
    let help = try #require(app.session.overlays.last as? HelpOverlay)
    expectEqual(help.actions.first?.name, .save)
    let list = try AppDriver("recipes", "recipes", "? G")
    expectTrue(text(list).contains(" · "), text(list))
  }

  @Test func `names groups and order in the title of a favorite`() throws {
    let app = try AppDriver("recipes", "recipes?group=cuisine&sort=-rating")
    expectEqual(app.session.screen.favoriteTitle, "Recipes, grouped by Cuisine, sorted by Rating")
    let usual = try AppDriver("recipes", "recipes")
    expectEqual(usual.session.screen.favoriteTitle, "Recipes")
  }

  @Test func `shows the keys for a collection and for an import on the launcher`() throws {
    let app = try AppDriver("recipes", "~launcher")
    expectTrue(app.hints.contains("N new collection"), app.hints)
    expectTrue(app.hints.contains("I import"), app.hints)
    app.press("I")
    expectTrue(text(app).contains("Path of the file"), text(app))
  }

  @Test func `keeps the unit in the total of totals`() throws {
    let app = try AppDriver(
      "recipes", "recipes?columns=name,ingredients[unit=g].quantity.sum&totals=sum")
    let totals = try app.list.source as? any GroupedRows
    expectTrue(totals?.totals.last?.hasSuffix(" g") == true, "\(totals?.totals ?? [])")
  }

  @Test func `has no shares of sums with several units`() throws {
    let app = try AppDriver("recipes", "ingredients?view=frequency:Unit,sum:Quantity")
    let rows = app.lines.filter { $0.contains(" g ") }
    expectTrue(!rows.isEmpty && !text(app).contains("%"), text(app))
  }

  @Test func `adds up the marked rows in the foot of a list`() throws {
    let app = try AppDriver(
      "recipes", "recipes?columns=name,ingredients[unit=g].quantity.sum&totals=sum")
    func foot() -> String { app.lines.first { $0.contains("Total") } ?? "" }
    expectTrue(foot().contains("Total  60 ") && foot().hasSuffix(" g"), foot())
    app.press("Space Space")
    expectTrue(foot().contains("Total of marked rows  2 "), foot())
    expectTrue(foot().hasSuffix(" 1150 g"), foot())
    app.press("/ agua Enter")
    expectTrue(foot().contains("Total of marked rows  1 "), foot())
    expectTrue(foot().hasSuffix(" 150 g"), foot())
  }

  @Test func `lends books in the sample, with an agenda`() throws {
    let app = try AppDriver("books", "loans?where=-returned=yes&view=agenda:Back")
    expectTrue(text(app).contains("Overdue"), text(app))
    expectTrue(text(app).contains("Moby-Dick"), text(app))
  }

  @Test func `counts only numbers of changes that are not zero, in their colors`() throws {
    let app = try AppDriver("recipes", "recipes", "d g u")
    let row = try app.list.source.row(at: 0)
    expectEqual(row.cells[2], "-14")
    expectEqual(row.wordRoles[2]?["-14"], .bad)
  }
}
