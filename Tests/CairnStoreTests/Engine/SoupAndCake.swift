import CairnFiles

@testable import CairnStore

/// A store whose text has a soup and a cake, for suites in which hands write in that text.
class SoupAndCake {
  let shard = "/store/data/Recipe/0000.rec"
  let files = MemoryFileSystem()
  let store: ObjectStore
  let soup: RecordKey
  let cake: RecordKey

  init() throws {
    store = try Fixture.makeStore(files)
    soup = try store.addRecipe("Soup", ["Rating": .integer(2)])
    cake = try store.addRecipe("Cake")
    try store.fold()
  }

  func text() throws -> String { String(decoding: try files.read(shard), as: UTF8.self) }
}
