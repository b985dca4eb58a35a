import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// A store of few records in many shards: in each of the first `shards`, the three from its second
/// key on.
func makeSparseStore(_ files: any FileSystem, shards: Int = 6) throws -> [RecordKey] {
  try Fixture.makeStore(files).close()
  try files.makeFolder("/store/data/Recipe")
  var keys: [RecordKey] = []
  for shard in 0..<shards {
    let own = (1...3).map { RecordKey(sequence: UInt64(shard * 512 + $0)) }
    let records = own.map { "Id: \($0)\nName: Dish \($0)\n" }.joined(separator: "\n")
    try files.replace(
      "/store/data/Recipe/000\(shard).rec", with: Array("%rec: Recipe\n\n\(records)".utf8))
    keys += own
  }
  try ObjectStore.open(Fixture.options(files)).noteFiles()
  return keys
}

private func id(_ key: RecordKey) -> ObjectID { ObjectID(entity: "Recipe", key: key) }

private typealias Fields = [String: Value]

private func fields(_ row: Row) -> Fields {
  let fields = ChunkDraft(row.chunk).fields(ofRow: row.index)
  return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
}

@Suite struct `A store read shard by shard` {
  let files = MemoryFileSystem()
  let keys: [RecordKey]

  init() throws {
    keys = try makeSparseStore(files)
  }

  private func watched() throws -> (ObjectStore, WatchingFileSystem) {
    let watching = WatchingFileSystem(files)
    return (try ObjectStore.open(Fixture.options(watching, seed: 3)), watching)
  }

  @Test func `reads for a record the file that it is in, once`() throws {
    let (store, watching) = try watched()
    expectEqual(watching.shardsRead, [])
    expectEqual(store.recipe(keys[7], "Name"), .text("Dish \(keys[7])"))
    expectEqual(store.recipe(keys[8], "Name"), .text("Dish \(keys[8])"))
    expectEqual(store.recipe(RecordKey(sequence: 1500), "Name"), nil)
    expectEqual(watching.shardsRead, ["0002.rec"])
  }

  @Test func `reads for a new record the last file`() throws {
    let (store, watching) = try watched()
    let key = try store.addRecipe("New")
    expectEqual(key, RecordKey(sequence: keys[17].sequence + 1))
    try store.close()
    expectEqual(watching.shardsRead, ["0005.rec"])
    let text = String(decoding: try files.read("/store/data/Recipe/0005.rec"), as: UTF8.self)
    expectTrue(text.hasSuffix("Id: \(key)\nName: New\n"))
  }

  @Test func `reads for edits and their undoing the files that they change`() throws {
    let (store, watching) = try watched()
    try store.set(keys[0], "Rating", .integer(1))
    try store.delete(keys[6])
    try store.fold()
    try store.undo()
    try store.fold()
    expectEqual(store.recipe(keys[6], "Name"), .text("Dish \(keys[6])"))
    expectEqual(watching.shardsRead, ["0000.rec", "0002.rec"])
  }

  @Test func `reads the rest for the whole table, and nothing twice`() throws {
    let (store, watching) = try watched()
    try store.set(keys[9], "Rating", .integer(1))
    let before = store.snapshot
    try store.set(keys[9], "Rating", .integer(2))
    try expectEqual(store.snapshot.load("Recipe").count, 18)
    try expectEqual(before.load("Recipe").row(keys[9])?["Rating"], .integer(1))
    expectEqual(watching.shardsRead.sorted(), (0...5).map { "000\($0).rec" })
  }

  // E5
  @Test func `lays over a shard what waited for it in the journal`() throws {
    let writer = try ObjectStore.open(Fixture.options(files))
    try writer.set(keys[3], "Rating", .integer(4))
    try writer.delete(keys[4])
    try writer.set(keys[12], "Name", .text("Late"))
    let (store, watching) = try watched()
    expectEqual(store.recipe(keys[3], "Rating"), .integer(4))
    expectTrue(store.snapshot.row(id(keys[4])) == nil)
    expectEqual(watching.shardsRead, ["0001.rec"])
    try expectEqual(store.snapshot.load("Recipe").row(keys[12])?["Name"], .text("Late"))
    expectEqual(store.problems, [])
  }

  // E8, L2
  @Test(arguments: [false, true])
  func `stays as it was when others fold before it is read`(isWhole: Bool) throws {
    let store = try ObjectStore.open(Fixture.options(files, seed: 3))
    let before = store.snapshot
    let other = try ObjectStore.open(Fixture.options(files, seed: 4))
    try other.set(keys[0], "Name", .text("Changed"))
    let added = try other.addRecipe("Added")
    for key in keys[3...5] { try other.delete(key) }
    try other.fold()
    try expectTrue(!files.exists("/store/data/Recipe/0001.rec"))
    if isWhole { try expectEqual(before.load("Recipe").rows.map(\.key), keys) }
    expectEqual(before.row(id(keys[0]))?["Name"], .text("Dish p1"))
    expectTrue(before.row(id(added)) == nil)
    expectTrue(before.row(id(keys[4])) != nil)
    try store.refresh()
    expectEqual(store.recipe(keys[0], "Name"), .text("Changed"))
    expectEqual(store.recipe(added, "Name"), .text("Added"))
    expectTrue(store.snapshot.row(id(keys[4])) == nil)
    expectEqual(store.recipesAsText, other.recipesAsText)
    expectEqual(store.problems, [])
  }

  // E6, L4
  @Test func `loses nothing that a person wrote beside what others saved`() throws {
    let store = try ObjectStore.open(Fixture.options(files, seed: 3))
    let other = try ObjectStore.open(Fixture.options(files, seed: 4))
    let added = try other.addRecipe("Added")
    try other.fold()
    let path = "/store/data/Recipe/0005.rec"
    let text = String(decoding: try files.read(path), as: UTF8.self)
    let edited = text.replacing("Id: \(added)", with: "# Mine.\nId: \(added)")
    try files.replace(path, with: Array(edited.utf8))
    expectTrue(store.snapshot.row(id(added)) == nil)
    try store.set(added, "Rating", .integer(2))
    try store.fold()
    let folded = String(decoding: try files.read(path), as: UTF8.self)
    expectEqual(folded, edited + "Rating: 2\n")
    expectEqual(store.problems, [])
  }

  // S20
  @Test func `has its records in the form of a model that changed`() throws {
    let (store, watching) = try watched()
    try store.set(keys[0], "Rating", .integer(1))
    try store.updateModel { (model) throws(StoreError) in
      try ObjectModel(parsing: model.text.replacing("%type: Rating range 0 5\n", with: ""))
    }
    expectEqual(store.snapshot.row(id(keys[0]))?.chunk.unknownFields(of: keys[0]).count, 1)
    expectEqual(store.recipe(keys[3], "Name"), .text("Dish \(keys[3])"))
    expectEqual(watching.shardsRead, ["0000.rec", "0001.rec"])
    try expectEqual(store.snapshot.load("Recipe").count, 18)
  }
}

@Suite struct `Late reading` {
  /// What a snapshot must show, whenever it is read.
  private struct Kept {
    let snapshot: Snapshot
    let expected: [RecordKey: Fields]
  }

  private static func check(_ kept: Kept, _ key: RecordKey) {
    expectEqual(kept.snapshot.row(id(key)).map(fields), kept.expected[key])
  }

  // E5, E8, L1, L2
  @Test(arguments: SeededGenerator.seeds(40))
  func `gives what reading at once gives, whatever two processes do between`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let files = MemoryFileSystem()
    let first = try makeSparseStore(files)
    var stores = try (0...1).map { try ObjectStore.open(Fixture.options(files, seed: seed + $0)) }
    var truth: [RecordKey: Fields] = [:]
    for key in first { truth[key] = ["Name": .text("Dish \(key)")] }
    // What each of the two has taken in.
    var seen = [truth, truth]
    var kept: [Kept] = []
    for step in 0..<60 {
      let turn = generator.number(0...1)
      switch generator.number(0...9) {
      case 0:
        let key = try stores[turn].addRecipe("New \(step)")
        truth[key] = ["Name": .text("New \(step)")]
        seen[turn] = truth
      case 1...3:
        guard let key = truth.keys.sorted().randomElement(using: &generator) else { continue }
        let value = Value.integer(Int64(generator.number(0...2)))
        try stores[turn].set(key, "Rating", value)
        truth[key]?["Rating"] = value
        seen[turn] = truth
      case 4:
        guard let key = truth.keys.sorted().randomElement(using: &generator) else { continue }
        try stores[turn].delete(key)
        truth[key] = nil
        seen[turn] = truth
      case 5:
        try stores[turn].fold()
        seen[turn] = truth
      case 6:
        try stores[turn].refresh()
        seen[turn] = truth
      case 7:
        stores[turn] = try ObjectStore.open(Fixture.options(files, seed: UInt64(step)))
        seen[turn] = truth
      default:
        kept.append(Kept(snapshot: stores[turn].snapshot, expected: seen[turn]))
        let one = kept[generator.number(0...kept.count - 1)]
        Self.check(one, first[generator.number(0...first.count - 1)])
      }
      expectEqual(stores.flatMap(\.problems), [], "seed \(seed), step \(step)")
    }
    for one in kept {
      for key in first { Self.check(one, key) }
      let rows = try one.snapshot.load("Recipe").rows.map { ($0.key, fields($0)) }
      expectEqual(Dictionary(uniqueKeysWithValues: rows), one.expected, "seed \(seed)")
    }
    let whole = try ObjectStore.open(Fixture.options(files))
    for store in stores {
      try store.refresh()
      expectEqual(store.recipesAsText, whole.recipesAsText, "seed \(seed)")
    }
  }
}
