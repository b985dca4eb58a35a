internal import CairnFiles
internal import CairnInterface
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `What is taken out of the model` {
  private let workspace: Workspace
  private let client: StoreClient

  /// A collection whose records link to one of another.
  init() throws {
    workspace = try Workspace.fixture(
      """
      %rec: Recipe
      %title: Name
      %columns: Name Author.Name
      %attribute: Name string
      %attribute: Rating integer
      %relationship: Author to-one Author inverse=Recipes

      %rec: Author
      %title: Name
      %attribute: Name string
      %relationship: Recipes to-many Recipe inverse=Author
      """)
    client = StoreClient(workspace.store, clock: { [workspace] in workspace.environment.wallClock })
    let context = workspace.store.newContext()
    let author = try context.create("Author")
    author["Name"] = .text("Ann")
    for number in 0..<3 {
      let recipe = try context.create("Recipe")
      recipe["Name"] = .text("Soup \(number)")
      recipe["Rating"] = .integer(Int64(number))
      recipe["Author"] = .link(author.id.key)
    }
    try context.save(title: "add")
  }

  /// All that can be seen of the store, and its model's text.
  private func content() -> [String] {
    let snapshot = workspace.store.snapshot
    return [workspace.store.modelText]
      + snapshot.model.entities.flatMap { entity in
        (snapshot.table(entity.name)?.rows.map { $0 } ?? []).map { row in
          entity.properties.map { "\($0.name): \(row[$0.name].map { "\($0)" } ?? "")" }
            .joined(separator: ", ")
        }
      }
  }

  private func screen(_ segments: String...) throws -> any Screen {
    let screens = ModelScreens(client: client)
    let url = ScreenURL(["~model"] + segments)
    let screen =
      segments.isEmpty
      ? screens.collections(at: url) : try screens.fields(at: url, of: segments[0])
    screen.layOut(in: Size(columns: 100, rows: 12))
    _ = screen.refresh(Surroundings())
    return screen
  }

  @Test(arguments: [false, true])
  func `is a field, which comes back with its values`(isFolded: Bool) throws {
    let before = content()
    let fields = try screen("recipes")
    _ = fields.perform(.rowDown)
    if isFolded { try workspace.store.fold() }
    expectEqual(
      settle(fields.perform(.delete) ?? [], choosing: "d"),
      ["deleted Rating of recipes · u undoes it"])
    if isFolded { try workspace.store.fold() }
    expectEqual(workspace.store.snapshot.model["Recipe"]?["Rating"], nil)
    let without = content()
    for _ in 0..<2 {
      _ = settle(client.undo())
      if isFolded { try workspace.store.fold() }
      expectEqual(content(), before)
      expectEqual(settle(client.redo()), ["redone: model: delete Rating · u undoes it"])
      if isFolded { try workspace.store.fold() }
      expectEqual(content(), without)
    }
    _ = settle(client.undo())
    expectEqual(content(), before)
    if isFolded { try workspace.store.fold() }
    try expectEqual(workspace.verify().lines, [])
  }

  @Test func `hides what came since when it is taken out again, and loses nothing`() throws {
    let store = workspace.store
    let fields = try screen("recipes")
    _ = fields.perform(.rowDown)
    _ = settle(fields.perform(.delete) ?? [], choosing: "d")
    let undo = try store.undo()
    let context = store.newContext()
    let id = ObjectID(entity: "Recipe", key: RecordKey(sequence: 1))
    try context.existingObject(with: id)["Rating"] = .integer(9)
    try context.save(title: "rate")
    let redo = try store.undo(undo.number)
    expectEqual(store.snapshot.model["Recipe"]?["Rating"], nil)
    try store.undo(redo.number)
    expectEqual(store.snapshot.row(id)?["Rating"], .integer(9))
  }

  @Test func `stays where it was put in again and got values since`() throws {
    let store = workspace.store
    try store.updateModel { model throws(StoreError) in
      try model.adding(Attribute(name: "Color", type: .string), to: "Recipe")
    }
    try store.undo()
    let redo = try store.redo()
    let context = store.newContext()
    let id = ObjectID(entity: "Recipe", key: RecordKey(sequence: 1))
    try context.existingObject(with: id)["Color"] = .text("red")
    try context.save(title: "paint")
    #expect(throws: StoreError.self) { try store.undo(redo.number) }
    expectEqual(store.snapshot.row(id)?["Color"], .text("red"))
  }

  @Test(arguments: [false, true])
  func `is a link with the way back, which come back with what they link`(isFolded: Bool) throws {
    let before = content()
    let fields = try screen("authors")
    _ = fields.perform(.rowDown)
    if isFolded { try workspace.store.fold() }
    expectEqual(
      settle(fields.perform(.delete) ?? [], choosing: "d"),
      [
        "deleted Recipes of authors · Author went with it · u undoes it"
      ])
    if isFolded { try workspace.store.fold() }
    expectEqual(workspace.store.snapshot.model["Recipe"]?["Author"], nil)
    _ = settle(client.undo())
    expectEqual(content(), before)
    _ = settle(client.redo())
    expectEqual(workspace.store.snapshot.model["Recipe"]?["Author"], nil)
    _ = settle(client.undo())
    expectEqual(content(), before)
  }

  @Test(arguments: [false, true])
  func `is a collection with its records, which come back with their links`(
    isFolded: Bool
  ) throws {
    let before = content()
    if isFolded { try workspace.store.fold() }
    let collections = try screen()
    expectEqual(
      settle(collections.perform(.delete) ?? [], choosing: "d"),
      [
        "deleted recipes with 3 records · u undoes it"
      ])
    if isFolded { try workspace.store.fold() }
    expectEqual(workspace.store.snapshot.model.entities.map(\.name), ["Author"])
    try expectEqual(workspace.verify().lines, [])
    _ = settle(client.undo())
    expectEqual(content(), before)
    _ = settle(client.redo())
    expectEqual(workspace.store.snapshot.model.entities.map(\.name), ["Author"])
    _ = settle(client.undo())
    if isFolded { try workspace.store.fold() }
    expectEqual(content(), before)
    try expectEqual(workspace.verify().lines, [])
  }

  /// The title of the menu that an effect's job presents.
  private func question(_ effects: [Effect]?) -> String? {
    effects?.lazy.compactMap { effect -> String? in
      switch effect {
      case .run(let job): question(job.completion(job.work()))
      case .present(let menu): menu.title
      default: nil
      }
    }.first
  }

  @Test func `is asked about first if it has values or records`() throws {
    let fields = try screen("recipes")
    _ = fields.perform(.rowDown)
    expectEqual(question(fields.perform(.delete)), "Delete Rating of recipes?")
    expectEqual(question(try screen().perform(.delete)), "Delete recipes?")
    expectTrue(workspace.store.snapshot.model["Recipe"]?["Rating"] != nil)
    let context = workspace.store.newContext()
    for row in workspace.store.snapshot.table("Recipe").map({ Array($0.rows) }) ?? [] {
      try context.existingObject(with: row.id)["Rating"] = nil
    }
    try context.save(title: "empty it")
    let empty = try screen("recipes")
    _ = empty.perform(.rowDown)
    expectEqual(question(empty.perform(.delete)), nil)
  }

  @Test func `has the cursor again when it comes back`() throws {
    client.modelURL = ModelScreens.url
    let fields = try #require(try screen("recipes") as? ListScreen)
    _ = fields.perform(.rowDown)
    perform(fields.perform(.delete) ?? [], on: fields)
    expectEqual(fields.selectedID, "Author")
    perform(client.undo(), on: fields)
    expectEqual(fields.selectedID, "Rating")
    let collections = try #require(try screen() as? ListScreen)
    perform(collections.perform(.delete) ?? [], on: collections)
    perform(client.undo(), on: collections)
    expectEqual(collections.selectedID, "Recipe")
  }

  /// Does effects as the app does, those on the screen too.
  private func perform(_ effects: [Effect], on screen: ListScreen) {
    for effect in effects {
      switch effect {
      case .run(let job): perform(job.completion(job.work()), on: screen)
      case .refresh: perform(screen.refresh(Surroundings()), on: screen)
      case .reveal(let urls): _ = screen.reveal(urls)
      case .present(let menu): perform(menu.insert("d") ?? [], on: screen)
      default: break
      }
    }
  }
}
