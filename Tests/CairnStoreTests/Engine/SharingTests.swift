import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Two stores on one folder` {
  let files = MemoryFileSystem()
  let first: ObjectStore
  let second: ObjectStore

  init() throws {
    first = try Fixture.makeStore(files)
    second = try ObjectStore.open(Fixture.options(files, seed: 2))
  }

  @Test func `see each other's changes`() throws {
    let key = try first.addRecipe("Soup")
    let change = try second.refresh()
    expectEqual(change?.changes.map(\.id.key), [key])
    expectEqual(second.recipe(key, "Name"), .text("Soup"))
    try expectTrue(second.refresh() == nil)
  }

  // E9
  @Test func `never give out a key twice`() throws {
    var keys: [RecordKey] = []
    for round in 0..<20 { keys.append(try (round % 2 == 0 ? first : second).addRecipe("\(round)")) }
    expectEqual(Set(keys).count, 20)
    try first.refresh()
    expectEqual(first.snapshot.table("Recipe")?.count, 20)
  }

  @Test func `go on after the other folded, twice over`() throws {
    let key = try first.addRecipe("Soup")
    for rating in 1...3 as ClosedRange<Int64> {
      try first.set(key, "Rating", .integer(rating))
      try first.fold()
    }
    try second.refresh()
    expectEqual(second.recipe(key, "Rating"), .integer(3))
    try second.set(key, "Rating", .integer(5))
    try second.fold()
    try first.refresh()
    expectEqual(first.recipe(key, "Rating"), .integer(5))
    expectEqual(first.recipesAsText, second.recipesAsText)
    expectEqual(first.problems + second.problems, [])
  }

  @Test func `say so when one keeps the other waiting`() throws {
    let lock = try files.lock("/store/.local/0000/lock", byte: 0, exclusive: true, wait: .zero)
    let error = #expect(throws: StoreError.self) { try first.addRecipe("Soup") }
    expectEqual(error?.description, "another process is saving to /store")
    lock.release()
    try first.addRecipe("Soup")
  }

  // E5, E9
  @Test(arguments: SeededGenerator.seeds(20))
  func `agree whatever they do in turn`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let stores = [first, second]
    var keys: [RecordKey] = []
    for step in 0..<40 {
      let store = stores[generator.number(0...1)]
      switch generator.number(0...6) {
      case 0, 1: keys.append(try store.addRecipe("Dish \(step)"))
      case 2, 3:
        guard let key = keys.randomElement(using: &generator) else { continue }
        try store.set(key, "Rating", .integer(Int64(generator.number(0...5))))
      case 4:
        guard keys.count > 3 else { continue }
        try store.delete(keys.remove(at: generator.number(0...keys.count - 1)))
      case 5: try store.fold()
      default: try store.refresh()
      }
    }
    try first.refresh()
    try second.refresh()
    let fresh = try ObjectStore.open(Fixture.options(files))
    expectEqual(first.recipesAsText, second.recipesAsText)
    expectEqual(first.recipesAsText, fresh.recipesAsText)
    expectEqual(Set(fresh.snapshot.table("Recipe")?.rows.map(\.key) ?? []), Set(keys))
    expectEqual(first.problems + second.problems + fresh.problems, [])
  }
}
