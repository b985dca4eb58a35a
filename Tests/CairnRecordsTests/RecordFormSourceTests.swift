import CairnInterface
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@Suite struct `The form of a record` {
  let kitchen: Kitchen
  let soup: ObjectID

  init() throws {
    kitchen = try Kitchen()
    try kitchen.add("Author", ["Name": .text("Ines")])
    soup = try kitchen.add(
      "Recipe",
      [
        "Name": .text("Soup"), "Slug": .text("soup"), "Rating": .integer(2),
        "Tags": .list([.text("a, b"), .text("c")]),
      ])
  }

  func save(_ source: RecordFormSource, _ changes: [String: String]) -> [String: String]? {
    var log = EffectLog()
    return save(source, changes, noting: &log)
  }

  func save(
    _ source: RecordFormSource, _ changes: [String: String], noting log: inout EffectLog
  ) -> [String: String]? {
    var values = source.fields.reduce(into: [:]) { $0[$1.name] = $1.value }
    values.merge(changes) { _, new in new }
    var refusals: [String: String]?
    log.carryOut(
      source.save(values) { outcome in
        switch outcome {
        case .saved(let effects): return effects
        case .refused(let reasons): refusals = reasons
        case .gone(let reason): refusals = ["": reason]
        }
        return []
      })
    return refusals
  }

  @Test func `starts with the record's values`() throws {
    let fields = try RecordFormSource(editing: soup, client: kitchen.client).fields
    expectEqual(fields.map(\.name), ["Name", "Slug", "Rating", "Made", "Notes", "Tags", "Author"])
    expectEqual(fields.map(\.value), ["Soup", "soup", "2", "", "", "\"a, b\",c", ""])
    expectTrue(fields[0].isRequired)
    expectEqual(fields[4].kind, .multiline)
    expectEqual(fields[6].kind, .link)
  }

  @Test func `names a text of the file that is no value of its field, and lets it be`() throws {
    try kitchen.write("Rating: fine\n", insteadOf: "Rating: 2\n")
    let source = try RecordFormSource(editing: soup, client: kitchen.client)
    expectEqual(source.fields[2].value, "")
    expectTrue(
      source.fields[2].hint.usual.hasPrefix("the file has \"fine\", which is not a whole number"))
    expectEqual(save(source, ["Name": "Broth"]), nil)
    let row = try #require(kitchen.store.snapshot.row(soup))
    expectEqual(row.remarks(in: kitchen.client.snapshot).map(\.label), ["Rating"])
  }

  @Test func `saves only what was changed, so that others' edits stay`() throws {
    let source = try RecordFormSource(editing: soup, client: kitchen.client)
    let context = kitchen.store.newContext()
    let record = try context.existingObject(with: soup)
    record["Rating"] = .integer(4)
    try context.save(title: "elsewhere")
    expectEqual(save(source, ["Name": "Onion soup", "Made": "yesterday", "Author": "p1"]), nil)
    let row = try #require(kitchen.store.snapshot.row(soup))
    expectEqual(row["Name"], .text("Onion soup"))
    expectEqual(row["Rating"], .integer(4))
    expectEqual(row["Made"].map(ValueText.export), "2026-11-20")
    expectEqual(row["Tags"], .list([.text("a, b"), .text("c")]))
    try expectEqual(
      kitchen.store.snapshot.linkedKeys(of: soup, "Author").map(\.description), ["p1"])
  }

  @Test func `tells what others changed in the same field, before it replaces that`() throws {
    let source = try RecordFormSource(editing: soup, client: kitchen.client)
    let context = kitchen.store.newContext()
    context.object(with: soup)["Name"] = .text("Stew")
    try context.save(title: "elsewhere")
    let refusals = try #require(save(source, ["Name": "Onion soup", "Notes": "hot"]))
    expectEqual(refusals, ["Name": "it was changed to Stew elsewhere; save again to replace that"])
    expectEqual(kitchen.store.snapshot.row(soup)?["Notes"], nil)
    expectEqual(save(source, ["Name": "Onion soup", "Notes": "hot"]), nil)
    expectEqual(kitchen.store.snapshot.row(soup)?["Name"], .text("Onion soup"))
    expectEqual(kitchen.store.snapshot.row(soup)?["Notes"], .text("hot"))
  }

  private func changeRecipe(_ change: (inout Entity) -> Void) throws {
    var entities = kitchen.store.snapshot.model.entities
    let place = try #require(entities.firstIndex { $0.name == "Recipe" })
    (entities[place].columns, entities[place].sort) = ([], nil)
    change(&entities[place])
    let model = try ObjectModel(entities: entities)
    try kitchen.store.commit(title: "Change the model") { draft throws(StoreError) in
      try draft.updateModel(model)
    }
  }

  // S20
  @Test(arguments: [false, true])
  func `saves under the name that a field got meanwhile`(isLookedAt: Bool) throws {
    let source = try RecordFormSource(editing: soup, client: kitchen.client)
    try changeRecipe { recipe in
      recipe.properties = recipe.properties.map { property in
        guard case .attribute(var name) = property, name.name == "Name" else { return property }
        name.name = "Title"
        return .attribute(name)
      }
      recipe.formerNames["Title"] = ["Name"]
      recipe.title = "Title"
    }
    if isLookedAt {
      guard case .values(let values) = source.look() else {
        Issue.record("the record is there")
        return
      }
      expectEqual(values["Name"], "Soup")
    }
    expectEqual(save(source, ["Name": "Broth", "Rating": "3"]), nil)
    let row = try #require(kitchen.store.snapshot.row(soup))
    expectEqual(row["Title"], .text("Broth"))
    expectEqual(row["Rating"], .integer(3))
  }

  @Test(arguments: [false, true])
  func `refuses what was typed in a field that is gone, and nothing else`(
    isLookedAt: Bool
  ) throws {
    let source = try RecordFormSource(editing: soup, client: kitchen.client)
    try changeRecipe { $0.properties.removeAll { $0.name == "Rating" } }
    if isLookedAt { _ = source.look() }
    let refusals = try #require(save(source, ["Name": "Broth", "Rating": "3"]))
    expectTrue(refusals.values.contains { $0.contains("Rating") && $0.contains("no longer") })
    expectEqual(kitchen.store.snapshot.row(soup)?["Name"], .text("Soup"))
    expectEqual(save(source, ["Name": "Broth"]), nil)
    expectEqual(kitchen.store.snapshot.row(soup)?["Name"], .text("Broth"))
  }

  // S20
  @Test(arguments: [true, false])
  func `has the fields that the model has by now, and judges by them`(isNew: Bool) throws {
    let entity = try #require(kitchen.store.snapshot.model["Recipe"])
    let source =
      isNew
      ? RecordFormSource(new: entity, filledWith: [], client: kitchen.client)
      : try RecordFormSource(editing: soup, client: kitchen.client)
    let rating = try #require(source.fields.first { $0.name == "Rating" })
    expectTrue(source.problem(with: "high", in: rating) != nil)
    try changeRecipe { recipe in
      recipe.properties = recipe.properties.compactMap { property in
        guard case .attribute(var attribute) = property else { return property }
        switch attribute.name {
        case "Made": return nil
        case "Rating": (attribute.type, attribute.range) = (.choice, nil)
        case "Slug": attribute.name = "Word"
        default: break
        }
        if attribute.name == "Rating" { attribute.choices = ["low", "high"] }
        return .attribute(attribute)
      }
      recipe.properties.append(.attribute(Attribute(name: "Color", type: .string)))
      recipe.formerNames["Word"] = ["Slug"]
      recipe.handle = "Word"
    }
    _ = source.look()
    expectEqual(
      source.fields.map(\.label), ["Name", "Word", "Rating", "Notes", "Tags", "Author", "Color"])
    // What the form knows a field by stays.
    expectEqual(source.fields[1].name, "Slug")
    expectEqual(source.fields[2].kind, .choice(["low", "high"]))
    expectEqual(source.problem(with: "high", in: source.fields[2]), nil)
    expectTrue(source.problem(with: "2", in: source.fields[2]) != nil)
    expectEqual(
      save(source, ["Name": "Stew", "Slug": "stew", "Color": "red", "Rating": "high"]), nil)
    let row = try #require(
      kitchen.store.snapshot.table("Recipe")?.rows.first { $0.title == "Stew" })
    expectEqual(row["Word"], .text("stew"))
    expectEqual(row["Color"], .text("red"))
    expectEqual(row["Rating"], .text("high"))
  }

  @Test func `says so where its collection is gone, until it is back`() throws {
    let entity = try #require(kitchen.store.snapshot.model["Recipe"])
    let source = RecordFormSource(new: entity, filledWith: [], client: kitchen.client)
    try kitchen.changeModel("%rec: Author\n%plural: authors\n")
    expectEqual(source.look(), .gone("recipes no longer exist"))
    try kitchen.changeModel(Kitchen.modelText)
    expectEqual(source.look(), .new)
  }

  @Test func `says at each save that the record was deleted elsewhere`() throws {
    let source = try RecordFormSource(editing: soup, client: kitchen.client)
    try kitchen.store.commit(title: "delete") { draft throws(StoreError) in
      try draft.delete([soup])
    }
    for _ in 0..<2 {
      expectEqual(save(source, ["Name": "Stew"]), ["": "the record was deleted"])
    }
    expectEqual(source.look(), .gone("the record was deleted"))
  }

  @Test func `clears a field whose text is gone`() throws {
    let source = try RecordFormSource(editing: soup, client: kitchen.client)
    expectEqual(save(source, ["Rating": ""]), nil)
    expectEqual(kitchen.store.snapshot.row(soup)?["Rating"], nil)
  }

  @Test func `adds a record with what it was filled with`() throws {
    let entity = try #require(kitchen.store.snapshot.model["Recipe"])
    let source = RecordFormSource(
      new: entity, filledWith: [QueryItem("rating", "5"), QueryItem("nonsense", "1")],
      client: kitchen.client)
    var log = EffectLog()
    expectEqual(save(source, ["Name": "Bread"], noting: &log), nil)
    expectEqual(log.revealed, ["cairn://recipes/p2"])
    let bread = try #require(
      kitchen.store.snapshot.table("Recipe")?.rows.first { $0.title == "Bread" })
    expectEqual(bread["Rating"], .integer(5))
  }

  @Test func `gives a new record no default that was cleared`() throws {
    try kitchen.changeModel(
      Kitchen.modelText.replacing("%type: Made", with: "%default: Rating 3\n%type: Made"))
    let entity = try #require(kitchen.store.snapshot.model["Recipe"])
    func new(_ changes: [String: String]) throws -> Row? {
      let source = RecordFormSource(new: entity, filledWith: [], client: kitchen.client)
      expectEqual(save(source, changes), nil)
      return kitchen.store.snapshot.table("Recipe")?.rows.first { $0.title == changes["Name"] }
    }
    try expectEqual(new(["Name": "Bread", "Rating": ""])?["Rating"], nil)
    try expectEqual(new(["Name": "Tart"])?["Rating"], .integer(3))
  }

  @Test func `says which field a save was refused for, and saves nothing`() throws {
    try kitchen.add("Recipe", ["Name": .text("Bread"), "Slug": .text("bread")])
    let source = try RecordFormSource(editing: soup, client: kitchen.client)
    let refusals = try #require(save(source, ["Slug": "bread", "Name": "Stew"]))
    expectEqual(Array(refusals.keys), ["Slug"])
    expectEqual(kitchen.store.snapshot.row(soup)?["Name"], .text("Soup"))
  }

  @Test(arguments: [
    ("Rating", "7", true), ("Rating", "many", true), ("Rating", "3", false),
    ("Made", "1815-13-10", true), ("Made", "tomorrow", false), ("Name", "", true),
    ("Slug", "", false),
  ])
  func `judges texts as they are typed`(name: String, text: String, isWrong: Bool) throws {
    let source = try RecordFormSource(editing: soup, client: kitchen.client)
    let field = try #require(source.fields.first { $0.name == name })
    expectEqual((source.problem(with: text, in: field) != nil), isWrong)
  }

  @Test func `finds records to link to by their words`() throws {
    try kitchen.add("Author", ["Name": .text("João Silva")])
    let source = try RecordFormSource(editing: soup, client: kitchen.client)
    let field = try #require(source.fields.last)
    expectEqual(
      source.candidates(for: field, matching: "joao s", limit: 9).map(\.title),
      [
        "João Silva", "joao s",
      ])
    expectEqual(source.candidates(for: field, matching: "", limit: 1).count, 1)
    expectEqual(source.title(ofLink: "p2", in: field), "João Silva")
    expectEqual(source.title(ofLink: "p7", in: field), nil)
  }

  @Test func `is not made for a record that is gone`() throws {
    let gone = ObjectID(entity: "Recipe", key: try #require(RecordKey("p99")))
    #expect(throws: AddressProblem.gone(gone, collection: "recipes")) {
      try RecordFormSource(editing: gone, client: kitchen.client)
    }
  }

  @Test func `says which day the words for it mean`() throws {
    let kitchen = try Kitchen()
    let id = try kitchen.add("Recipe", ["Name": .text("Soup")])
    let source = try RecordFormSource(editing: id, client: kitchen.client)
    let made = try #require(source.fields.first { $0.name == "Made" })
    // It is Saturday, 2026-11-21.
    expectEqual(source.meaning(of: "next friday", in: made), "Friday 2026-11-27")
    expectEqual(source.meaning(of: "10 dec", in: made), "Thursday 2026-12-10")
    expectEqual(source.meaning(of: "2026-12-10", in: made), nil)
    expectEqual(source.meaning(of: "soon", in: made), nil)
    expectEqual(source.meaning(of: "friday", in: source.fields[0]), nil)
  }

  @Test func `completes values as other records have them, the most frequent first`() throws {
    let kitchen = try Kitchen()
    for (number, tags) in [["spring", "soup"], ["soup"], ["Späti"], ["winter"]].enumerated() {
      try kitchen.add(
        "Recipe",
        ["Name": .text("Dish \(number)"), "Tags": .list(tags.map(Value.text))])
    }
    let source = RecordFormSource(
      new: try #require(kitchen.client.snapshot.model["Recipe"]), filledWith: [],
      client: kitchen.client)
    let tags = try #require(source.fields.first { $0.name == "Tags" })
    expectEqual(source.values(in: tags, beginningWith: "s", limit: 9), ["soup", "Späti", "spring"])
    expectEqual(source.values(in: tags, beginningWith: "SPA", limit: 9), ["Späti"])
    expectEqual(source.values(in: tags, beginningWith: "s", limit: 1), ["soup"])

    let form = FormScreen(source)
    form.layOut(in: Size(columns: 80, rows: 24))
    let place = try #require(source.fields.firstIndex { $0.name == "Tags" })
    for _ in 0..<place { _ = form.perform("form.next") }
    _ = form.insert("winter, sp")
    let picker = try presented(form.perform("form.complete"))
    _ = picker.insert("pr")
    _ = picker.perform(.accept)
    var canvas = Canvas(Size(columns: 80, rows: 24))
    form.draw(on: &canvas, theme: .standard)
    expectTrue(canvas.text.contains("winter, spring"), "\(canvas.text)")
    _ = form.insert(", so")
    expectEqual(form.perform("form.complete")?.isEmpty, true)
    form.draw(on: &canvas, theme: .standard)
    expectTrue(canvas.text.contains("winter, spring, soup"))
  }

  @Test func `finds the forms beside it in the list that it was opened from`() throws {
    let bread = try kitchen.add("Recipe", ["Name": .text("Bread"), "Rating": .integer(5)])
    let cake = try kitchen.add("Recipe", ["Name": .text("Cake"), "Rating": .integer(4)])
    func beside(_ id: ObjectID, _ offset: Int, in list: ScreenURL?) throws -> String? {
      var found: ScreenURL?
      var log = EffectLog()
      let source = try RecordFormSource(editing: id, client: kitchen.client)
      log.carryOut(
        source.findSibling(offset, in: list) { url in
          found = url
          return []
        })
      return found?.text
    }
    try expectEqual(beside(bread, 1, in: nil), "cairn://recipes/\(cake.key)/~edit")
    try expectEqual(beside(soup, -1, in: nil), nil)
    let ratings: ScreenURL = "cairn://recipes?sort=rating"
    try expectEqual(beside(cake, -1, in: ratings), "cairn://recipes/\(soup.key)/~edit")
    try expectEqual(beside(cake, 1, in: ratings), "cairn://recipes/\(bread.key)/~edit")
    // A list that it isn't in says nothing of what is beside it.
    try expectEqual(
      beside(bread, 1, in: "cairn://recipes?where=soup"), "cairn://recipes/\(cake.key)/~edit")
    let new = RecordFormSource(
      new: try #require(kitchen.client.snapshot.model["Recipe"]), filledWith: [],
      client: kitchen.client)
    expectTrue(!new.hasSiblings)
  }
}
