import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Compacting a store` {
  private let files = MemoryFileSystem()
  private let shard = "/store/data/Recipe/0000.rec"

  @Test func `gives text of other hands the store's own form, and loses no word`() throws {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup", ["Rating": .integer(2)])
    try store.fold()
    let text = "# mine\n\nName: Cake\r\nId: p4\r\nColor: red\n\n\nId: p1\nRating: 2\nName: Soup\n"
    try files.replace(shard, with: Array(text.utf8))
    let before = try ObjectStore.open(Fixture.options(files)).recipesAsText
    let done = try store.compact()
    expectEqual(done.rewrittenCount, 1)
    expectEqual(String(decoding: try files.read(shard), as: UTF8.self), before)
    expectTrue(before.contains("Color: red"))
    expectEqual(store.recipe(RecordKey(sequence: 4), "Name"), .text("Cake"))
    try expectEqual(store.compact(), Compaction())
  }

  @Test func `leaves files alone that are in order`() throws {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try store.fold()
    let status = try files.status(of: shard)
    try store.compact()
    try expectEqual(files.status(of: shard), status)
  }

  @Test func `removes files without records, empty folders and what was interrupted`() throws {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try store.fold()
    try files.makeFolder("/store/data/Recipe/0001")
    try files.makeFolder("/store/data/Author")
    let left = [
      "/store/data/Author/0000.rec", "/store/data/Recipe/.0000.rec.new",
      "/store/model/.1.rec.0.draft", "/store/.STORE.3.draft",
      "/store/.local/0000/journal-000009.tmp",
    ]
    for path in left { try files.write(Array("%rec: Author\n".utf8), to: path) }
    try files.write([1], to: "/store/.mine.draft")
    let done = try store.compact()
    for path in left + ["/store/data/Author", "/store/data/Recipe/0001"] {
      try expectTrue(!files.exists(path), "\(path)")
    }
    expectEqual(done, Compaction(rewrittenCount: 0, removedCount: 7, historyBytes: 0))
    try expectTrue(files.exists("/store/.mine.draft"))
    try expectEqual(ObjectStore.open(Fixture.options(files)).snapshot.load("Recipe").count, 1)
  }

  @Test func `takes in what an interrupted fold had exchanged`() throws {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try store.fold()
    try files.rename(shard, to: "/store/data/Recipe/.0000.rec.swap")
    let again = try ObjectStore.open(Fixture.options(files))
    try again.compact()
    try expectTrue(files.exists(shard))
    try expectEqual(ObjectStore.open(Fixture.options(files)).snapshot.load("Recipe").count, 1)
  }

  @Test(arguments: [false, true])
  func `drops the history beyond its age, a damaged part of it too`(isDamaged: Bool) throws {
    let clock = Clock()
    var options = Fixture.options(files)
    options.clock = { clock.now }
    let store = try ObjectStore.create(options, modelText: Fixture.modelText)
    for day in 0...20 {
      clock.set(days: day)
      if day % 10 == 0 { try store.addRecipe("Day \(day)") }
      try store.fold()
    }
    let archive = "/store/.local/0000/archive"
    if isDamaged { try files.replace("\(archive)/journal-000002", with: Array("?".utf8)) }
    for day in 21...105 {
      clock.set(days: day)
      try store.fold()
    }
    let done = try store.compact()
    expectTrue(done.historyBytes > 0)
    try expectEqual(files.list(archive), ["journal-000003"])
    try expectEqual(store.history().map(\.title), ["Add Day 20"])
  }

  @Test func `of one that is read-only is refused`() throws {
    try Fixture.makeStore(files).close()
    var options = Fixture.options(files)
    options.isReadOnly = true
    let store = try ObjectStore.open(options)
    #expect(throws: StoreError.self) { try store.compact() }
  }
}
