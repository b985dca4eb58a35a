import CairnInterface
import CairnNavigation
import CairnStore
import TestSupport
import Testing

@testable import CairnRecords
@testable import CairnScreens

/// A recipe with ingredients, as a page and beside the list.
@Suite struct `A part of a record under the cursor` {
  private let kitchen: Kitchen
  private let soup: ObjectID
  private let salt: ObjectID

  init() throws {
    kitchen = try Kitchen()
    try kitchen.addIngredients()
    let words = Array(repeating: "simmer slowly", count: 20).joined(separator: " ")
    soup = try kitchen.add(
      "Recipe", ["Name": .text("Soup, \(words)"), "Notes": .text("Stir.\n\n\(words)\n\n\(words)")])
    for item in ["onion", "stock"] {
      try kitchen.add("Ingredient", ["Item": .text(item), "Recipe": .link(soup.key)])
    }
    salt = try kitchen.add("Ingredient", ["Item": .text("salt"), "Recipe": .link(soup.key)])
  }

  @Test func `is all that is deleted beside a list, too`() throws {
    let screen = ListScreen(try kitchen.list("recipes?sort=Name"))
    screen.layOut(in: Size(columns: 100, rows: 30))
    _ = screen.refresh(Surroundings())
    _ = screen.perform(.togglePreview)
    _ = screen.perform(.otherPane)
    let page = try #require(screen.focusedDetail)
    _ = page.reveal([kitchen.client.snapshot.url(of: salt)])
    expectTrue(screen.offers(.delete))
    var log = EffectLog()
    log.carryOut(try #require(screen.perform(.delete)))
    expectEqual(log.messages.last, "deleted salt · u undoes it")
    expectTrue(kitchen.client.snapshot.row(soup) != nil)
    expectTrue(kitchen.client.snapshot.row(salt) == nil)
    _ = screen.perform(.rowFirst)
    log.carryOut(try #require(screen.perform(.delete)))
    expectTrue(kitchen.client.snapshot.row(soup) == nil)
  }

  @Test func `keeps the cursor when lines end elsewhere, as every line does`() throws {
    let page = DetailScreen(try RecordDetailSource(soup, client: kitchen.client))
    page.layOut(in: Size(columns: 100, rows: 12))
    _ = page.refresh(Surroundings())
    var seen: Set<ScreenURL> = []
    var before: Int?
    while page.window.cursor != before {
      before = page.window.cursor
      let (url, label) = (page.selection, page.selectedField?.label)
      if let url { seen.insert(url) }
      for columns in [50, 30, 100] {
        page.layOut(in: Size(columns: columns, rows: 12))
        expectEqual(page.selection, url, "\(columns) columns")
        expectEqual(page.selectedField?.label, label, "\(columns) columns")
        expectTrue(page.window.visible.contains(page.window.cursor))
      }
      // In a text the line may be a neighbor: what was one is several, or none with a cursor.
      if url != nil { expectEqual(page.window.cursor, before) }
      _ = page.perform(.togglePreview)
      expectEqual(page.selection, url)
      _ = page.perform(.togglePreview)
      _ = page.perform(.rowDown)
    }
    expectTrue(seen.contains(kitchen.client.snapshot.url(of: salt)))
  }
}
