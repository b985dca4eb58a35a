import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `The number of records in a file` {
  private let files = MemoryFileSystem()
  private let clock = Library.clock
  private let names = ["0000.rec", "0001.rec", "0002.rec"]

  /// 1,200 recipes in three files that were folded.
  init() throws {
    let store = try Fixture.makeStore(files)
    let properties = try #require(store.snapshot.model["Recipe"]).storedProperties
    try store.commit(title: "Add") { draft throws(StoreError) in
      for number in 0..<1_200 {
        let values = properties.map { $0.name == "Name" ? Value.text("Soup \(number)") : nil }
        try draft.insert(values, into: "Recipe")
      }
    }
    try store.fold()
    try store.close()
  }

  private func open(
    _ files: any FileSystem, readOnly isReadOnly: Bool = false
  ) throws -> ObjectStore {
    var options = Fixture.options(files, seed: 2)
    options.isReadOnly = isReadOnly
    return try ObjectStore.open(options)
  }

  private func path(_ name: String) -> String { "/store/data/Recipe/\(name)" }

  private func edit(_ name: String, _ old: String, _ new: String) throws {
    let text = String(decoding: try files.read(path(name)), as: UTF8.self)
    expectTrue(text.contains(old))
    try files.replace(path(name), with: Array(text.replacing(old, with: new).utf8))
  }

  /// Opens the store, counts the recipes, and compares the number with the loaded collection.
  private func count(reading read: [String]) throws {
    let watching = WatchingFileSystem(files)
    let store = try open(watching)
    let request = FetchRequest(entity: "Recipe")
    let found = try store.snapshot.count(request, at: clock)
    expectEqual(watching.shardsRead.sorted(), read)
    try expectEqual(found, store.snapshot.load("Recipe").count)
    try expectEqual(found, store.snapshot.count(request, at: clock))
  }

  @Test func `is known without reading one`() throws {
    try count(reading: [])
  }

  @Test func `is read where another program edited the file`() throws {
    try edit("0001.rec", "Id: p700\nName: Soup 699\n\n", "")
    try count(reading: ["0001.rec"])
  }

  @Test func `is read where a change waits in the journal`() throws {
    let other = try open(files)
    try other.delete(RecordKey(sequence: 3))
    try other.addRecipe("Stew")
    try count(reading: ["0000.rec", "0002.rec"])
    withExtendedLifetime(other) {}
  }

  @Test func `is of the snapshot, whatever another process saves and folds meanwhile`() throws {
    let watching = WatchingFileSystem(files)
    let store = try open(watching)
    let snapshot = store.snapshot
    let other = try ObjectStore.open(Fixture.options(files, seed: 3))
    try other.delete(RecordKey(sequence: 3))
    try other.addRecipe("Stew")
    for isFolded in [false, true] {
      if isFolded { try other.fold() }
      try expectEqual(snapshot.count(FetchRequest(entity: "Recipe"), at: clock), 1_200)
    }
    expectTrue(!watching.shardsRead.contains("0001.rec"))
    try expectEqual(snapshot.load("Recipe").count, 1_200)
  }

  @Test func `is read where something in the file can't be`() throws {
    try edit("0001.rec", "Id: p700\n", "Id: p700\nno field\n")
    let store = try open(files)
    try store.set(RecordKey(sequence: 701), "Rating", .integer(3))
    try store.fold()
    let again = try open(files)
    _ = try again.snapshot.count(FetchRequest(entity: "Recipe"), at: clock)
    expectEqual(again.damageCount, 1)
  }

  @Test func `lets the first records be found in the first file`() throws {
    let ranges = [(0, 5, 1), (510, 5, 2), (1_195, 10, 3), (0, 0, 0), (2_000, 1, 3)]
    for (offset, limit, read) in ranges {
      let watching = WatchingFileSystem(files)
      let store = try open(watching)
      let request = FetchRequest(entity: "Recipe", offset: offset, limit: limit)
      let found = try store.snapshot.fetch(request, at: clock)
      expectEqual(watching.shardsRead, Array(names.prefix(read)))
      expectEqual(found.totalCount, 1_200)
      _ = try store.snapshot.load("Recipe")
      let whole = try store.snapshot.fetch(request, at: clock)
      expectEqual(found.map(\.id), whole.map(\.id))
      expectEqual(found.totalCount, whole.totalCount)
    }
  }
}
