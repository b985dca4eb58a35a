import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import TestSupport
import Testing

@Suite struct `The screen that merges records` {
  private let kitchen: Kitchen

  init() throws { kitchen = try Kitchen() }

  private func list(
    _ ids: [ObjectID], _ take: String? = nil
  ) throws -> ArrayListSource<MergeReview.FieldRow> {
    var url = kitchen.client.url(of: ids[0]).appending("~merge")
      .setting("with", to: ids.dropFirst().map(\.key.description).joined(separator: ","))
    if let take { url = url.setting("take", to: take) }
    return MergeReview(ids[0], at: url, client: kitchen.client).list(ListQuery())
  }

  private func cells(_ list: ArrayListSource<MergeReview.FieldRow>, _ field: String) -> [String] {
    list.index(of: field).map { list.row(at: $0).cells } ?? []
  }

  private func soups() throws -> [ObjectID] {
    try [2, 4, 5].map { rating in
      try kitchen.add("Recipe", ["Name": .text("Soup"), "Rating": .integer(rating)])
    }
  }

  private func rename(_ id: ObjectID, _ name: String) throws {
    let context = kitchen.store.newContext()
    context.object(with: id)["Name"] = .text(name)
    try context.save(title: "elsewhere")
    _ = kitchen.client.reload()
  }

  @Test func `shows a change of another program at the first refresh, and merges what it shows`()
    throws
  {
    let ids = try soups()
    let list = try list(ids)
    try rename(ids[1], "Onion soup")
    _ = list.refresh()
    expectEqual(cells(list, "Name"), ["Name", "  Soup", "* Onion soup", "  Soup"])
    expectEqual(list.warnings, ["4 values left out"])
  }

  // A drawing must not look for the titles of ten thousand links.
  @Test func `makes its texts once, with the first values of a long list`() throws {
    let authors = try ["Ann", "Anna"].map { try kitchen.add("Author", ["Name": .text($0)]) }
    let recipes = try (1...7).map { number in
      try kitchen.add("Recipe", ["Name": .text("R\(number)"), "Author": .link(authors[1].key)])
    }
    let list = try list(authors)
    let links = ["Recipes", "  ", "* R1, R2, R3, R4, R5 and 2 more"]
    expectEqual(cells(list, "Recipes"), links)
    try rename(recipes[0], "Soup")
    expectEqual(cells(list, "Recipes"), links)
    _ = list.refresh()
    expectEqual(cells(list, "Recipes").last, "* Soup, R2, R3, R4, R5 and 2 more")
  }

  @Test func `marks the fields that lose a value, until another one is taken`() throws {
    let ids = try soups()
    let list = try list(Array(ids.prefix(2)))
    let tones = { (0..<list.count).map { list.row(at: $0).tone } }
    expectEqual(tones(), [.plain, .warning])
    _ = list.open("Rating")
    _ = list.refresh()
    expectEqual(cells(list, "Rating"), ["Rating", "  2", "* 4"])
    expectEqual(list.warnings, ["1 value left out"])
  }

  @Test func `keeps the choice of a favorite after the field was renamed`() throws {
    let ids = try soups()
    try kitchen.store.updateModel { model throws(StoreError) in
      try model.renamingField("Rating", of: "Recipe", to: "Stars")
    }
    _ = kitchen.client.reload()
    let list = try list(ids, "Rating:\(ids[2].key)")
    expectEqual(cells(list, "Stars"), ["Stars", "  2", "  4", "* 5"])
    // The choice has one place in the URL.
    var taken: [String] = []
    for case .setQuery(name: "take", value: let text?) in list.open("Stars") { taken.append(text) }
    expectEqual(taken, ["Stars:\(ids[0].key)"])
  }

  @Test func `says why it cannot merge`() throws {
    let ids = try soups()
    let list = try list([ids[0], ObjectID(entity: "Recipe", key: RecordKey(sequence: 99))])
    expectEqual(list.count, 0)
    var said: [String] = []
    for case .say(let message) in list.merge([], in: nil) ?? [] { said.append(message.text) }
    expectEqual(said, ["no record recipes/p99"])
  }

  @Test func `tells how many owned records are equal`() throws {
    try kitchen.addIngredients()
    _ = kitchen.client.reload()
    let ids = Array(try soups().prefix(2))
    for (item, owner) in [("salt", 0), ("salt", 1), ("oil", 0), ("oil", 1), ("rice", 1)] {
      try kitchen.add("Ingredient", ["Item": .text(item), "Recipe": .link(ids[owner].key)])
    }
    _ = kitchen.client.reload()
    let list = try list(ids)
    expectEqual(list.warnings, ["1 value left out", "2 equal ingredients stand twice"])
    var log = EffectLog()
    log.carryOut(list.merge([], in: nil) ?? [])
    expectEqual(
      log.messages,
      [
        "merged Soup into Soup; 1 value left out; 2 equal ingredients stand twice · u undoes it"
      ])
  }

  @Test func `explains a field that nobody can choose`() throws {
    let links = "%attribute: Done date\n%repeat: Done 1 month\n%due: Made\n"
    try kitchen.changeModel(Kitchen.modelText.replacing("%columns:", with: links + "%columns:"))
    _ = kitchen.client.reload()
    let day = Value.date(kitchen.client.clock().today)
    let ids = [
      try kitchen.add("Recipe", ["Name": .text("Soup"), "Made": day]),
      try kitchen.add("Recipe", ["Name": .text("Soup"), "Made": day]),
    ]
    try kitchen.store.commit(title: "done") { draft throws(StoreError) in
      draft.changes.append(
        RecordChange(
          id: ids[1], kind: .update, fields: [FieldChange(name: "Done", old: nil, new: day)]))
    }
    _ = kitchen.client.reload()
    let list = try list(ids)
    var said: [String] = []
    for case .say(let message) in list.open("Done") { said.append(message.text) }
    expectEqual(said, ["Done keeps its value, because another one would complete the record"])
  }
}
