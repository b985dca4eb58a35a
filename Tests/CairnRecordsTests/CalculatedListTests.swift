import CairnInterface
import CairnNavigation
import CairnRecords
import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `A list that calculates and takes lines` {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen.withThreeRecipes() }

  @Test func `calculates columns, and offers the usual calculations`() throws {
    let source = try kitchen.list(
      "recipes?columns=Name,Rating*2,Author.Recipes.count&sort=-Rating*2")
    expectEqual(
      (0..<3).map { source.row(at: $0).cells },
      [["Onion tart", "10", "0"], ["Soup", "4", "0"], ["Bread", "", "1"]])
    expectEqual(source.calculations.map(\.name), ["saved", "created"])
    let authors = try RecordListSource(
      "authors", entity: "Author", origin: nil, client: kitchen.client)
    expectEqual(
      authors.calculations.map(\.name), ["Recipes.count", "Recipes.Rating.avg", "saved", "created"])
    expectEqual(
      authors.column(typed: "recipes[rating>2].count"), .column("Recipes[Rating>2].count"))
    expectEqual(source.column(typed: "rating * 2"), .column("Rating*2"))
    expectEqual(source.column(typed: "rating"), .column("Rating"))
    for (text, words) in [
      ("Recpies.count", "did you mean Recipes?"), ("Name*2", "can't be calculated"),
      ("Name,Recipes", "one column"), ("", "one column"),
    ] {
      guard case .problem(let reason) = authors.column(typed: text) else {
        expectTrue(false, text)
        continue
      }
      expectTrue(reason.contains(words), reason)
    }
  }

  @Test func `is sorted by a time of the history with the newest first`() throws {
    let source = try kitchen.list("recipes")
    expectEqual(source.calculations.map(\.isNewestFirst), [true, true])
    let list = ListScreen(source)
    func sort(_ letter: String) throws -> String? {
      let effects = try presented(list.perform(.sort)).insert(letter) ?? []
      for case .setQuery(name: "sort", let value) in effects { return value }
      return nil
    }
    let menu = try #require(presented(list.perform(.sort)) as? Menu)
    func letter(_ title: String) throws -> Character {
      try #require(menu.items.first { $0.title == title }?.letter)
    }
    let (saved, rating) = (try letter("saved"), try letter("Rating"))
    try expectEqual(sort(String(saved)), "-saved")
    try expectEqual(sort(String(saved)), "saved")
    try expectEqual(sort(String(rating)), "Rating,saved")
    try expectEqual(sort(saved.uppercased()), "Rating,-saved")
  }

  @Test func `adds a record in one line, with what puts it into the list`() throws {
    let source = try kitchen.list("recipes?where=Rating%3D4")
    let prompt = try presented(source.capture(in: nil))
    _ = prompt.insert("Leek pie author:ines made:yesterday #green")
    var log = EffectLog()
    log.carryOut(prompt.perform(.accept) ?? [])
    expectEqual(
      log.messages,
      [
        "added Leek pie · Rating 4 · Made 2026-11-20 (Friday, yesterday) · Tags green "
          + "· Author Ines · u undoes it"
      ])
    _ = source.refresh()
    expectEqual((0..<source.count).map { source.row(at: $0).cells[0] }, ["Leek pie"])
  }

  @Test(arguments: [
    ("Pie Ratign:3", "recipes have no field Ratign; did you mean Rating?"),
    ("Pie rating:3 rating:4", "Rating has two values"),
    ("rating:3", "the line has no words for Name"),
    ("Pie author:nobody", "authors have no single record called nobody"),
    ("Pie rating:many", #"Rating needs a whole number from 0 to 5, not "many""#),
    ("", nil),
  ])
  func `says why a line is no record`(line: String, problem: String?) throws {
    let source = try kitchen.list("recipes")
    let prompt = try presented(source.capture(in: nil))
    let count = kitchen.store.snapshot.table("Recipe")?.count
    if !line.isEmpty { _ = prompt.insert(line) }
    _ = prompt.perform(.accept)
    var canvas = Canvas(Size(columns: 100, rows: 20))
    prompt.layOut(in: Size(columns: 96, rows: 3))
    prompt.draw(on: &canvas, theme: .standard)
    expectTrue(problem.map(canvas.text.contains) ?? true, "\(canvas.text)")
    expectEqual(kitchen.store.snapshot.table("Recipe")?.count, count)
  }

  @Test func `puts the cursor on a row when the last row of a section leaves`() throws {
    let stew = try kitchen.add("Recipe", ["Name": .text("Stew"), "Rating": .integer(2)])
    let source = try kitchen.list("recipes?where=rating>=2&group=Rating&sort=Name")
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: 60, rows: 12))
    _ = screen.refresh(Surroundings())
    for _ in 0..<9 where screen.selectedID != "\(stew.key)" { _ = screen.perform(.rowDown) }
    expectEqual(screen.selectedID, "\(stew.key)")
    let context = kitchen.store.newContext()
    try context.existingObject(with: stew)["Rating"] = .integer(1)
    try context.save(title: "set")
    _ = screen.refresh(Surroundings())
    let tart = source.row(at: 1).id
    expectEqual(screen.selectedID, tart)
  }
}
