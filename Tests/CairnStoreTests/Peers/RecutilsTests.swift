import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite(
  .enabled("recutils are not installed") {
    ["recfix", "recsel", "recins"].allSatisfy { Program($0) != nil }
  })
struct `Recutils` {
  let folder: TemporaryFolder
  let recfix: Program
  let recsel: Program
  let recins: Program

  init() throws {
    folder = try TemporaryFolder()
    recfix = try #require(Program("recfix"))
    recsel = try #require(Program("recsel"))
    recins = try #require(Program("recins"))
  }

  private func write(_ text: String, to name: String) throws -> String {
    try RealFileSystem().replace(folder.path(name), with: Array(text.utf8))
    return folder.path(name)
  }

  private func shard(_ entity: Entity) -> ShardName {
    ShardName(of: RecordKey(sequence: 1), in: entity)
  }

  private func read(_ bytes: [UInt8], _ entity: Entity) -> Chunk {
    let result = ShardReader.read(bytes, of: shard(entity), in: entity, origin: nil)
    expectEqual(result.problems, [])
    return result.chunk
  }

  // T16
  @Test(arguments: SeededGenerator.seeds(6))
  func `find every file of a store right, and read it as it is`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try RandomCatalog.makeStore(in: folder.path("store"), &generator)
    let files = RealFileSystem()
    for file in ["STORE", "model/1.rec", "ids/0000.rec"] {
      let checked = try recfix.run(["--check", folder.path("store/\(file)")])
      expectEqual(checked.status, 0, "\(file): \(checked.output)")
    }
    for entity in try RandomCatalog.model.entities + [Entity.favorite] {
      let file = folder.path("store/\(shard(entity).path(entity: entity.name))")
      let plain = try recfix.run(["--check", file])
      expectEqual(plain.status, 0, "\(entity.name): \(plain.output)")
      let bytes = try files.read(file)
      let body = String(decoding: bytes, as: UTF8.self).drop { $0 != "\n" }
      let described = try write(entity.recutilsDescriptor + body, to: "described.rec")
      let checked = try recfix.run(["--check", described])
      expectEqual(checked.status, 0, "\(entity.name): \(checked.output)")
      let chunk = read(bytes, entity)
      expectEqual(chunk.count, 12)
      let selected = try recsel.run(["-t", entity.descriptorName, file]).output
      expectEqual(read(Array(selected.utf8), entity).changes(since: chunk), [], "\(selected)")
    }
  }

  // T16
  @Test(arguments: SeededGenerator.seeds(6))
  func `insert records that are read as they were meant`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = folder.path("store")
    try RandomCatalog.makeStore(in: store, &generator)
    var inserted: [ObjectID: [FieldChange]] = [:]
    for entity in try RandomCatalog.model.entities {
      let file = "\(store)/\(shard(entity).path(entity: entity.name))"
      let id = ObjectID(entity: entity.name, key: RecordKey(sequence: 99))
      let fields = RandomCatalog.fields(of: entity, 99, &generator).compactMap(typed)
      inserted[id] = fields
      let words = fields.flatMap { field in
        (field.new?.storedTexts ?? []).flatMap { ["-f", field.name, "-v", $0] }
      }
      let answer = try recins.run(
        ["-t", entity.descriptorName, "-f", "Id", "-v", "\(id.key)"] + words + [file])
      expectEqual(answer.status, 0, "\(answer.output)")
    }
    let options = Fixture.options(RealFileSystem(), folder: store)
    let opened = try ObjectStore.open(options)
    for (id, fields) in inserted {
      let table = try opened.snapshot.load(id.entity)
      expectEqual(table.count, 13)
      let row = try #require(table.row(id.key))
      for field in fields { expectEqual(row[field.name], field.new, "\(field.name)") }
      expectTrue(row.chunk.unknownFields(of: id.key).isEmpty)
    }
    expectEqual(opened.problems, [])
  }

  /// The field as a person would type it: a line's end that needs a guard, recins leaves without.
  private func typed(_ field: FieldChange) -> FieldChange? {
    let isTyped = (field.new?.storedTexts ?? []).allSatisfy { text in
      let lines = Array(text.utf8).split(separator: .newline, omittingEmptySubsequences: false)
      return lines.map(Array.init).allSatisfy { !$0.span.needsGuard(from: 0, to: $0.count) }
    }
    return isTyped ? field : nil
  }

  @Test func `select by what a field holds`() throws {
    let entity = try #require(RandomCatalog.model["Thing"])
    var draft = ChunkDraft(entity: entity, shard: shard(entity))
    for sequence in 1...40 as ClosedRange<UInt64> {
      let row = draft.insert(RecordKey(sequence: sequence))
      draft.setValue(.text("Dish \(sequence)\nof two lines"), of: "Name", row: row)
      draft.setValue(.integer(Int64(sequence % 6)), of: "Rating", row: row)
      draft.setValue(.double(Double(sequence) / 4), of: "Weight", row: row)
      draft.setValue(.text("main dish"), of: "Kind", row: row)
    }
    let text = String(decoding: ShardWriter.write(draft.finished()), as: UTF8.self)
    let file = try write(text, to: "0000.rec")
    let selected = { (words: [String]) in try recsel.run(["-t", "Thing"] + words + [file]).output }
    try expectEqual(selected(["-e", "Rating = 3", "-c"]), "7\n")
    try expectEqual(selected(["-e", "Weight > 5.1", "-c"]), "20\n")
    try expectEqual(selected(["-e", "Kind = 'main dish'", "-c"]), "40\n")
    try expectEqual(selected(["-e", "Id = 'p3'", "-P", "Name"]), "Dish 3\nof two lines\n")
  }

  @Test(arguments: [
    ("Rating: 3", "Rating: 9"), ("Weight: 1.5", "Weight: 1.5kg"), ("Kind: soup", "Kind: stew"),
    ("Kind: 2/3", "Kind: 2-3"), ("Owner: p7", "Owner: p0"), ("Parts: p7", "Parts: seven"),
    ("Mail: ann@example.com", "Mail: nobody"), ("Vegan: yes", "Vegan: perhaps"),
    ("Years: 1", "Slug: two\nSlug: three"), ("Count: 1", "Count: 1.5"),
    ("Seen: 2026-11-20T22:31:07.123Z", "Seen: soon"), ("Tags: a", "%rec"),
  ])
  func `find a bad value where the descriptor of its collection stands`(
    good: String, bad: String
  ) throws {
    let descriptor = try #require(RandomCatalog.model["Thing"]).recutilsDescriptor
    let status = { (field: String) in
      let text = "\(descriptor)\nId: p1\nName: x\n\(field)\n"
      return try recfix.run(["--check", write(text, to: "0000.rec")]).status
    }
    try expectEqual(status(good), 0)
    try expectTrue(status(bad) != 0)
  }
}
