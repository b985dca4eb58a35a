import CairnInterface
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@Suite struct `A list of records` {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen.withThreeRecipes() }

  func names(_ source: RecordListSource) -> [String] {
    (0..<source.count).map { source.row(at: $0).cells[0] }
  }

  @Test func `shows the model's columns, links by their titles`() throws {
    let source = try kitchen.list("recipes?sort=Name")
    expectEqual(source.columns.map(\.name), ["Name", "Rating", "Author"])
    expectEqual(source.row(at: 0).cells, ["Bread", "", "Ines"])
    expectEqual(source.row(at: 0).id, "p2")
  }

  @Test func `marks the records of which the file has more than their fields`() throws {
    let source = try kitchen.list("recipes?sort=Name")
    expectTrue((0..<3).allSatisfy { !source.row(at: $0).hasRemarks })
    try kitchen.write("Name: Soup\nColor: red", insteadOf: "Name: Soup")
    try kitchen.write("Rating: many", insteadOf: "Rating: 5")
    _ = source.refresh()
    expectEqual(names(source), ["Bread", "Onion tart", "Soup"])
    expectEqual((0..<3).map { source.row(at: $0).hasRemarks }, [false, true, true])
  }

  @Test func `marks a record that a merge left with two sides`() throws {
    let source = try kitchen.list("recipes?sort=Name")
    let sides = "<<<<<<< ours\nRating: 2\n=======\nRating: 3\n>>>>>>> theirs"
    try kitchen.write(sides, insteadOf: "Rating: 2")
    _ = source.refresh()
    expectEqual((0..<3).map { source.row(at: $0).hasRemarks }, [false, false, true])
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: 60, rows: 12))
    var canvas = Canvas(Size(columns: 60, rows: 12))
    screen.draw(on: &canvas, theme: .standard)
    let marked = canvas.text.split(separator: "\n").filter { $0.contains("!") }
    expectEqual(marked.count, 1)
    expectEqual(marked.first?.hasPrefix(" ! Soup"), true, "\(canvas.text)")
  }

  @Test func `takes filter, order and columns from its URL`() throws {
    let source = try kitchen.list("recipes?where=o&sort=-Rating&columns=Rating,Name")
    expectEqual(source.query.filter, "o")
    expectEqual(source.query.sortText, "-Rating")
    expectEqual(
      (0..<source.count).map { source.row(at: $0).cells }, [["5", "Onion tart"], ["2", "Soup"]])
    expectTrue((source.count, source.total) == (2, 3))
  }

  @Test func `knows the columns of its order however typed, and by their new names`() throws {
    let source = try kitchen.list("recipes?sort=-rating,NAME")
    expectEqual(source.query.sortText, "-Rating,Name")
    try kitchen.store.updateModel { model throws(StoreError) in
      try model.renamingField("Rating", of: "Recipe", to: "Stars")
    }
    _ = source.refresh()
    expectEqual(source.query.sortText, "-Stars,Name")
    expectEqual(names(source), ["Onion tart", "Soup", "Bread"])
    try expectEqual(kitchen.list("recipes?sort=Rating").query.sortText, "Stars")
  }

  @Test func `filters and sorts anew at once`() throws {
    let source = try kitchen.list("recipes")
    _ = source.apply(ListQuery(filter: "", sorts: [ListSort("Name", isDescending: true)]))
    expectEqual(names(source), ["Soup", "Onion tart", "Bread"])
    _ = source.apply(ListQuery(filter: "rating>=2", sorts: [ListSort("Name")]))
    expectEqual(names(source), ["Onion tart", "Soup"])
  }

  @Test(arguments: [
    ("Rating", "recipes", "Rating,Made"), ("Rating Name", "recipes", "Made,Rating,Name"),
    ("Slug", "recipes", "Made,Slug"),
    ("Rating Name", "recipes?sort=Made,Rating", "Made,Rating,Tags"),
  ])
  func `has a further key before its usual order only where that leaves no rows alike`(
    usual: String, url: String, sorted: String
  ) throws {
    try kitchen.store.updateModel { model throws(StoreError) in
      try ObjectModel(
        entities: model.entities.map { entity in
          var entity = entity
          if entity.name == "Recipe" { entity.sort = usual }
          return entity
        })
    }
    let source = try kitchen.list(ScreenURL(parsing: url))
    let screen = ListScreen(source)
    let menu = try presented(screen.perform("list.sort"))
    _ = menu.insert(url == "recipes" ? "M" : "T")
    expectEqual(source.query.sortText, sorted)
  }

  @Test func `keeps its rows while a filter can't be read, and says where it is wrong`() throws {
    let source = try kitchen.list("recipes?where=soup")
    _ = source.apply(ListQuery(filter: "soup raiting>2"))
    expectEqual(names(source), ["Soup"])
    let problem = try #require(source.filterProblem)
    expectEqual(problem.range, 5..<14)
    expectTrue(problem.text.contains("Rating"))
    _ = source.apply(ListQuery(filter: "bread"))
    expectEqual(source.filterProblem, nil)
    expectEqual(names(source), ["Bread"])
  }

  @Test func `follows what is saved while a filter can't be read`() throws {
    let source = try kitchen.list("recipes?where=soup")
    _ = source.apply(ListQuery(filter: "soup raiting>2"))
    try kitchen.add("Recipe", ["Name": .text("Fish soup")])
    _ = source.refresh()
    expectEqual(names(source), ["Soup", "Fish soup"])
    expectTrue(source.filterProblem != nil)
  }

  @Test func `keeps the cursor on its record while others come, go and are undone`() throws {
    let source = try kitchen.list("recipes?sort=Name")
    let screen = ListScreen(source)
    _ = screen.refresh(Surroundings())
    _ = screen.perform(.rowLast)
    expectEqual(screen.selectedID, "p1")
    let ids = try (1...3).map { try kitchen.add("Recipe", ["Name": .text("A\($0)")]) }
    _ = screen.refresh(Surroundings())
    expectTrue((screen.selectedID, source.count) == ("p1", 6))
    var log = EffectLog()
    log.carryOut(try #require(source.delete(["\(ids[0].key)"])))
    _ = screen.refresh(Surroundings())
    log.carryOut(kitchen.client.undo())
    _ = screen.refresh(Surroundings())
    expectTrue((screen.selectedID, source.index(of: "p1")) == ("p1", 5))
  }

  @Test func `opens with a filter in its URL that can't be read, and without records to change`()
    throws
  {
    let source = try kitchen.list("recipes?where=raiting>2")
    expectTrue(source.filterProblem != nil)
    expectEqual(source.query.filter, "raiting>2")
    expectEqual(source.count, 0)
  }

  @Test func `takes in what others saved when it is told to look`() throws {
    let source = try kitchen.list("recipes?sort=Name")
    try kitchen.add("Recipe", ["Name": .text("Aioli")])
    _ = source.refresh()
    expectEqual(names(source), ["Aioli", "Bread", "Onion tart", "Soup"])
    expectEqual(source.index(of: "p1"), 3)
  }

  @Test(arguments: ["recipes?sort=Rating", "recipes?sort=Rating&where=o", "recipes?columns=Rating"])
  func `fails while its URL names a field that is gone`(url: ScreenURL) throws {
    let source = try kitchen.list(url)
    let screen = ListScreen(source)
    _ = screen.refresh(Surroundings())
    let before = names(source)
    try kitchen.changeModel(
      Kitchen.modelText.replacing("%type: Rating range 0 5\n", with: "")
        .replacing("%columns: Name Rating Author", with: "%columns: Name Author"))
    _ = screen.refresh(Surroundings())
    guard case .failed(let reason) = source.phase else {
      Issue.record("the list is \(source.phase)")
      return
    }
    expectTrue(reason.contains("Rating"))
    expectEqual(source.filterProblem, nil)
    expectEqual(screen.selectedID, nil)
    try kitchen.changeModel(Kitchen.modelText)
    _ = screen.refresh(Surroundings())
    expectEqual(source.phase, .ready)
    expectEqual(names(source), before)
    expectTrue(screen.selectedID != nil)
  }

  @Test func `blames the filter where the list itself is well`() throws {
    let source = try kitchen.list("recipes?where=rating>=2")
    try kitchen.changeModel(
      Kitchen.modelText.replacing("%type: Rating range 0 5\n", with: "")
        .replacing("%columns: Name Rating Author", with: "%columns: Name Author"))
    _ = source.refresh()
    expectEqual(source.phase, .ready)
    expectEqual(source.filterProblem?.text.contains("rating"), true)
    expectEqual(source.count, 3)
  }

  @Test func `goes over a change that was taken back in the history as over any other`() throws {
    let source = try kitchen.list("recipes?sort=Name")
    func shown() -> [String] {
      _ = source.refresh()
      return names(source)
    }
    var log = EffectLog()
    log.carryOut(try #require(source.delete(["p2"])))
    let first = kitchen.store.snapshot.version
    log.carryOut(try #require(source.delete(["p1"])))
    let left = shown()
    log.carryOut(kitchen.client.undo(first, savedBy: nil))
    expectTrue(shown().count == left.count + 1 && shown().contains("Bread"))
    expectEqual(log.messages.last?.hasSuffix(" · u undoes that"), true)
    log.carryOut(kitchen.client.undo())
    expectEqual(shown(), left)
    for count in 1...2 {
      log.carryOut(kitchen.client.undo())
      expectEqual(shown().count, left.count + count)
    }
    // The newest of all is taken back as undo would do it.
    log.carryOut(try #require(source.delete(["p2"])))
    log.carryOut(kitchen.client.undo(kitchen.store.snapshot.version, savedBy: nil))
    expectEqual(shown().count, left.count + 2)
    log.carryOut(kitchen.client.redo())
    expectEqual(shown().count, left.count + 1)
    log.carryOut(kitchen.client.undo())
    let undone = kitchen.store.snapshot.version
    log.carryOut(try #require(source.delete(["p3"])))
    log.carryOut(kitchen.client.undo(undone, savedBy: nil))
    expectEqual(log.messages.last?.hasPrefix("redone: "), true)
    expectEqual(log.messages.last?.hasSuffix(" · u undoes that"), true)
  }

  @Test func `deletes a record, and undo and redo go over it`() throws {
    let source = try kitchen.list("recipes?sort=Name")
    var log = EffectLog()
    log.carryOut(try #require(source.delete(["p2"])))
    _ = source.refresh()
    expectEqual(names(source), ["Onion tart", "Soup"])
    log.carryOut(kitchen.client.undo())
    _ = source.refresh()
    expectEqual(names(source), ["Bread", "Onion tart", "Soup"])
    expectEqual(log.revealed, ["cairn://recipes/p2"])
    log.carryOut(kitchen.client.redo())
    _ = source.refresh()
    expectEqual(names(source), ["Onion tart", "Soup"])
  }

  @Test func `leaves the cursor where it is when a change of many is taken back`() throws {
    let source = try kitchen.list("recipes?sort=Name")
    var log = EffectLog()
    let context = kitchen.store.newContext()
    for key in [1, 2] as [UInt64] {
      let id = ObjectID(entity: "Recipe", key: RecordKey(rawValue: key))
      try context.existingObject(with: id)["Rating"] = .integer(1)
    }
    kitchen.client.note(
      try #require(try context.save(title: "rate")).number, savedBy: kitchen.store.replica)
    log.carryOut(kitchen.client.undo())
    _ = source.refresh()
    expectEqual(log.messages.last?.hasPrefix("undone: "), true)
    expectTrue(log.revealed.isEmpty)
  }

  @Test func `shows a renamed field once, whatever it was called when it was chosen`() throws {
    let source = try kitchen.list("recipes?columns=Name,Rating:9,Author.Name&group=Rating")
    try kitchen.changeModel(
      Kitchen.modelText.replacing("Rating", with: "Stars")
        .replacing("%columns:", with: "%renamed: Stars Rating\n%columns:"))
    _ = source.refresh()
    expectEqual(source.columns.map(\.name), ["Name", "Stars", "Author.Name"])
    expectEqual(source.query.columns, ["Name", "Stars:9", "Author.Name"])
    expectEqual(source.query.group, "Stars")
    expectEqual(source.fields.map(\.name).filter { $0 == "Stars" || $0 == "Rating" }, ["Stars"])
  }

  @Test(arguments: [
    ("Name", "no more columns on the right · zc shows hidden fields"),
    ("Name,Slug,Rating,Made,Notes,Tags,Author", "no more columns on the right"),
  ])
  func `says where the fields are that are no columns`(columns: String, words: String) throws {
    let screen = ListScreen(try kitchen.list(ScreenURL(parsing: "recipes?columns=\(columns)")))
    screen.layOut(in: Size(columns: 200, rows: 20))
    _ = screen.refresh(Surroundings())
    var log = EffectLog()
    for _ in columns.split(separator: ",") {
      log.carryOut(try #require(screen.perform("list.columns-right")))
    }
    expectEqual(log.messages, [words])
  }

  @Test func `knows which records are in it, whatever its filter leaves out`() throws {
    let author = try kitchen.add("Author", ["Name": .text("Ana")])
    let context = kitchen.store.newContext()
    let soup = try context.existingObject(
      with: ObjectID(entity: "Recipe", key: RecordKey(rawValue: 1)))
    soup["Author"] = .link(author.key)
    try context.save(title: "link")
    let source = try RecordListSource(
      ScreenURL(parsing: "authors/\(author.key)/recipes?where=none"), entity: "Recipe",
      origin: FetchRequest.Origin(author, "Recipes"), client: kitchen.client)
    expectEqual(source.count, 0)
    expectEqual(source.existing(of: ["p1", "p2", "p99", "x"]).value, ["p1"])
    try expectEqual(kitchen.list("recipes?where=none").existing(of: ["p1", "p99"]).value, ["p1"])
  }

  @Test func `deletes those that are still there`() throws {
    let source = try kitchen.list("recipes?sort=Name")
    var log = EffectLog()
    log.carryOut(try #require(source.delete(["p2"])))
    log.carryOut(try #require(source.delete(["p1", "p2"])))
    expectEqual(log.messages.last?.hasPrefix("deleted Soup"), true)
    expectTrue(source.delete(["p1", "p2"]) == nil)
  }

  @Test func `puts its cursor where a change leads, unless the filter leaves that out`() throws {
    let source = try kitchen.list("recipes?sort=Name")
    let screen = ListScreen(source)
    _ = screen.refresh(Surroundings())
    expectTrue(screen.reveal(["recipes/p1"]))
    expectEqual(screen.selectedID, "p1")
    for elsewhere: ScreenURL in ["authors/p1", "recipes", "recipes/p99", "nowhere/p2"] {
      expectTrue(screen.reveal([elsewhere]))
      expectEqual(screen.selectedID, "p1", "\(elsewhere)")
    }
    _ = source.apply(ListQuery(filter: "soup"))
    _ = screen.refresh(Surroundings())
    expectTrue(!screen.reveal(["recipes/p2"]))
    expectEqual(screen.selectedID, "p1")
  }

  @Test func `puts its cursor on the first that it shows of what a change leads to`() throws {
    let screen = ListScreen(try kitchen.list("recipes?sort=Name"))
    _ = screen.refresh(Surroundings())
    expectTrue(
      screen.reveal(["recipes/p1", "authors/p1", "recipes/p3", "recipes/p99", "recipes/p2"]))
    expectEqual(screen.selectedID, "p2")
    _ = screen.reveal(["recipes/p1", "recipes/p3"])
    expectEqual(screen.selectedID, "p3")
  }

  @Test func `undoes only what was done at its client`() throws {
    var log = EffectLog()
    log.carryOut(kitchen.client.undo())
    let refused = "nothing to undo since the app started · x in gu undoes older changes"
    expectEqual(log.messages, [refused])
    expectEqual(kitchen.store.snapshot.table("Recipe")?.count, 3)
  }

  @Test func `fills a new record with what the list asks for`() throws {
    var log = EffectLog()
    log.carryOut(try #require(try kitchen.list("recipes?Rating=5&where=x").add(in: nil)))
    expectEqual(log.opened, ["cairn://recipes/~new?Rating=5"])
    let author = ObjectID(entity: "Author", key: try #require(RecordKey("p1")))
    let linked = try RecordListSource(
      "authors/p1/recipes", entity: "Recipe", origin: FetchRequest.Origin(author, "Recipes"),
      client: kitchen.client)
    expectEqual(linked.total, 1)
    log.carryOut(try #require(linked.add(in: nil)))
    expectEqual(log.opened.last, "cairn://recipes/~new?Author=p1")
  }

  @Test func `follows its collection and fields to other names`() throws {
    let source = try kitchen.list("recipes?where=Rating>=0&sort=Rating")
    let named = Kitchen.modelText
      .replacing("%rec: Recipe\n%plural: recipes", with: "%rec: Dish\n%formerly: Recipe")
      .replacing("%type: Rating range 0 5", with: "%type: Stars range 0 5\n%renamed: Stars Rating")
      .replacing("Name Rating Author", with: "Name Stars Author")
    try kitchen.changeModel(named)
    _ = kitchen.client.reload()
    _ = source.refresh()
    expectEqual(source.phase, .ready)
    expectEqual(source.filterProblem, nil)
    expectEqual(source.title, "Dishes")
  }

  @Test func `says by what it is sorted where nobody chose that`() throws {
    let kitchen = try Kitchen()
    try kitchen.changeModel(
      Kitchen.modelText.replacing("%columns: Name", with: "%sort: -Rating Name\n%columns: Name"))
    try kitchen.add("Recipe", ["Name": .text("Soup")])
    let list = try kitchen.list("recipes?sort=Name")
    var query = list.query
    query.sorts = []
    _ = list.apply(query)
    expectEqual(list.query.sortText, "-Rating,Name")
  }

  @Test func `knows which lists are arranged alike, and what they can't be arranged by`() throws {
    let kitchen = try Kitchen()
    let client = kitchen.client
    expectEqual(client.listKind(of: "recipes?where=x"), "Recipe")
    expectEqual(client.listKind(of: "recipes?view=frequency:Rating"), nil)
    expectEqual(client.listKind(of: "recipes/p1"), nil)
    let ana = try kitchen.add("Author", ["Name": .text("Ana")])
    expectEqual(
      client.listKind(of: ScreenURL(["authors", "\(ana.key)", "recipes"])), "Author.Recipes")
    expectTrue(client.canList("recipes?sort=-Rating,Author.Name&columns=Name,Rating:8"))
    expectTrue(client.canList("recipes?sort=Name&where=nofield:1"))
    try kitchen.changeModel(
      Kitchen.modelText.replacing("%type: Rating range 0 5\n", with: "")
        .replacing("Name Rating Author", with: "Name Author"))
    expectTrue(!client.canList("recipes?sort=-Rating"))
    expectTrue(!client.canList("recipes?sort=Name&columns=Name,Rating"))
    expectTrue(client.canList("recipes?sort=Name"))
  }
}
