import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Another name for a field` {
  private let files = MemoryFileSystem()
  private let store: ObjectStore

  init() throws {
    store = try Fixture.makeStore(files)
  }

  @Test(arguments: [false, true])
  func `is taken back and brought again with its values`(
    isFolded: Bool
  ) throws {
    func settle() throws {
      if isFolded { try store.fold() }
    }
    func rename(to name: String, from old: String) throws {
      try store.updateModel { model throws(StoreError) in
        try model.renamingField(old, of: "Recipe", to: name)
      }
      try settle()
    }
    let key = try store.addRecipe("Soup")
    try store.set(key, "Rating", .integer(4))
    try settle()
    try rename(to: "Stars", from: "Rating")
    expectEqual(store.recipe(key, "Stars"), .integer(4))
    try store.undo()
    try settle()
    expectEqual(store.recipe(key, "Rating"), .integer(4))
    expectEqual(store.snapshot.model["Recipe"]?["Stars"], nil)
    let renaming = try store.redo().number
    try settle()
    expectEqual(store.recipe(key, "Stars"), .integer(4))
    // A value that came under the new name stays under the old one.
    try store.set(key, "Stars", .integer(5))
    try store.undo(renaming)
    try settle()
    expectEqual(store.recipe(key, "Rating"), .integer(5))
    // And it can have any name after that, the lost one as well.
    try rename(to: "Stars", from: "Rating")
    try store.fold()
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.recipe(key, "Stars"), .integer(5))
    try expectEqual(again.verify(), [])
    try expectTrue(
      !String(decoding: files.read("/store/data/Recipe/0000.rec"), as: UTF8.self)
        .contains("Rating: 4"))
  }

  @Test func `is taken back once, whoever did`() throws {
    let change = try store.updateModel { model throws(StoreError) in
      try model.renamingField("Rating", of: "Recipe", to: "Stars")
    }
    let number = try #require(change).number
    let other = try ObjectStore.open(Fixture.options(files))
    try other.undo(number)
    try store.refresh()
    #expect(throws: StoreError.self) { try store.undo(number) }
    try expectEqual(store.history().count, 2)
  }

  @Test(arguments: [["Rating Stars", "Stars Score"], ["Rating Stars", "Name Title"]])
  func `that followed another one is taken back before it, and both are brought again`(
    renamings: [String]
  ) throws {
    let key = try store.addRecipe("Soup")
    try store.set(key, "Rating", .integer(4))
    let fields = store.snapshot.model["Recipe"]?.properties.map(\.name)
    let pairs = renamings.map { $0.split(separator: " ").map(String.init) }
    for pair in pairs {
      try store.updateModel { model throws(StoreError) in
        try model.renamingField(pair[0], of: "Recipe", to: pair[1])
      }
    }
    let renamed = store.snapshot.model["Recipe"]?.properties.map(\.name)
    for _ in 0..<2 {
      try store.undo()
      try store.undo()
      expectEqual(store.snapshot.model["Recipe"]?.properties.map(\.name), fields)
      expectEqual(store.recipe(key, "Rating"), .integer(4))
      try store.fold()
      try store.redo()
      try store.redo()
      expectEqual(store.snapshot.model["Recipe"]?.properties.map(\.name), renamed)
      expectEqual(store.recipe(key, pairs[1][0] == "Stars" ? "Score" : "Stars"), .integer(4))
    }
    try store.fold()
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.snapshot.model, store.snapshot.model)
    try expectEqual(again.verify(), [])
  }
}
