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
}
