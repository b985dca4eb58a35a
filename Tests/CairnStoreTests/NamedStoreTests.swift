import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// The store of a program, whose next version knows more.
@Suite struct `A program's own store` {
  private let files = MemoryFileSystem()
  private let first = "%rec: Recipe\n%mandatory: Name\n%type: Minutes int\n"

  private func open(_ model: String) throws -> ObjectStore {
    try ObjectStore.open(named: "kitchen", model: model) { options in
      options.folder = "/kitchen"
      options.fileSystem = files
    }
  }

  @Test func `is made at the first start, and opened at the next`() throws {
    var store = try open(first)
    #expect(store.path == "/kitchen")
    let context = store.newContext()
    try context.create("Recipe")["Name"] = .text("Soup")
    try context.save(title: "add")
    try store.close()
    store = try open(first)
    #expect(try store.snapshot.count(of: "Recipe") == 1)
    // Nothing is saved where nothing is new.
    #expect(try store.info().version == 1)
  }

  @Test func `gets what a later version has, and loses nothing of the person's`() throws {
    var store = try open(first)
    try store.updateModel { (model) throws(StoreError) in
      var entities = model.entities
      entities[0].properties.append(.attribute(Attribute(name: "Mine", type: .string)))
      return try ObjectModel(entities: entities)
        .renamingField("Minutes", of: "Recipe", to: "Duration")
    }
    try store.close()
    store = try open(first + "%type: Rating range 0 5\n\n%rec: Author\n%mandatory: Name\n")
    let recipe = try #require(store.snapshot.model["Recipe"])
    #expect(recipe.properties.map(\.name) == ["Name", "Duration", "Mine", "Rating"])
    #expect(store.snapshot.model["Author"] != nil)
  }

  @Test func `renames what the program renamed, with its values`() throws {
    var store = try open(first)
    let context = store.newContext()
    let soup = try context.create("Recipe")
    soup["Name"] = .text("Soup")
    soup["Minutes"] = .integer(20)
    try context.save(title: "add")
    try store.close()
    store = try open(
      """
      %rec: Dish
      %formerly: Recipe
      %mandatory: Title
      %type: Minutes int
      %renamed: Title Name
      """)
    let model = store.snapshot.model
    #expect(model.entities.map(\.name) == ["Dish"])
    let rows = try store.snapshot.fetch(FetchRequest(entity: "Dish"), at: .current)
    #expect(rows.map { $0["Title"] } == [.text("Soup")])
    #expect(rows.map { $0["Minutes"] } == [.integer(20)])
  }

  @Test func `refuses a model with mistakes before anything is made`() throws {
    #expect(throws: StoreError.self) { _ = try open("%rec: Recipe\n%type: Minutes hours\n") }
    #expect(try !files.exists("/kitchen"))
  }

  @Test func `has its options from the clock of the person`() {
    let options = ObjectStore.Options(folder: "/kitchen")
    #expect(options.localTime == WallClock.current.localTime)
    #expect(abs(options.clock().microseconds - WallClock.current.now.microseconds) < 60_000_000)
  }
}
