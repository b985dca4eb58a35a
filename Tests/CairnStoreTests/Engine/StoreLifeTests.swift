import CairnFiles
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
      #expect(again.recipe(key, "Name") == .text("Pea soup"))
      #expect(again.recipe(key, "Rating") == .integer(4))
      #expect(again.recipe(key, "Tags") == .list([.text("green"), .text("quick")]))
      #expect(again.snapshot.version == 1)
    }
    let shard = String(decoding: try files.read("/store/data/Recipe/0000.rec"), as: UTF8.self)
    #expect(
      shard == """
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
    #expect(store.isTextBehind)
    var isAsked = false
    // One that waited for the save would never be answered here.
    try store.commit(title: "Ask") { _ throws(StoreError) in
      #expect(!store.isReadOnly && store.newerFeature == nil)
      #expect(store.isTextBehind && store.problems.isEmpty && store.damageCount == 0)
      #expect(store.snapshot.version == 1 && store.replica != .temporary)
      isAsked = true
    }
    #expect(isAsked)
    try store.fold()
    #expect(!store.isTextBehind)
    try store.close()
    #expect(!store.isReadOnly)
  }
}
