import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `An export with its model` {
  private static let formats: [InterchangeFormat] = [.csv, .json, .jsonl, .rec, .markdown]

  /// The files of an export of everything, in a random order.
  private func files(
    of store: ObjectStore, as format: InterchangeFormat, _ random: inout SeededGenerator
  ) throws -> [ImportInput] {
    let snapshot = store.snapshot
    // The URLs of another app are addresses, too.
    let scheme = random.number(0...1) == 0 ? "cairn" : "my-books.2"
    var inputs = [
      ImportInput(source(ExportedModel(snapshot).text, name: "copy/model.rec", blockSize: 1000))
    ]
    for entity in snapshot.model.entities {
      guard format == .markdown else {
        let name = "copy/\(entity.plural).\(format.fileExtension)"
        let text = try store.export(entity.name, as: format, scheme: scheme)
        inputs.append(ImportInput(source(text, name: name, blockSize: 1000)))
        continue
      }
      let notes = try snapshot.load(entity.name).rows.map { row in
        let text = try ExportOperation(
          .record(row.id), in: snapshot, as: .markdown, scheme: scheme
        ).data()
        return source(bytes: text, name: "copy/\(entity.plural)/\(row.key).md", blockSize: 1000)
      }
      if !notes.isEmpty {
        inputs.append(ImportInput(folder: entity.plural, of: notes.shuffled(using: &random)))
      }
    }
    return inputs.shuffled(using: &random)
  }

  /// All that a store has, with keys by their places, which an import need not keep.
  private func content(of store: ObjectStore) throws -> [String] {
    let snapshot = store.snapshot
    var places: [ObjectID: String] = [:]
    for entity in snapshot.model.entities {
      for (place, row) in try snapshot.load(entity.name).rows.enumerated() {
        places[row.id] = "\(entity.name) \(place + 1)"
      }
    }
    return try snapshot.model.entities.flatMap { entity in
      try snapshot.load(entity.name).rows.map { row in
        let values = entity.attributes.map { "\($0.name)=\(row[$0.name].map { "\($0)" } ?? "-")" }
        let links = try entity.relationships.map { link in
          let ends = try snapshot.linkedKeys(of: row, link.name).map {
            places[ObjectID(entity: link.destination, key: $0)] ?? "\($0)?"
          }
          return "\(link.name)=>\(link.isOrdered ? ends : ends.sorted())"
        }
        return "\(places[row.id] ?? ""): \((values + links).joined(separator: " "))"
      }
    }
  }

  @Test(arguments: formats, SeededGenerator.seeds(60))
  func `is imported as an equal store`(format: InterchangeFormat, seed: UInt64) throws {
    var maker = RandomCollections(seed: seed)
    let model = maker.model()
    let store = try makeStore(model.entities)
    try maker.fill(store)
    var random = SeededGenerator(seed: seed)
    let copy = try makeStore()
    let report = try Importer(copy).run(try files(of: store, as: format, &random))
    expectEqual(report.badRows.map(\.description), [])
    expectEqual(report.lostValues.map(\.description), [])
    let texts = [copy, store].map { $0.snapshot.model.entities.map(\.modelText) }
    for (found, expected) in zip(texts[0], texts[1]) { expectEqual(found, expected) }
    expectEqual(texts[0].count, texts[1].count)
    let (found, expected) = (try content(of: copy), try content(of: store))
    expectEqual(found.count, expected.count)
    for (found, expected) in zip(found, expected) { expectEqual(found, expected) }
    try expectEqual(copy.verify().map(\.description), store.verify().map(\.description))
  }

  @Test(arguments: formats, SeededGenerator.seeds(20))
  func `changes nothing in its own store`(format: InterchangeFormat, seed: UInt64) throws {
    var maker = RandomCollections(seed: seed)
    let store = try makeStore(maker.model().entities)
    try maker.fill(store)
    var random = SeededGenerator(seed: seed)
    let report = try Importer(store).run(try files(of: store, as: format, &random))
    expectEqual(report.badRows.map(\.description), [])
    expectEqual(report.lostValues.map(\.description), [])
    var history = try store.makeHistory()
    let newest = try history.next()?.transaction
    expectTrue(newest?.number ?? 1 == 1, "\(newest?.changes ?? [])")
    expectEqual(report.transaction, nil)
  }

  /// The records, values and links are edited, but none is added or deleted.
  @Test(arguments: formats, SeededGenerator.seeds(30))
  func `brings its own store to its state`(format: InterchangeFormat, seed: UInt64) throws {
    var maker = RandomCollections(seed: seed)
    let store = try makeStore(maker.model().entities)
    try maker.fill(store)
    let before = try content(of: store)
    try maker.edit(store)
    let expected = try content(of: store)
    var random = SeededGenerator(seed: seed)
    let inputs = try [1, 2].map { _ in try files(of: store, as: format, &random) }
    guard expected != before else { return }
    let problems = try store.verify().map(\.description)
    try store.undo()
    try expectEqual(content(of: store), before)
    var options = ImportOptions.ofCommand
    options.isDryRun = true
    let trial = try Importer(store, options).run(inputs[0])
    let report = try Importer(store).run(inputs[1])
    let counts = [trial, report].map { Set($0.collections.map(\.description)) }
    expectEqual(counts[0], counts[1])
    expectEqual(report.badRows.map(\.description), [])
    expectEqual(report.lostValues.map(\.description), [])
    let found = try content(of: store)
    for (found, expected) in zip(found, expected) { expectEqual(found, expected) }
    try expectEqual(store.verify().map(\.description), problems)
  }
}
