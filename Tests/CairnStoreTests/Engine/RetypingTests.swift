import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Another type of a field` {
  private let files = MemoryFileSystem()
  private let store: ObjectStore

  init() throws {
    store = try Fixture.makeStore(files)
    try store.updateModel { model throws(StoreError) in
      try model.adding(Attribute(name: "Code", type: .string), to: "Recipe")
    }
  }

  @Test(arguments: [
    (AttributeType.integer, ["06699", "12345", "0815", "+5"]),
    (.double, ["00012.500", "1e3", "0.5"]), (.decimal, ["007.10", "3"]),
    (.boolean, ["true", "1", "no"]),
  ])
  func `is taken back with all values as they were written`(
    type: AttributeType, texts: [String]
  ) throws {
    let keys = try texts.map { try store.addRecipe("Dish", ["Code": .text($0)]) }
    let change = try store.updateModel { model throws(StoreError) in
      try model.giving(type, to: "Code", of: "Recipe")
    }
    let number = try #require(change).number
    // Other changes and folds write the records anew.
    try store.set(keys[0], "Name", .text("Soup"))
    try store.fold()
    let asTyped = keys.map { store.recipe($0, "Code") }
    try store.undo(number)
    try store.fold()
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(keys.map { again.recipe($0, "Code") }, texts.map(Value.text))
    expectEqual(again.recipe(keys[0], "Name"), .text("Soup"))
    try again.redo()
    expectEqual(keys.map { again.recipe($0, "Code") }, asTyped)
    try expectEqual(again.verify(), [])
  }

  @Test func `is taken back with values that never fitted it`() throws {
    let keys = try ["06", "x1"].map { try store.addRecipe("Dish", ["Code": .text($0)]) }
    try store.updateModel { model throws(StoreError) in
      try model.giving(.integer, to: "Code", of: "Recipe")
    }
    try store.fold()
    try store.undo()
    try store.fold()
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(keys.map { again.recipe($0, "Code") }, [.text("06"), .text("x1")])
  }

  @Test func `changes no value that is written the same`() throws {
    try store.addRecipe("Dish", ["Code": .text("6699")])
    let change = try store.updateModel { model throws(StoreError) in
      try model.giving(.integer, to: "Code", of: "Recipe")
    }
    expectEqual(change?.changes.isEmpty, true)
  }
}
