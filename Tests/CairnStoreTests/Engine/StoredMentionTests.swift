import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A value looked for in text` {
  @Test(arguments: [
    ("soup", "Name: soup\n", true), ("soup", "Name:soup\r\n", true), ("soup", "Name: soups", true),
    ("soup", "Name: soup (hot)\n", true), ("soup", "Name: pea soup\n", false),
    ("soup", "Name: x\n+ soup\n", false), ("soup", "", false), ("a\nb", "Name: a\n+ b\n", true),
    (" soup", "Name:  soup\n", true), ("x: y", "Name: x: y\n", true), ("C:\\", "P: C:\\ \n", true),
  ])
  func `is possible where it stands behind a colon`(text: String, file: String, isThere: Bool)
    throws
  {
    let mention = try #require(StoredMention(text: Array(text.utf8)))
    expectEqual(mention.isPossible(in: Array(file.utf8)), isThere)
  }

  @Test(arguments: [
    ("p7", "Up: p7\n", true), ("p7", "Up:p7", true), ("p7", "Up: p7 \n", true),
    ("p7", "Up: p70\n", false), ("p7", "Up: p7-k7q2\n", false), ("p7", "Up: p70\nUp: p7\r\n", true),
    ("p7-k7q2", "Up: p7-k7q2\n", true), ("p7-k7q2", "Up: p7\n", false),
  ])
  func `is a whole key if it is a link`(key: String, file: String, isThere: Bool) throws {
    let mention = StoredMention(linkTo: try #require(RecordKey(key)))
    expectEqual(mention.isPossible(in: Array(file.utf8)), isThere)
  }

  @Test func `is looked for only if its first line has something`() {
    expectEqual(StoredMention(text: []), nil)
    expectEqual(StoredMention(text: Array("\nb".utf8)), nil)
  }

  @Test(arguments: SeededGenerator.seeds(60))
  func `is possible in every text that has it`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let entity = try #require(RandomCatalog.model["Thing"])
    var draft = ChunkDraft(entity: entity, shard: ShardName(of: RecordKey(sequence: 1), in: entity))
    for number in 1...6 {
      let row = draft.insert(RecordKey(sequence: UInt64(number)))
      for field in RandomCatalog.fields(of: entity, number, &generator) {
        draft.setValue(field.new, of: field.name, row: row)
      }
    }
    let chunk = draft.finished()
    let text = ShardWriter.write(chunk)
    let windows = text.flatMap { $0 == .newline ? [.carriageReturn, .newline] : [$0] }
    for (column, property) in entity.storedProperties.enumerated() {
      for value in chunk.keys.indices.flatMap({ chunk.columns[column][$0]?.elements ?? [] }) {
        guard let mention = mention(of: value, property) else { continue }
        expectTrue(mention.isPossible(in: text), "\(value)")
        expectTrue(mention.isPossible(in: windows), "\(value)")
      }
    }
  }

  private func mention(of value: Value, _ property: Property) -> StoredMention? {
    if case .link(let key) = value { return StoredMention(linkTo: key) }
    guard case .attribute(let attribute) = property, attribute.type.isTextual else { return nil }
    return StoredMention(text: value.canonicalBytes[0])
  }
}

@Suite struct `A question about few records` {
  static let modelText = """
    %rec: Dish
    %attribute: Code string
    %attribute: Aliases tags
    %singular: Code Aliases
    %relationship: Up to-one Dish inverse=Downs
    %relationship: Downs to-many Dish
    %relationship: Near to-many Dish

    """
  let files = MemoryFileSystem()
  let keys: [RecordKey]

  init() throws {
    try ObjectStore.create(Fixture.options(files), modelText: Self.modelText).close()
    try files.makeFolder("/store/data/Dish")
    var keys: [RecordKey] = []
    for shard in 0..<6 {
      let own = (1...3).map { RecordKey(sequence: UInt64(shard * 512 + $0)) }
      let records = own.map { key in
        "Id: \(key)\nCode: c\(key.sequence)\nAliases:x\(key.sequence)\nUp: p1\nNear: p2\n"
      }
      let text = records.joined(separator: "\n")
      try files.replace(
        "/store/data/Dish/000\(shard).rec", with: Array("%rec: Dish\n\n\(text)".utf8))
      keys += own
    }
    try ObjectStore.open(Fixture.options(files)).noteFiles()
    self.keys = keys
  }

  private func open(seed: UInt64 = 3) throws -> ObjectStore {
    try ObjectStore.open(Fixture.options(files, seed: seed))
  }

  private func shardsRead(_ store: ObjectStore) throws -> Int {
    try store.snapshot.lazyTable("Dish").chunksRead.count
  }

  private func id(_ key: RecordKey) -> ObjectID { ObjectID(entity: "Dish", key: key) }

  @Test func `reads for a new unique value no records but the last`() throws {
    let store = try open()
    let context = store.newContext()
    try context.create("Dish")["Code"] = .text("new")
    try context.save()
    try expectEqual(shardsRead(store), 1)
    try expectEqual(store.snapshot.load("Dish").count, 19)
  }

  @Test(arguments: ["Code", "Aliases"])
  func `reads for a value that is taken the records that have it`(field: String) throws {
    let store = try open()
    let context = store.newContext()
    let dish = try context.create("Dish")
    dish[field] = field == "Code" ? .text("c514") : .list([.text("y"), .text("x514")])
    let issues = context.validate()
    expectEqual(issues.map(\.rule), [.unique(other: id(RecordKey(sequence: 514)))])
    try expectEqual(shardsRead(store), 1)
  }

  @Test(arguments: [("c514", 1), ("none", 0), ("c1", 3), ("C514", 0)])
  func `reads for a name the records that may have it`(code: String, count: Int) throws {
    let store = try open()
    let sought = store.snapshot.resolve("Code=\(code)", in: "Dish", at: Library.clock)
    try expectEqual(shardsRead(store), count)
    _ = try store.snapshot.load("Dish")
    expectEqual(store.snapshot.resolve("Code=\(code)", in: "Dish", at: Library.clock), sought)
    let number = UInt64(code.dropFirst()) ?? 0
    let isThere = code.hasPrefix("c") && keys.contains(RecordKey(sequence: number))
    expectEqual(
      sought,
      (isThere
        ? .found(id(RecordKey(sequence: number))) : .noMatch(entity: "Dish", text: code)))
  }

  @Test func `reads for the links of a record those that hold them`() throws {
    let store = try open()
    try expectTrue(store.snapshot.linkedKeys(of: id(keys[4]), "Downs").isEmpty)
    try expectEqual(shardsRead(store), 1)
    try expectEqual(store.snapshot.linkedKeys(of: id(keys[0]), "Downs"), keys)
    try expectEqual(shardsRead(store), 6)
  }

  @Test func `reads everything once many names are asked for`() throws {
    let store = try open()
    for key in keys {
      let found = store.snapshot.resolve("Code=c\(key.sequence)", in: "Dish", at: Library.clock)
      expectEqual(found, .found(id(key)))
    }
    try expectTrue(store.snapshot.lazyTable("Dish").loaded != nil)
  }

  @Test func `reads for the other end of a link the records that hold it`() throws {
    let store = try open()
    let context = store.newContext()
    let dish = context.object(with: id(keys[10]))
    let other = context.object(with: id(keys[4]))
    expectTrue(dish.links("Downs").isEmpty)
    dish["Downs"] = .list([.link(other.id.key)])
    try context.save()
    try expectEqual(shardsRead(store), 2)
    expectEqual(store.snapshot.row(other.id)?["Up"], .link(dish.id.key))
  }

  // L2, L6
  @Test(arguments: SeededGenerator.seeds(60))
  func `has the answer of the whole table, whoever saves and folds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let stores = [try open(), try open(seed: 4)]
    for _ in 0..<generator.number(0...12) {
      let store = stores[generator.number(0...1)]
      try store.refresh()
      try change(store, &generator)
    }
    let snapshot = stores[0].snapshot
    let other = stores[1]
    try other.refresh()
    for _ in 0..<6 { try change(other, &generator) }
    try other.fold()
    let source = try snapshot.lazyTable("Dish")
    let codes = (0..<3).map { _ in code(&generator) }
    let target = keys[generator.number(0...3)]
    let found = try codes.map { code in
      let mention = try #require(StoredMention(text: Array(code.utf8)))
      return holders(of: code, in: try source.chunks(mentioning: [mention]))
    }
    let linked = try ["Up", "Near"].map { field in
      let column = try #require(source.entity.storedIndex(of: field))
      return try source.keys(linkingTo: target, by: column, snapshot.queries)
    }
    expectTrue(source.loaded == nil)
    let table = try snapshot.load("Dish")
    expectEqual(found, codes.map { holders(of: $0, in: Array(table.chunks)) })
    for (keys, field) in zip(linked, ["Up", "Near"]) {
      let expected = table.rows.filter { $0[field]?.elements.contains(.link(target)) ?? false }
      expectEqual(keys, expected.map(\.key), "\(field)")
    }
  }

  private func holders(of code: String, in chunks: [Chunk]) -> [RecordKey] {
    chunks.flatMap { chunk in
      chunk.keys.indices.map { Row(chunk: chunk, index: $0) }
    }.filter { $0["Code"] == .text(code) }.map(\.key)
  }

  /// The first dish of one of the shards.
  private func first(_ generator: inout SeededGenerator) -> RecordKey {
    keys[3 * generator.number(0...5)]
  }

  private func code(_ generator: inout SeededGenerator) -> String {
    "c\(first(&generator).sequence)"
  }

  private func change(_ store: ObjectStore, _ generator: inout SeededGenerator) throws {
    if generator.number(0...3) == 0 { return try store.fold() }
    let id = id(first(&generator))
    let link = Value.link(keys[generator.number(0...3)])
    let changes = [
      FieldChange(name: "Code", old: nil, new: .text(code(&generator))),
      FieldChange(name: "Up", old: nil, new: link),
      FieldChange(name: "Near", old: nil, new: .list([link])),
    ]
    try store.commitUnchecked(title: "Change") { draft throws(StoreError) in
      draft.changes = [
        RecordChange(id: id, kind: .update, fields: [changes[generator.number(0...2)]])
      ]
    }
  }
}
