import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A store` {
  @Test func `keeps what was saved, before and after it is folded`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let key = try store.addRecipe(
      "Pea soup", ["Rating": .integer(4), "Tags": .list([.text("green"), .text("quick")])])
    for isFolded in [false, true] {
      if isFolded { try store.fold() }
      let again = try ObjectStore.open(Fixture.options(files))
      expectEqual(again.recipe(key, "Name"), .text("Pea soup"))
      expectEqual(again.recipe(key, "Rating"), .integer(4))
      expectEqual(again.recipe(key, "Tags"), .list([.text("green"), .text("quick")]))
      expectEqual(again.snapshot.version, 1)
    }
    let shard = String(decoding: try files.read("/store/data/Recipe/0000.rec"), as: UTF8.self)
    expectEqual(
      shard,
      """
      %rec: Recipe

      Id: p1
      Name: Pea soup
      Rating: 4
      Tags: green
      Tags: quick

      """)
  }

  @Test func `answers what screens ask at each drawing while something is saved`() throws {
    let store = try Fixture.makeStore(MemoryFileSystem())
    try store.addRecipe("Pea soup")
    expectTrue(store.isTextBehind)
    var isAsked = false
    // One that waited for the save would never be answered here.
    try store.commit(title: "Ask") { _ throws(StoreError) in
      expectTrue(!store.isReadOnly && store.newerFeature == nil)
      expectTrue(store.isTextBehind && store.problems.isEmpty && store.damageCount == 0)
      expectTrue(store.snapshot.version == 1 && store.replica != .temporary)
      isAsked = true
    }
    expectTrue(isAsked)
    try store.fold()
    expectTrue(!store.isTextBehind)
    try store.close()
    expectTrue(!store.isReadOnly)
  }
}
