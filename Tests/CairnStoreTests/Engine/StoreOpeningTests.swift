import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Opening a store` {
  let files = MemoryFileSystem()

  private func error(_ work: () throws -> Void) -> String? {
    #expect(throws: StoreError.self) { try work() }?.description
  }

  @Test func `is refused where there is none`() throws {
    try files.makeFolder("/store")
    let text = error { _ = try ObjectStore.open(Fixture.options(files)) }
    expectEqual(text, "/store is not a store")
  }

  @Test func `is not preceded by making it twice`() throws {
    _ = try Fixture.makeStore(files)
    expectEqual(error { _ = try Fixture.makeStore(files) }, "/store is already a store")
  }

  @Test(arguments: [
    ("Format: 2\n", "format 2"), ("Format: 1\nNeeds: secrets\n", "secrets"),
  ])
  func `is for reading only where a newer version made it`(line: String, feature: String) throws {
    let made = try Fixture.makeStore(files)
    try made.addRecipe("Soup")
    let header = String(decoding: try files.read("/store/STORE"), as: UTF8.self)
    try files.replace(
      "/store/STORE", with: Array((line + header.drop { $0 != "\n" }.dropFirst()).utf8))
    let store = try ObjectStore.open(Fixture.options(files))
    expectTrue(store.isReadOnly)
    expectEqual(store.newerFeature, feature)
    expectTrue(store.recipesAsText.contains("Name: Soup"))
    let text = error { try store.addRecipe("Cake") }
    expectEqual(text, "/store can be changed only by a newer version of Cairn (\(feature))")
    try store.close()
  }

  @Test(arguments: ["Format: 2\n", "Format: 1\nNeeds: secrets\n"])
  func `is refused where a newer version made what cannot be read`(header: String) throws {
    _ = try Fixture.makeStore(files)
    try files.replace("/store/STORE", with: Array(header.utf8))
    let text = error { _ = try ObjectStore.open(Fixture.options(files)) }
    expectEqual(text?.hasPrefix("/store can be changed only by a newer version of Cairn"), true)
  }

  @Test(arguments: ["", "garbage\n", "Format: 1\nStore: x\n"])
  func `is refused where its header cannot be read, which is not replaced`(header: String) throws {
    _ = try Fixture.makeStore(files)
    try files.replace("/store/STORE", with: Array(header.utf8))
    let text = error { _ = try ObjectStore.open(Fixture.options(files)) }
    expectEqual(text?.hasPrefix("/store/STORE:1: "), true)
    expectEqual(error { _ = try Fixture.makeStore(files) }, "/store is already a store")
  }

  @Test func `is not made over the records of one that lost its header`() throws {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try store.close()
    try files.remove("/store/STORE")
    let model = try files.read("/store/model/1.rec")
    let text = error {
      _ = try ObjectStore.create(Fixture.options(files), model: ObjectModel())
    }
    expectEqual(text?.contains("the folder holds records"), true)
    try expectEqual(files.read("/store/model/1.rec"), model)
  }

  @Test func `names the mistakes of its model`() throws {
    _ = try Fixture.makeStore(files)
    try files.replace("/store/model/1.rec", with: Array("%rec: A\n%what: x\n".utf8))
    let text = error { _ = try ObjectStore.open(Fixture.options(files)) }
    expectEqual(text, "/store/model/1.rec, line 2: unknown keyword %what")
  }

  @Test func `passes over files whose numbers no shard has`() throws {
    try Fixture.makeStore(files).addRecipe("Soup")
    try files.makeFolder("/store/data/Recipe")
    for name in ["99999999999999999999.rec", "18446744073709551615.rec", "2147483648.rec"] {
      try files.replace("/store/data/Recipe/\(name)", with: [])
    }
    try expectEqual(ObjectStore.open(Fixture.options(files)).snapshot.load("Recipe").count, 1)
  }

  // E9
  @Test func `gives no new record a key above the highest`() throws {
    _ = try Fixture.makeStore(files)
    let highest = RecordKey(sequence: RecordKey.maximumSequence)
    let path = Fixture.options(files).folder + "/data/Recipe"
    let entity = try #require(try ObjectModel(parsing: Fixture.modelText)["Recipe"])
    let shard = ShardName(of: highest, in: entity)
    try files.makeFolder("\(path)/\(shard.folder)")
    try files.replace(
      "\(path)/\(shard.folder)\(shard.file)", with: Array("Id: \(highest)\nName: Last\n".utf8))
    let store = try ObjectStore.open(Fixture.options(files))
    expectEqual(
      error { try store.addRecipe("Soup") },
      "Recipe has no more ids for new records")
    expectEqual(store.recipe(highest, "Name"), .text("Last"))
  }

  @Test func `names the line of each problem`() throws {
    _ = try Fixture.makeStore(files)
    let text = "Id: p1\nRating: high\n\nId: p2\nMade: soon\nRating: low\n\nNo: id\n"
    try files.makeFolder("/store/data/Recipe")
    try files.replace("/store/data/Recipe/0000.rec", with: Array(text.utf8))
    let store = try ObjectStore.open(Fixture.options(files))
    _ = try store.snapshot.load("Recipe")
    expectEqual(Set(store.problems.map(\.line)), [2, 5, 6, 8])
  }

  // E10
  @Test func `for reading writes nothing and still sees what is in the journal`() throws {
    let key = try Fixture.makeStore(files).addRecipe("Soup")
    let counting = FaultyFileSystem(
      files,
      Fault(
        at: 1, { FileError.readOnly($0, path: $1) }, lasting: .forever,
        of: [.write, .create, .rename, .remove, .makeFolder, .lock, .synchronize, .truncate]))
    var options = Fixture.options(counting)
    options.isReadOnly = true
    let store = try ObjectStore.open(options)
    expectTrue(store.isReadOnly)
    expectEqual(store.recipe(key, "Name"), .text("Soup"))
    expectEqual(counting.failureCount, 0)
    expectEqual(error { try store.addRecipe("More") }, "/store is open for reading only")
    expectEqual(error { try store.fold() }, "/store is open for reading only")
    try store.close()
  }

  @Test func `of a clone makes a replica of its own`() throws {
    let founder = try Fixture.makeStore(files)
    try founder.addRecipe("Soup")
    try founder.fold()
    try files.removeTree("/store/.local")
    let clone = try ObjectStore.open(Fixture.options(files, seed: 7))
    let key = try clone.addRecipe("Cake")
    expectTrue(key.replica != .founder)
    expectEqual(key.sequence, 1)
    try clone.fold()
    try expectTrue(files.exists("/store/data/Recipe/\(key.replica)-0000.rec"))
    let again = try ObjectStore.open(Fixture.options(files, seed: 8))
    expectEqual(again.recipe(key, "Name"), .text("Cake"))
    try expectEqual(again.addRecipe("Pie").replica, key.replica)
  }

  @Test func `on the machine's disk keeps everything to its owner`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let real = RealFileSystem()
    let store = try Fixture.makeStore(real, folder: folder.path("my"))
    try store.addRecipe("Soup")
    try store.close()
    func check(_ path: String) throws {
      let status = try #require(try real.status(of: path))
      expectEqual(status.permissions, (status.kind == .folder ? 0o700 : 0o600), "\(path)")
      guard status.kind == .folder else { return }
      for name in try real.list(path) { try check("\(path)/\(name)") }
    }
    try check(folder.path("my"))
    expectEqual(error { try store.addRecipe("More") }, "\(folder.path("my")) is closed")
  }

  @Test func `has favorites in a file of their own`() throws {
    let store = try Fixture.makeStore(files)
    try store.commit(title: "Add favorite") { draft throws(StoreError) in
      try draft.insert(
        [
          .text("cairn://recipes"), .text("Soups"), .text("s"), nil, nil, .double(1.5), nil, nil,
          nil,
        ],
        into: "~Favorite")
    }
    try store.fold()
    expectEqual(
      String(decoding: try files.read("/store/favorites.rec"), as: UTF8.self),
      "%rec: Favorite\n\nId: p1\nUrl: cairn://recipes\nTitle: Soups\nLetter: s\nPosition: 1.5\n")
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.snapshot.table("~Favorite")?.count, 1)
    expectTrue(!again.snapshot.model.entities.contains { $0.isBuiltIn })
  }

  @Test func `is followed by facts about it`() throws {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    let info = try store.info()
    expectEqual(info.counts.map(\.count), [1, 0])
    expectTrue(info.journalBytes > 0)
    try store.fold()
    try expectEqual(store.info().journalBytes, 0)
    try expectTrue(store.info().historyBytes > 0)
  }

  @Test func `and verifying it finds links that lead nowhere`() throws {
    let store = try Fixture.makeStore(files)
    let soup = ObjectID(entity: "Recipe", key: try store.addRecipe("Soup"))
    try store.commitUnchecked(title: "Link") { draft in
      let link = FieldChange(name: "Author", old: nil, new: .link(RecordKey(sequence: 4)))
      draft.changes = [RecordChange(id: soup, kind: .update, fields: [link])]
    }
    try store.fold()
    try expectEqual(
      store.verify().map(\.description),
      ["data/Recipe/0000.rec: Author of p1 leads to p4, which does not exist"])
  }
}

@Suite struct `A commit` {
  let store: ObjectStore

  init() throws { store = try Fixture.makeStore() }

  @Test func `that changes nothing writes nothing`() throws {
    let key = try store.addRecipe("Soup")
    let nothing = try store.commit(title: "Nothing") { draft throws(StoreError) in
      let same = [FieldChange(name: "Name", old: nil, new: .text("Soup"))]
      let id = ObjectID(entity: "Recipe", key: key)
      draft.changes.append(RecordChange(id: id, kind: .update, fields: same))
    }
    expectEqual(nothing, nil)
    expectEqual(store.snapshot.version, 1)
  }

  @Test(arguments: [
    ("Name", Value.text("a\u{0}b"), "U+0000"), ("Rating", .text("4"), "of this type"),
    ("Weight", .double(.nan), "of this type"), ("Tags", .text("a"), "of this type"),
    ("Author", .text("p1"), "of this type"), ("no name", .text("x"), "not a stored field"),
  ])
  func `of a value that does not fit is refused whole`(
    field: String, value: Value, reason: String
  ) throws {
    let error = #expect(throws: StoreError.self) {
      try store.addRecipe("Soup", [field: value])
    }
    expectEqual(error?.description.contains(reason), true)
    expectEqual(store.snapshot.table("Recipe")?.count, 0)
  }

  @Test func `of a record that is not there is refused`() throws {
    #expect(throws: StoreError.self) { try store.delete(RecordKey(sequence: 5)) }
    #expect(throws: StoreError.self) { try store.set(RecordKey(sequence: 5), "Name", nil) }
  }

  // E8
  @Test func `leaves earlier snapshots as they were`() throws {
    let key = try store.addRecipe("Soup")
    let before = store.snapshot
    try store.set(key, "Name", .text("Stew"))
    try store.delete(key)
    expectEqual(before.row(ObjectID(entity: "Recipe", key: key))?["Name"], .text("Soup"))
    expectEqual(store.snapshot.table("Recipe")?.count, 0)
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `gives what a dictionary gives, folded and opened in between`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let files = MemoryFileSystem()
    var store = try Fixture.makeStore(files)
    let entity = try #require(store.snapshot.model["Recipe"])
    var expected: [RecordKey: [String: Value]] = [:]
    for step in 0..<60 {
      switch generator.number(0...7) {
      case 0...2:
        let key = try store.addRecipe("\(step)")
        expected[key] = ["Name": .text("\(step)")]
      case 3...5:
        guard let key = expected.keys.sorted().randomElement(using: &generator) else { continue }
        let property = entity.storedProperties[generator.number(0...11)]
        let value = generator.number(0...3) == 0 ? nil : generator.value(of: property)
        try store.set(key, property.name, value)
        expected[key]?[property.name] = value
      case 6:
        guard let key = expected.keys.sorted().randomElement(using: &generator) else { continue }
        try store.delete(key)
        expected[key] = nil
      default:
        if generator.number(0...1) == 0 { try store.fold() }
        store = try ObjectStore.open(Fixture.options(files))
      }
    }
    for row in try store.snapshot.load("Recipe").rows {
      let fields = ChunkDraft(row.chunk).fields(ofRow: row.index)
      let found = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
      expectEqual(found, expected[row.key])
    }
    try expectEqual(store.snapshot.load("Recipe").count, expected.count)
    expectEqual(store.problems, [])
  }
}
