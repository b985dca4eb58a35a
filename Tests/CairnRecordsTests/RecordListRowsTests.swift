import CairnInterface
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@Suite struct `A list of records that are marked or left out` {
  /// Few are looked up at once, many on another thread.
  @Test(arguments: [3, 5_000])
  func `marks them again once undo has brought them back`(count: Int) throws {
    let kitchen = try Kitchen()
    let context = kitchen.store.newContext()
    for number in 0..<count + 1 { try context.create("Author")["Name"] = .text("A\(number)") }
    try context.save(title: "add")
    let authors = try RecordListSource(
      "authors", entity: "Author", origin: nil, client: kitchen.client)
    let screen = ListScreen(authors)
    screen.layOut(in: Size(columns: 60, rows: 12))
    var log = EffectLog()
    let carryOut = { (effects: [Effect]?) in
      log.carryOut(effects ?? [])
      log.carryOut(screen.refresh(Surroundings()))
    }
    carryOut(nil)
    carryOut(screen.perform(.markAll))
    carryOut(screen.perform(.markRow))
    let marks = screen.marks
    expectEqual(marks.count, count)
    carryOut(screen.perform(.delete))
    expectEqual(screen.marks, [])
    carryOut(kitchen.client.undo())
    expectEqual(screen.marks, marks)
    carryOut(kitchen.client.redo())
    expectEqual(screen.marks, [])
  }

  @Test func `has the cursor on what undo brought back, found soon or late`() throws {
    let kitchen = try Kitchen.withThreeRecipes()
    let find = FindListSource(ScreenURL(["~find"]).setting("q", to: "o"), client: kitchen.client)
    let screen = ListScreen(find)
    screen.layOut(in: Size(columns: 60, rows: 12))
    var log = EffectLog()
    let refresh = {
      // What is found ends with another look.
      for _ in 0..<2 { log.carryOut(screen.refresh(Surroundings())) }
    }
    refresh()
    let first = try #require(screen.selectedID)
    log.carryOut(screen.perform(.delete) ?? [])
    refresh()
    expectTrue(screen.selectedID != first)
    let url = try #require(find.url(of: first))
    log.carryOut(kitchen.client.undo())
    // It is known what came back before it is found.
    _ = screen.reveal([url])
    refresh()
    expectEqual(screen.selectedID, first)
  }

  @Test func `is no list any more once its collection is gone, whatever it is called`() throws {
    let kitchen = try Kitchen()
    let authors = try RecordListSource(
      "authors", entity: "Author", origin: nil, client: kitchen.client)
    var log = EffectLog()
    let model = "%rec: Person\n%formerly: Author\n%plural: people\n%attribute: Name string\n"
    for (text, count) in [(model, 0), ("%rec: Recipe\n%attribute: Name string\n", 1)] {
      try kitchen.changeModel(text)
      _ = kitchen.client.reload()
      log.carryOut(authors.refresh())
      expectEqual(log.retryCount, count)
    }
  }

  @Test(arguments: [
    ("none or nothing", true), ("none nothing", false), ("or none", false),
    ("\"none or nothing\"", false),
  ])
  func `has a hint how either of two words is looked for`(filter: String, isShown: Bool) throws {
    let kitchen = try Kitchen.withThreeRecipes()
    let list = try kitchen.list("recipes")
    _ = list.apply(ListQuery(filter: filter))
    expectEqual(list.count, 0)
    let hint = list.noMatchHint.text(.standard, in: [.text, .prompt])
    expectEqual(hint.contains("OR finds either"), isShown)
    expectTrue(hint.contains("3 without the filter"))
  }

  @Test func `says of a filter that found something what it probably means`() throws {
    let kitchen = try Kitchen.withThreeRecipes()
    try kitchen.add("Recipe", ["Name": .text("Not a soup"), "Rating": .integer(5)])
    let screen = ListScreen(try kitchen.list("recipes"))
    screen.layOut(in: Size(columns: 60, rows: 12))
    func take(_ filter: String) -> [String] {
      _ = screen.perform(.filter)
      _ = screen.perform(.textCutToStart)
      _ = screen.insert(filter)
      return (screen.perform(.accept) ?? []).compactMap {
        if case .say(let message) = $0 { message.text } else { nil }
      }
    }
    expectEqual(take("soup"), [])
    expectEqual(
      take("not rating:5"), ["\"not\" is a word here; NOT rating:5 excludes these records"])
    expectEqual(take("NOT rating:5"), [])
  }
}
