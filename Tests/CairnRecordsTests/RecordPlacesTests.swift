import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import TestSupport
import Testing

@Suite struct `Places in a store` {
  private let kitchen: Kitchen
  private let places: RecordPlaces

  init() throws {
    kitchen = try Kitchen()
    places = RecordPlaces(
      client: kitchen.client,
      pages: { [Place("Jobs", kind: "screen", url: ScreenURL(["~jobs"]))] },
      complete: { [Completion($0 + "x", "more")] })
  }

  private func found(_ text: String, limit: Int = 100) -> [String] {
    places.search(FuzzyPattern(text, fold: places.fold), limit: limit)().map {
      "\($0.kind) \($0.title) \($0.url.text)"
    }
  }

  @Test func `are its collections and the app's own screens`() {
    expectEqual(places.places.map(\.title), ["Authors", "Recipes", "Jobs"])
    expectEqual(
      places.places.map(\.url.text), ["cairn://authors", "cairn://recipes", "cairn://~jobs"])
    expectEqual(places.completions(of: "a").map(\.text), ["ax"])
  }

  @Test func `are records of all collections, whatever capitals and accents they have`() throws {
    let (chef, soup) = (
      try kitchen.add("Author", ["Name": .text("Éva Süß")]),
      try kitchen.add("Recipe", ["Name": .text("Rösti supreme")])
    )
    let all = [
      "authors Éva Süß cairn://authors/\(chef.key)",
      "recipes Rösti supreme cairn://recipes/\(soup.key)",
    ]
    expectEqual(found("SU"), [all[0], all[1]])
    expectEqual(found("rec su"), [all[1]])
    expectEqual(found("rosti"), [all[1]])
    expectEqual(found("none such"), [])
  }

  @Test func `say what owned records are a part of`() throws {
    try kitchen.addIngredients()
    let tart = try kitchen.add("Recipe", ["Name": .text("Tart")])
    let item = try kitchen.add("Ingredient", ["Item": .text("zest"), "Recipe": .link(tart.key)])
    expectEqual(found("zest"), ["ingredients · Tart zest cairn://ingredients/\(item.key)"])
  }

  @Test func `are the best of many`() throws {
    for number in 0..<50 {
      try kitchen.add("Author", ["Name": .text("A very long name with letters \(number)")])
    }
    try kitchen.add("Author", ["Name": .text("Avl")])
    expectEqual(found("avl", limit: 3).count, 3)
    for number in 0..<30 { try kitchen.add("Author", ["Name": .text("Ann \(number)")]) }
    try kitchen.add("Author", ["Name": .text("Ann")])
    expectTrue(found("ann", limit: 2)[0].hasPrefix("authors Ann cairn"))
    expectTrue(found("avl", limit: 3)[0].contains("Avl"))
    expectTrue(found("avl", limit: 1)[0].contains("Avl"))
  }
}
