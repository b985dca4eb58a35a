import CairnFiles
import TestSupport
import Testing

@testable import CairnStore
@testable import CairnSync

@Suite struct `A sync of two machines` {
  private let machines: TwoMachines

  init() throws { machines = try TwoMachines() }

  private var desk: ObjectStore { get throws { try machines["desk"] } }
  private var laptop: ObjectStore { get throws { try machines["laptop"] } }

  @discardableResult
  private func sync(_ machine: String) throws -> SyncReport { try machines.sync(machine).run() }

  @Test func `brings what one saved to the other, as one change that says where from`() throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup")])
    try expectEqual(sync("desk").sent, "Add Soup (recipes/p1)")
    let report = try sync("laptop")
    expectEqual(report.received, "Add Soup (recipes/p1)")
    expectEqual(report.sent, nil)
    try expectEqual(laptop.value(soup, "Name"), .text("Soup"))
    let change = try #require(try laptop.history().first)
    expectEqual(change.title, "add Soup (recipes/p1)")
    expectEqual(change.origin, .sync("desk"))
    expectEqual(change.changes.map(\.id), [soup])
    try machines.expectSameRecords()
    let nothing = try sync("desk")
    expectTrue(nothing.sent == nil && nothing.received == nil)
  }

  @Test func `brings a field of local times, and what a program has to know of them`() throws {
    _ = try desk.commit(title: "type") { draft throws(StoreError) in
      let text = TwoMachines.model.replacing(
        "Note text", with: "Note text\n%attribute: Made localtime")
      try draft.updateModel(try ObjectModel(parsing: text))
    }
    let time = Value.localtime(try #require(Timestamp("2024-06-01T10:00:00Z")))
    let soup = try desk.add("Recipe", ["Name": .text("Soup"), "Made": time])
    try sync("desk")
    _ = try laptop.add("Recipe", ["Name": .text("Pie")])
    try sync("laptop")
    try machines.reopen("laptop")
    try expectEqual(laptop.value(soup, "Made"), time)
    for machine in ["desk", "laptop"] {
      let header = try RealFileSystem().read(machines.path("\(machine)/STORE"))
      expectTrue(String(decoding: header, as: UTF8.self).hasSuffix("\nNeeds: localtime\n"))
    }
    try machines.converge()
    try machines.expectSameRecords()
  }

  @Test func `leaves room in which saves go on where the disk is full`() throws {
    _ = try desk.add("Recipe", ["Name": .text("Soup")])
    try sync("desk")
    let journals = machines.path("desk/.local/0000")
    try expectTrue(RealFileSystem().list(journals).contains("journal-spare"))
  }

  @Test func `can be taken back like any change, and that travels too`() throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup"), "Rating": .integer(3)])
    try sync("desk")
    try sync("laptop")
    try laptop.set(soup, "Rating", .integer(5))
    try sync("laptop")
    try sync("desk")
    try expectEqual(desk.value(soup, "Rating"), .integer(5))
    try desk.undo()
    try expectEqual(desk.value(soup, "Rating"), .integer(3))
    try machines.converge()
    try expectEqual(laptop.value(soup, "Rating"), .integer(3))
    try machines.expectSameRecords()
  }

  @Test func `has 200 edits of either side of different fields, records added and deleted`() throws
  {
    let ids = try (0..<300).map { try desk.add("Recipe", ["Name": .text("R\($0)")]) }
    try machines.converge()
    for number in 0..<200 {
      try desk.set(ids[number], "Rating", .integer(Int64(number)))
      try laptop.set(ids[number], "Name", .text("L\(number)"))
    }
    for number in 200..<220 { try desk.remove(ids[number]) }
    for number in 220..<240 { try laptop.remove(ids[number]) }
    for number in 0..<30 {
      try desk.add("Recipe", ["Name": .text("D\(number)")])
      try laptop.add("Recipe", ["Name": .text("L\(number)")])
    }
    try sync("desk")
    let report = try sync("laptop")
    expectTrue(report.found.conflicts == [] && report.found.kept == [])
    try sync("desk")
    try machines.expectSameRecords()
    try expectEqual(desk.contents().count, 300 - 40 + 60)
    for number in 0..<200 {
      try expectEqual(desk.value(ids[number], "Rating"), .integer(Int64(number)))
      try expectEqual(desk.value(ids[number], "Name"), .text("L\(number)"))
    }
  }

  @Test func `keeps both values of a field that both changed, until one machine chose`() throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup"), "Rating": .integer(3)])
    try machines.converge()
    try desk.set(soup, "Rating", .integer(1))
    try laptop.set(soup, "Rating", .integer(2))
    try laptop.set(soup, "Name", .text("Stew"))
    try sync("desk")
    try expectEqual(sync("laptop").found.conflicts.map(\.field), ["Rating"])
    try sync("desk")
    try machines.expectSameRecords()
    for machine in ["desk", "laptop"] {
      let conflict = try #require(try machines[machine].conflicts().first)
      expectEqual(conflict.id, soup)
      expectEqual(conflict.fields.map(\.name), ["Rating"])
      expectEqual(conflict.fields[0].sides.map(\.name), ["laptop", "desk"])
      expectEqual(conflict.fields[0].sides.map(\.texts), [["2"], ["1"]])
      expectEqual(conflict.fields[0].base, ["3"])
      try expectEqual(machines[machine].value(soup, "Name"), .text("Stew"))
    }
    try desk.choose(soup, ["Rating": 1])
    try expectEqual(desk.value(soup, "Rating"), .integer(1))
    try expectEqual(desk.conflicts(), [])
    try machines.converge()
    try expectEqual(laptop.value(soup, "Rating"), .integer(1))
    try expectEqual(laptop.conflicts(), [])
    try machines.expectSameRecords()
    try laptop.set(soup, "Rating", .integer(4))
    try machines.converge()
    try expectEqual(desk.value(soup, "Rating"), .integer(4))
  }

  @Test func `goes on where both machines chose, and not the same`() throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup")])
    try machines.converge()
    try desk.set(soup, "Name", .text("A"))
    try laptop.set(soup, "Name", .text("B"))
    try machines.converge()
    try desk.choose(soup, ["Name": 0])
    try laptop.choose(soup, ["Name": 1])
    try sync("desk")
    try expectEqual(sync("laptop").found.conflicts.map(\.field), ["Name"])
    try laptop.choose(soup, ["Name": 0])
    try machines.converge()
    try expectEqual(desk.conflicts(), [])
    try machines.expectSameRecords()
  }

  @Test func `keeps a record that one deleted and the other edited, with all that it owns`() throws
  {
    let soup = try desk.add("Recipe", ["Name": .text("Soup")])
    let parts = try ["Salt", "Water"].map {
      try desk.add("Part", ["Name": .text($0), "Recipe": .link(soup.key)])
    }
    let cake = try desk.add("Recipe", ["Name": .text("Cake")])
    let flour = try desk.add("Part", ["Name": .text("Flour"), "Recipe": .link(cake.key)])
    try machines.converge()
    try desk.remove(soup)
    try desk.remove(cake)
    try expectEqual(desk.contents(), [])
    try laptop.set(soup, "Rating", .integer(5))
    try sync("laptop")
    let report = try sync("desk")
    expectEqual(report.found.kept, [soup])
    expectEqual(report.found.owned.count, 2)
    try machines.converge()
    try machines.expectSameRecords()
    for store in [try desk, try laptop] {
      expectEqual(store.value(soup, "Rating"), .integer(5))
      for part in parts { expectEqual(store.value(part, "Recipe"), .link(soup.key)) }
      expectTrue(store.snapshot.row(cake) == nil && store.snapshot.row(flour) == nil)
    }
  }

  @Test(arguments: [false, true])
  func `keeps the owner of a record that the other side edited, or added to it`(
    isAdded: Bool
  ) throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup")])
    let salt = try desk.add("Part", ["Name": .text("Salt"), "Recipe": .link(soup.key)])
    let water = try desk.add("Part", ["Name": .text("Water"), "Recipe": .link(soup.key)])
    let cake = try desk.add("Recipe", ["Name": .text("Cake")])
    let flour = try desk.add("Part", ["Name": .text("Flour"), "Recipe": .link(cake.key)])
    try machines.converge()
    try desk.remove(soup)
    try desk.remove(flour)
    if isAdded {
      for owner in [soup, cake] {
        try laptop.add("Part", ["Name": .text("Pepper"), "Recipe": .link(owner.key)])
      }
    } else {
      try laptop.set(salt, "Name", .text("Sea salt"))
    }
    try machines.converge()
    try machines.expectSameRecords()
    try expectEqual(desk.value(soup, "Name"), .text("Soup"))
    try expectEqual(desk.value(water, "Recipe"), .link(soup.key))
    // What was deleted of an owner that stayed all the time stays deleted.
    try expectTrue(desk.snapshot.row(flour) == nil)
    try expectEqual(desk.verify().filter { $0.message.contains("gone") }, [])
  }

  @Test func `takes another order of fields for no edit`() throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup"), "Rating": .integer(1)])
    try machines.converge()
    let shard = "data/Recipe/0000.rec"
    try machines.write(
      "%rec: Recipe\n\nId: p1\nRating: 1\nName: Soup\n", to: shard, of: "laptop")
    try desk.remove(soup)
    try machines.converge()
    try expectTrue(desk.contents() == [] && laptop.contents() == [])
  }

  @Test func `takes favorites and the model along, and leaves what is this machine's alone`() throws
  {
    try desk.add(Entity.favorite.name, ["Title": .text("Soups"), "URL": .text("cairn://recipes")])
    let model = try ObjectModel(
      parsing: TwoMachines.model.replacing(
        "%attribute: Tags", with: "%attribute: Cuisine string\n%attribute: Tags"))
    try desk.updateModel { (_) throws(StoreError) in model }
    let soup = try desk.add("Recipe", ["Name": .text("Soup"), "Cuisine": .text("French")])
    try machines.converge()
    try expectTrue(laptop.snapshot.model["Recipe"]?["Cuisine"] != nil)
    try expectEqual(laptop.value(soup, "Cuisine"), .text("French"))
    let favorites = try laptop.snapshot.load(Entity.favorite.name).chunks.flatMap(\.keys)
    expectEqual(favorites.count, 1)
    try expectEqual(machines.run(["ls-files"], in: "laptop").contains(".local"), false)
    try expectTrue(desk.replica != laptop.replica)
    try machines.expectSameRecords()
  }

  @Test func `says nothing of the notes about a merge, and takes them along`() throws {
    let ids = try ["Soup", "Soupe"].map { try desk.add("Recipe", ["Name": .text($0)]) }
    try machines.converge()
    let context = try desk.newContext()
    try context.merge(MergePlan(merging: ids, in: context))
    try context.save(title: "merge")
    let report = try machines.sync("desk").run()
    expectEqual(report.sent, "Change 1 recipe; delete 1 recipe")
    let message = try machines.run(["log", "-1", "--format=%B"], in: "desk")
    expectTrue(!message.lowercased().contains("~merge"), message)
    try machines.converge()
    let entity = try #require(try laptop.snapshot.model["Recipe"])
    try expectEqual(laptop.snapshot.mergedRecords(of: entity).count, 2)
    try machines.expectSameRecords()
  }

  @Test func `finds records of a collection that got another name`() throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup")])
    let cake = try desk.add("Recipe", ["Name": .text("Cake")])
    try machines.converge()
    try desk.updateModel { (model) throws(StoreError) in
      try model.renaming(entity: "Recipe", to: "Dish")
    }
    try laptop.set(soup, "Rating", .integer(4))
    let pie = try laptop.add("Recipe", ["Name": .text("Pie")])
    try desk.set(ObjectID(entity: "Dish", key: cake.key), "Rating", .integer(2))
    try machines.converge()
    try machines.expectSameRecords()
    for machine in ["desk", "laptop"] {
      try machines.reopen(machine)
      let store = try machines[machine]
      for (id, rating) in [(soup, 4), (cake, 2)] {
        expectEqual(
          store.value(ObjectID(entity: "Dish", key: id.key), "Rating"), .integer(Int64(rating)))
      }
      expectEqual(store.value(ObjectID(entity: "Dish", key: pie.key), "Name"), .text("Pie"))
      try expectEqual(store.verify().filter { $0.severity == .damage }, [])
    }
  }

  @Test func `says what a commit changed`() throws {
    try desk.add("Recipe", ["Name": .text("Soup")])
    let cake = try desk.add("Recipe", ["Name": .text("Cake\nwith cream")])
    try sync("desk")
    try expectEqual(
      machines.run(["log", "-1", "--format=%B"], in: "desk"),
      """
      Add 2 recipes

      + recipes/p1 Soup
      + recipes/p2 Cake with cream

      Machine: desk


      """)
    try desk.set(cake, "Rating", .integer(1))
    try sync("desk")
    try expectEqual(
      machines.run(["log", "-1", "--format=%s"], in: "desk"),
      "Change Cake with cream (recipes/p2)\n")
    try expectTrue(machines.run(["diff", "-U0", "HEAD~1"], in: "desk").contains("@@ Id: p2"))
  }

  @Test func `commits what belongs to the store, and nothing else`() throws {
    try machines.write("my own", to: "notes.txt", of: "desk")
    try machines.write("staged", to: "other.txt", of: "desk")
    try machines.run(["add", "other.txt"], in: "desk")
    try desk.add("Recipe", ["Name": .text("Soup")])
    try sync("desk")
    try expectEqual(
      machines.run(["status", "--porcelain"], in: "desk"), "A  other.txt\n?? notes.txt\n")
  }

  @Test func `of a copy made by hand writes under another replica`() throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup")])
    try sync("desk")
    let copy = machines.path("copy")
    let end = try ProgramRun(
      ["cp", "-r", machines.path("desk"), copy], in: machines.folder.path,
      variables: machines.variables
    ).end()
    expectEqual(end.status, 0)
    var options = machines.options("copy")
    options.folder = copy
    let store = try ObjectStore.open(options)
    let cake = try store.add("Recipe", ["Name": .text("Cake")])
    let pie = try desk.add("Recipe", ["Name": .text("Pie")])
    expectTrue(cake.key != pie.key)
    try store.set(soup, "Rating", .integer(1))
    _ = try Sync(store, in: copy, machines.syncOptions("copy")).run()
    try machines.converge()
    try expectEqual(desk.contents().count, 3)
    try expectEqual(desk.value(soup, "Rating"), .integer(1))
    try machines.expectSameRecords()
  }
}
