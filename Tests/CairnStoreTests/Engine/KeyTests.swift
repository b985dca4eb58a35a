import CairnFiles
import Testing

@testable import CairnStore

// E9
@Suite struct `The key of a new record` {
  let files = MemoryFileSystem()

  private func write(_ shard: Int, _ text: String) throws {
    try files.makeFolder("/store/data/Recipe")
    try files.replace("/store/data/Recipe/000\(shard).rec", with: Array(text.utf8))
  }

  init() throws {
    try Fixture.makeStore(files).close()
    try write(0, "Id: p7\nName: Soup\n")
    try write(1, "Id: p600\nName: Cake\n")
    try ObjectStore.open(Fixture.options(files)).markKeys()
  }

  @Test func `is above the mark that the store was given`() throws {
    let marks = String(decoding: try files.read("/store/ids/0000.rec"), as: UTF8.self)
    #expect(marks == "Entity: Recipe\nLast: p600\n")
    try files.remove("/store/data/Recipe/0001.rec")
    #expect(try ObjectStore.open(Fixture.options(files)).addRecipe("New").description == "p601")
  }

  @Test(arguments: [
    ("Id: p600\nName: Cake\n\nId: p604\nName: Mine\n", "p605"),
    ("Id: p600\nName: Cake\n\nId: p604\nName\n", "p605"),
    ("\n", "p601"),
  ])
  func `is above what a person wrote at the end`(text: String, key: String) throws {
    try write(1, text)
    #expect(try ObjectStore.open(Fixture.options(files)).addRecipe("New").description == key)
  }

  @Test func `is looked for in all files where there is no mark`() throws {
    try files.remove("/store/ids/0000.rec")
    try write(0, "Id: p7\nName: Soup\n\nId: p900\nName\n")
    #expect(try ObjectStore.open(Fixture.options(files)).addRecipe("New").description == "p901")
  }

  @Test func `is safe to mark for a store whose first change is an edit`() throws {
    try files.remove("/store/ids/0000.rec")
    try write(0, "Id: p7\nName: Soup\n\nId: p900\nName\n")
    let store = try ObjectStore.open(Fixture.options(files))
    try store.set(RecordKey(sequence: 7), "Rating", .integer(1))
    try store.close()
    let marks = String(decoding: try files.read("/store/ids/0000.rec"), as: UTF8.self)
    #expect(marks == "Entity: Recipe\nLast: p900\n")
  }
}
