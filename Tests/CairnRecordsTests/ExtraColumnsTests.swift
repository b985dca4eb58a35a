import CairnNavigation
import CairnScreens
import CairnStore
import TestSupport
import Testing

@testable import CairnRecords

@Suite struct `Columns that nobody chose` {
  private let kitchen: Kitchen
  private let author: ObjectID

  init() throws {
    kitchen = try Kitchen()
    author = try kitchen.add("Author", ["Name": .text("Ines")])
    try kitchen.add("Recipe", ["Name": .text("Bread"), "Author": .link(author.key)])
    try kitchen.changeModel(Kitchen.modelText.replacing("%columns: Name Rating Author", with: ""))
  }

  private func columns(_ origin: FetchRequest.Origin? = nil) throws -> [ListColumn] {
    try RecordListSource("recipes", entity: "Recipe", origin: origin, client: kitchen.client)
      .columns
  }

  @Test func `have what records link to where there is room, before other fields`() throws {
    let columns = try columns()
    expectEqual(columns.filter(\.isExtra).map(\.name), ["Author"])
    expectEqual(columns.map(\.name), ["Name", "Slug", "Rating", "Made", "Tags", "Author"])
  }

  @Test func `have room for the offset of a time that clocks show twice`() throws {
    let end = try #require(Timestamp("2026-10-25T01:00:00Z"))
    let made = try #require(Timestamp("2026-10-25T00:30:00Z"))
    try kitchen.changeModel(
      Kitchen.modelText.replacing("%type: Made date", with: "%attribute: Made datetime"))
    try kitchen.add("Recipe", ["Name": .text("Soup"), "Made": .datetime(made)])
    let place = LocalTime("a place") { $0 < end ? 7_200 : 3_600 }
    let client = StoreClient(kitchen.store, clock: { WallClock(now: end, localTime: place) })
    let list = try RecordListSource(
      "recipes?columns=Name,Made", entity: "Recipe", origin: nil, client: client)
    let column = try #require(list.columns.last)
    expectEqual(column.width, 16...22)
    let texts = (0..<list.count).map { list.row(at: $0).cells.last }
    expectTrue(texts.contains("2026-10-25 02:30+02:00"))
  }

  /// A sample of the collection lacks the few rows that a filter leaves.
  @Test func `have room for the rows of a filter, if the window has it`() throws {
    let context = kitchen.store.newContext()
    for number in 0..<3000 {
      let record = try context.create("Recipe")
      record["Name"] = .text("n\(number)")
      if number == 7 { record["Slug"] = .text("a-slug-longer-than-all-others") }
    }
    try context.save(title: "fill")
    let list = try RecordListSource(
      "recipes?where=slug:longer&columns=Slug,Name", entity: "Recipe", origin: nil,
      client: kitchen.client)
    expectEqual(list.count, 1)
    expectTrue((list.columns.first?.fullWidth ?? 0) >= 29, "\(list.columns)")
    expectTrue((list.columns.first?.width.upperBound ?? 99) < 29, "\(list.columns)")
  }

  @Test func `are all fields, so that a list scrolls to each of them`() throws {
    let names = (1...60).map { "C\($0)" }
    try kitchen.changeModel(
      Kitchen.modelText.replacing(
        "%columns: Name Rating Author",
        with: names.map { "%attribute: \($0) integer" }.joined(separator: "\n")))
    let shown = Set(try columns().map(\.name))
    expectTrue(shown.isSuperset(of: names), "\(shown)")
  }

  @Test func `have nothing that is the same in all rows of a list of links`() throws {
    let columns = try columns(FetchRequest.Origin(author, "Recipes"))
    expectTrue(columns.contains { $0.name == "Rating" })
    expectTrue(!columns.contains { $0.name == "Author" })
  }

  @Test func `have no link to so many records that reading their titles would be waited for`()
    throws
  {
    try kitchen.store.commit(title: "many") { (draft) throws(StoreError) in
      for number in 0...RecordFetch.shortCount {
        try draft.insert([.text("Author \(number)")], into: "Author")
      }
    }
    _ = try kitchen.client.store.refresh()
    try expectTrue(!columns().contains { $0.name == "Author" })
  }
}

@Suite struct `Columns that the model chose` {
  private let cookbook: Cookbook

  init() throws {
    cookbook = try Cookbook()
    try expectEqual(cookbook.save(["Name": "Bread"]), [:])
  }

  private func extras(
    _ url: ScreenURL = "ingredients", _ origin: FetchRequest.Origin? = nil
  ) throws -> [String] {
    try RecordListSource(url, entity: "Ingredient", origin: origin, client: cookbook.client)
      .columns.filter(\.isExtra).map(\.name)
  }

  @Test func `have what records are a part of where there is room, and no other field`() throws {
    try expectEqual(extras(), ["Recipe"])
  }

  @Test func `stand alone in a list of one owner's records, and where others were chosen`() throws {
    let bread = ObjectID(entity: "Recipe", key: RecordKey(sequence: 1))
    try expectEqual(extras("recipes/p1/ingredients", .init(bread, "Ingredients")), [])
    try expectEqual(extras("ingredients?columns=Item,Unit"), [])
  }
}
