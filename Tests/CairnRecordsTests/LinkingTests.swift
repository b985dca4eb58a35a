import CairnInterface
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@Suite struct `Links to several records` {
  private let kitchen: Kitchen
  private let ana: ObjectID
  private let ben: ObjectID
  private let soup: ObjectID
  private let bread: ObjectID
  private let tart: ObjectID

  init() throws {
    kitchen = try Kitchen()
    let link = "%relationship: Sides to-many Recipe\n"
    try kitchen.changeModel(
      Kitchen.modelText.replacing("%columns: Name", with: link + "%columns: Name"))
    ana = try kitchen.add("Author", ["Name": .text("Ana")])
    ben = try kitchen.add("Author", ["Name": .text("Ben")])
    soup = try kitchen.add("Recipe", ["Name": .text("Soup"), "Author": .link(ana.key)])
    bread = try kitchen.add("Recipe", ["Name": .text("Bread"), "Author": .link(ana.key)])
    tart = try kitchen.add("Recipe", ["Name": .text("Tart")])
    try setSides(of: soup, [bread])
    try setSides(of: tart, [bread, soup])
  }

  private func setSides(of id: ObjectID, _ others: [ObjectID]) throws {
    let context = kitchen.store.newContext()
    let record = try context.existingObject(with: id)
    record.setLinks("Sides", try others.map { try context.existingObject(with: $0) })
    try context.save(title: "set sides")
  }

  private func links(_ name: String, of id: ObjectID) throws -> [RecordKey] {
    try kitchen.client.snapshot.linkedKeys(of: id, name)
  }

  private func title(_ title: String) throws -> ObjectID {
    let rows = try kitchen.client.snapshot.fetch(
      FetchRequest(entity: "Recipe", predicate: .words([title])), at: kitchen.client.clock())
    return ObjectID(entity: "Recipe", key: try #require(rows.first).key)
  }

  private func carryOut(_ effects: [Effect]?) -> [String] {
    var log = EffectLog()
    log.carryOut(effects ?? [])
    return log.messages
  }

  private func save(_ form: RecordFormSource, _ values: [String: String]) -> FormOutcome? {
    var result: FormOutcome?
    _ = carryOut(
      form.save(values) { outcome in
        result = outcome
        return []
      })
    return result
  }

  // MARK: Finding

  @Test(arguments: [
    (
      "oat",
      ["Oat", "Oatcakes", "Oat bread, dark", "Rolled oats", "Öre-Oat", "Boatman's stew", "Fish"]
    ),
    (
      "o d",
      ["Oat bread, dark", "Rolled oats", "Boatman's stew", "Öre-Oat", "Oatcakes", "Oat"]
    ),
    (
      "oat b",
      ["Oat bread, dark", "Boatman's stew", "Fish", "Rolled oats", "Öre-Oat", "Oatcakes", "Oat"]
    ),
  ])
  func `are offered those first whose titles are what is typed, or begin so`(
    text: String, titles: [String]
  ) throws {
    try kitchen.add("Recipe", ["Name": .text("Fish"), "Notes": .text("Fresh from the boat")])
    for name in [
      "Boatman's stew", "Rolled oats", "Öre-Oat", "Oatcakes", "Oat bread, dark", "Oat",
    ] {
      try kitchen.add("Recipe", ["Name": .text(name), "Notes": .text("bold, dry")])
    }
    let form = try RecordFormSource(editing: tart, client: kitchen.client)
    let field = try #require(form.fields.first { $0.name == "Sides" })
    func found(_ limit: Int) -> [String] {
      form.candidates(for: field, matching: text, limit: limit).filter { !$0.isNew }.map(\.title)
    }
    expectEqual(found(20), titles)
    expectEqual(found(2), Array(titles.prefix(2)))
  }

  // MARK: Forms

  @Test func `have a field in the form, on either side`() throws {
    let form = try RecordFormSource(editing: tart, client: kitchen.client)
    let sides = try #require(form.fields.first { $0.name == "Sides" })
    expectEqual(sides.kind, .links(isOrdered: false))
    expectEqual(sides.value, "\(soup.key)\n\(bread.key)")
    _ = save(form, ["Sides": "\(bread.key)\n+Cake"])
    try expectEqual(links("Sides", of: tart), [bread.key, try title("cake").key])

    let author = try RecordFormSource(editing: ana, client: kitchen.client)
    expectEqual(author.fields.last?.value, "\(soup.key)\n\(bread.key)")
    _ = save(author, ["Recipes": "\(tart.key)"])
    try expectEqual(links("Recipes", of: ana), [tart.key])
    expectEqual(kitchen.client.snapshot.row(soup)?["Author"], nil)
    expectEqual(kitchen.client.snapshot.row(tart)?["Author"], .link(ana.key))
  }

  @Test func `are filled in for a new record of a list of links`() throws {
    let entity = try #require(kitchen.client.snapshot.model["Author"])
    let items = [QueryItem("Recipes", "\(soup.key)"), QueryItem("Recipes", "\(tart.key)")]
    let form = RecordFormSource(new: entity, filledWith: items, client: kitchen.client)
    expectEqual(form.fields.last?.value, "\(soup.key)\n\(tart.key)")
  }

  @Test func `to more records than a form can show are left to their list`() throws {
    for number in 0..<1_001 {
      try kitchen.add("Recipe", ["Name": .text("Dish \(number)"), "Author": .link(ben.key)])
    }
    let form = try RecordFormSource(editing: ben, client: kitchen.client)
    expectEqual(form.fields.map(\.name), ["Name"])
    // A form that shows them goes on with that.
    let form2 = try RecordFormSource(editing: ana, client: kitchen.client)
    let context = kitchen.store.newContext()
    for recipe in try context.existingObject(with: ben).links("Recipes") {
      recipe["Author"] = .link(ana.key)
    }
    try context.save(title: "give all to Ana")
    expectTrue(form2.look() != .gone(""))
    expectEqual(form2.fields.last?.name, "Recipes")
    _ = carryOut(kitchen.client.undo())
    try kitchen.store.undo()

    let detail = try RecordDetailSource(ben, client: kitchen.client)
    let picker = try presented(detail.link(in: "Recipes"))
    _ = picker.insert("tart")
    expectEqual(carryOut(picker.perform(.accept)), ["saved Ben · u undoes it"])
    try expectEqual(links("Recipes", of: ben).count, 1_002)
  }

  @Test func `name what others linked meanwhile by its title`() throws {
    let form = try RecordFormSource(editing: soup, client: kitchen.client)
    let context = kitchen.store.newContext()
    try context.existingObject(with: soup)["Author"] = .link(ben.key)
    try context.save(title: "change the author")
    guard case .refused(let reasons)? = save(form, ["Author": ""]) else {
      Issue.record("it was saved over what somebody else did")
      return
    }
    expectEqual(reasons["Author"], "it was changed to Ben elsewhere; save again to replace that")
  }

  @Test func `keep what others linked and unlinked meanwhile`() throws {
    let form = try RecordFormSource(editing: tart, client: kitchen.client)
    try setSides(of: tart, [soup, tart])
    _ = save(form, ["Sides": "\(bread.key)"])
    try expectEqual(links("Sides", of: tart), [tart.key])
  }

  // MARK: In place

  @Test func `of several records take what is added and lose what is removed`() throws {
    let list = try kitchen.list("recipes?sort=Name")
    let ids = [soup, tart].map { "\($0.key)" }
    let menu = try presented(list.changeField(nil, of: ids))
    let picker = try presented(menu.insert("i"))
    expectEqual(picker.title, "Sides of 2 recipes")
    // Both have bread, and tart has soup: bread goes, soup stays where it is, tart comes to both.
    _ = picker.perform(.mark)
    _ = picker.insert("tart")
    let said = carryOut(picker.perform(.accept))
    expectEqual(said, ["saved Sides of 2 recipes · u undoes it"])
    try expectEqual(links("Sides", of: soup), [tart.key])
    try expectEqual(links("Sides", of: tart), [soup.key, tart.key])
    _ = carryOut(kitchen.client.undo())
    try expectEqual(Set(links("Sides", of: tart)), [bread.key, soup.key])
  }

  @Test func `of several records that can't be saved are there to be mended`() throws {
    let cake = try kitchen.add("Recipe", ["Name": .text("Cake")])
    let list = try kitchen.list("recipes?sort=Name")
    let menu = try presented(list.changeField(nil, of: [soup, tart].map { "\($0.key)" }))
    let picker = try presented(menu.insert("i"))
    // Bread goes, cake comes; but cake is no more.
    _ = picker.perform(.mark)
    _ = picker.insert("cake")
    let accepted = picker.perform(.accept) ?? []
    let context = kitchen.store.newContext()
    try context.delete([cake])
    try context.save(title: "delete cake")
    var answers: [Effect] = []
    for case .run(let job) in accepted { answers += job.completion(job.work()) }
    try expectEqual(links("Sides", of: soup), [bread.key])
    let again = try presented(answers)
    expectEqual(again.title, "Sides of 2 recipes")
    // Without the cake, what was taken out still is.
    _ = again.perform(.mark)
    let said = carryOut(again.perform(.accept))
    expectEqual(said, ["saved Sides of 2 recipes · u undoes it"])
    try expectEqual(links("Sides", of: soup), [])
    try expectEqual(links("Sides", of: tart), [soup.key])
  }

  @Test func `to records that only one can have are no field of several`() throws {
    let authors = try RecordListSource(
      "authors", entity: "Author", origin: nil, client: kitchen.client)
    func titles(_ ids: [ObjectID]) throws -> String {
      let menu = try presented(authors.changeField(nil, of: ids.map { "\($0.key)" }))
      menu.layOut(in: Size(columns: 40, rows: 9))
      var canvas = Canvas(Size(columns: 40, rows: 9))
      menu.draw(on: &canvas, theme: .standard)
      return canvas.text
    }
    try expectTrue(titles([ana]).contains("Recipes"))
    try expectTrue(!titles([ana, ben]).contains("Recipes"))
  }

  @Test func `make no record that was taken out again before it was saved`() throws {
    let list = try kitchen.list("recipes")
    let menu = try presented(list.changeField(nil, of: [soup, tart].map { "\($0.key)" }))
    let picker = try presented(menu.insert("i"))
    _ = picker.insert("Cake")
    for action: ActionName in ["list.mark", "row.down", "list.mark"] { _ = picker.perform(action) }
    _ = carryOut(picker.perform(.accept))
    expectEqual(kitchen.client.snapshot.table("Recipe")?.count, 3)
  }

  // MARK: Lists and pages

  @Test func `are unlinked in their list, and the records stay`() throws {
    let list = try RecordListSource(
      ScreenURL(["authors", "\(ana.key)", "recipes"]), entity: "Recipe",
      origin: FetchRequest.Origin(ana, "Recipes"), client: kitchen.client)
    expectTrue(list.changes.contains(.link))
    let said = carryOut(list.unlink(["\(soup.key)"]))
    expectEqual(said, ["unlinked Soup from Ana · u undoes it"])
    try expectEqual(links("Recipes", of: ana), [bread.key])
    expectTrue(kitchen.client.snapshot.row(soup) != nil)
    let picker = try presented(list.link())
    _ = picker.insert("tart")
    _ = carryOut(picker.perform(.accept))
    try expectEqual(links("Recipes", of: ana), [bread.key, tart.key])
  }

  @Test func `are unlinked and linked on a record's page`() throws {
    let page = try RecordDetailSource(tart, client: kitchen.client)
    expectTrue(page.changes.contains(.link))
    let url = kitchen.client.snapshot.url(of: bread)
    let said = carryOut(page.unlink(url, from: "Sides"))
    expectEqual(said, ["unlinked Bread from Tart · u undoes it"])
    try expectEqual(links("Sides", of: tart), [soup.key])
    // Nothing says which link is meant where the cursor is on none.
    let menu = try presented(page.link(in: nil))
    _ = try presented(menu.insert("a"))
    let picker = try presented(page.link(in: "Sides"))
    expectEqual(picker.title, "Sides of Tart")
  }

  @Test func `are made with a new record at the other end, by its own form`() throws {
    let page = try RecordDetailSource(ana, client: kitchen.client)
    var log = EffectLog()
    log.carryOut(try #require(page.add(to: "Recipes")))
    log.carryOut(try #require(page.add(to: nil)))
    expectEqual(log.opened, ["cairn://recipes/~new?Author=\(ana.key)", "cairn://authors/~new"])
    // Nothing leads back from sides, so that a new one would not be linked.
    log.carryOut(
      try #require(try RecordDetailSource(tart, client: kitchen.client).add(to: "Sides")))
    expectEqual(log.opened.last, "cairn://recipes/~new")
  }

  @Test func `that are owned are lines of their owner, and can't be unlinked`() throws {
    try kitchen.addIngredients()
    let onion = try kitchen.add(
      "Ingredient", ["Item": .text("onion"), "Recipe": .link(soup.key)])
    let page = try RecordDetailSource(soup, client: kitchen.client)
    let said = carryOut(page.unlink(kitchen.client.snapshot.url(of: onion), from: "Ingredients"))
    expectEqual(said, ["ingredients belong to Soup, and can only be deleted · d does"])
    try expectEqual(links("Ingredients", of: soup), [onion.key])
    let list = try RecordListSource(
      ScreenURL(["recipes", "\(soup.key)", "ingredients"]), entity: "Ingredient",
      origin: FetchRequest.Origin(soup, "Ingredients"), client: kitchen.client)
    expectTrue(!list.changes.contains(.link))
  }

  @Test func `that are owned are what keys change where the cursor is on them`() throws {
    try kitchen.addIngredients()
    let onion = try kitchen.add(
      "Ingredient", ["Item": .text("onion"), "Recipe": .link(soup.key)])
    let page = try RecordDetailSource(soup, client: kitchen.client)
    let url = kitchen.client.snapshot.url(of: onion)
    let part = try #require(page.part(url, of: "Ingredients"))
    var log = EffectLog()
    log.carryOut(try #require(part.edit()))
    expectEqual(log.opened, [url.appending("~edit").text])
    log.carryOut(try #require(part.delete()))
    expectEqual(log.messages.last, "deleted onion · u undoes it")
    // The page is that of the owner, which is still there.
    expectEqual(log.backCount, 0)
    try expectTrue(links("Ingredients", of: soup).isEmpty)
    expectTrue(kitchen.client.snapshot.row(soup) != nil)
    // What is only linked stands for itself.
    expectTrue(page.part(kitchen.client.snapshot.url(of: ana), of: "Author") == nil)
  }

  @Test func `say whose a record is that only one can have`() throws {
    let form = try RecordFormSource(editing: ben, client: kitchen.client)
    let field = try #require(form.fields.first { $0.name == "Recipes" })
    let found = form.candidates(for: field, matching: "", limit: 9)
    expectEqual(found.map(\.detail), ["\(soup.key) · Ana", "\(bread.key) · Ana", "\(tart.key)"])
  }

  @Test func `are offered to be made where no title is the same, whatever capitals`() throws {
    let form = try RecordFormSource(editing: tart, client: kitchen.client)
    let field = try #require(form.fields.first { $0.name == "Sides" })
    func offered(_ text: String) -> [Bool] {
      form.candidates(for: field, matching: text, limit: 9).map(\.isNew)
    }
    expectEqual(offered("soup"), [false])
    expectEqual(offered("soups"), [true])
  }

  @Test func `of a record that is gone are no list any more`() throws {
    let list = try RecordListSource(
      ScreenURL(["authors", "\(ana.key)", "recipes"]), entity: "Recipe",
      origin: FetchRequest.Origin(ana, "Recipes"), client: kitchen.client)
    expectEqual(carryOut(kitchen.client.delete([ana])), ["deleted Ana · u undoes it"])
    expectTrue(list.changes.contains(.add))
    var log = EffectLog()
    log.carryOut(list.refresh())
    expectEqual(log.retryCount, 1)
  }

  @Test func `of a list that has no origin can't be changed there`() throws {
    try expectTrue(!kitchen.list("recipes").changes.contains(.link))
  }
}
