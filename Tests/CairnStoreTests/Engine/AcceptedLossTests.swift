import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

// E6
@Suite struct `What is accepted as missing` {
  private let memory = MemoryFileSystem()
  private let files: LockedAwayFileSystem
  private let store: ObjectStore
  private let shard = "/store/data/Recipe/0000.rec"
  private let authors = "/store/data/Author/0000.rec"

  /// Three recipes and an author, in files that were folded.
  init() throws {
    files = LockedAwayFileSystem(memory)
    store = try Fixture.makeStore(files)
    for name in ["Soup", "Cake", "Pie"] { try store.addRecipe(name) }
    try store.commit(title: "Author") { draft throws(StoreError) in
      let id = ObjectID(entity: "Author", key: RecordKey(sequence: 1))
      let name = FieldChange(name: "Name", old: nil, new: .text("Ann"))
      draft.changes.append(RecordChange(id: id, kind: .insert, fields: [name]))
    }
    try store.fold()
  }

  private func cutRecipes() throws {
    try memory.replace(shard, with: Array("%rec: Recipe\n\nId: p1\nName: Soup\n\nId: p2\nNa".utf8))
  }

  private func losses() throws -> [StoreProblem] { try store.verify().filter(\.isLoss) }

  @Test func `is what a check names, in words that are the same`() throws {
    try memory.remove(authors)
    try memory.replace(shard, with: Array("%rec: Recipe\n\nId: p1\nName: Soup\n".utf8))
    let named = try losses()
    expectEqual(named.count, 2)
    try expectEqual(Set(store.acceptLosses()), Set(named))
    try expectEqual(losses(), [])
  }

  @Test func `is not what a check leaves unnamed for other damage in the file`() throws {
    try cutRecipes()
    try memory.remove(authors)
    let named = try store.verify().filter(\.endangersBackups)
    expectEqual(named.map(\.file), ["data/Recipe/0000.rec", "data/Author/0000.rec"])
    expectTrue(named[0].message.contains("the line is not a field"))
    try expectEqual(store.acceptLosses(), [named[1]])
    try expectEqual(store.acceptLosses(), [])
    // Once that is mended, the rest is told.
    try memory.replace(
      shard, with: Array("%rec: Recipe\n\nId: p1\nName: Soup\n\nId: p2\nName: Cake\n".utf8))
    try expectEqual(losses().map { $0.message.contains("from p3 on are missing") }, [true])
  }

  @Test func `is not what only a fold brings to light that it begins with`() throws {
    try cutRecipes()
    try store.addRecipe("Bread")
    try expectEqual(losses(), [])
    try expectEqual(store.acceptLosses(), [])
    try expectEqual(losses().map { $0.message.hasPrefix("it was gone, empty or cut") }, [false])
    try expectEqual(store.acceptLosses().count, 1)
    try expectEqual(losses(), [])
  }

  @Test func `is nothing while a file cannot be read`() throws {
    try memory.remove(authors)
    files.lockAway(shard)
    #expect(throws: StoreError.self) { try store.verify() }
    #expect(throws: StoreError.self) { try store.acceptLosses() }
    files.lockAway(nil)
    try expectEqual(losses().map(\.file), ["data/Author/0000.rec"])
  }
}
