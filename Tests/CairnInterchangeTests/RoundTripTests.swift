import CairnFiles
import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

/// Whole stores of real data, out and in again.
@Suite(.enabled(if: TestData.path("chinook") != nil && TestData.path("recipes") != nil))
struct `An import of all exports` {
  /// A store with the tables of a folder, linked as their columns' names say, and more links.
  private func real(_ folder: String) throws -> ObjectStore {
    let files = RealFileSystem()
    let path = try #require(TestData.path(folder))
    let names = try files.list(path).filter { $0.hasSuffix(".jsonl") }
    var options = ImportOptions.ofCommand
    if folder == "recipes" {
      options.links = [
        ImportOptions.Link(column: "recipe", collection: "recipes", field: "slug"),
        ImportOptions.Link(column: "author", collection: "authors", field: "name"),
      ]
    }
    let store = try makeStore()
    let inputs = try names.map { name in
      ImportInput(source(bytes: try files.read("\(path)/\(name)"), name: name, blockSize: 1 << 16))
    }
    let report = try Importer(store, options).run(inputs)
    expectEqual(report.badRows, [])
    return store
  }

  private func exports(
    of store: ObjectStore, as format: InterchangeFormat
  ) throws -> [(name: String, text: String)] {
    try store.snapshot.model.entities.map { entity in
      ("\(entity.plural).\(format.rawValue)", try store.export(entity.name, as: format))
    }
  }

  /// A store without records, and without a model where the format has it.
  private func emptied(_ store: ObjectStore, for format: InterchangeFormat) throws -> ObjectStore {
    format == .rec ? try makeStore() : try makeStore(store.snapshot.model.entities)
  }

  /// What a format keeps of a value: an empty cell of CSV is no value.
  private func kept(_ value: Value?, by format: InterchangeFormat) -> Value? {
    format == .csv && value == .text("") ? nil : value
  }

  @Test(arguments: ["chinook", "recipes"], [InterchangeFormat.rec, .json, .jsonl, .csv])
  func `is the store that they are of`(folder: String, format: InterchangeFormat) throws {
    let original = try real(folder)
    let exported = try exports(of: original, as: format)
    let copy = try emptied(original, for: format)
    let inputs = exported.map { name, text in
      ImportInput(source(text, name: name, blockSize: 1 << 16), format: format)
    }
    let report = try Importer(copy).run(inputs)
    expectEqual(report.badRows, [])
    expectEqual(report.notices, [])
    let model = copy.snapshot.model
    expectEqual(Set(model.entities), Set(original.snapshot.model.entities))
    for entity in original.snapshot.model.entities {
      let (table, same) = (
        try original.snapshot.load(entity.name), try copy.snapshot.load(entity.name)
      )
      expectEqual(table.count, same.count)
      let names = entity.storedProperties.map(\.name)
      let differing = zip(table.rows, same.rows).first { row, other in
        row.key != other.key || names.contains { kept(row[$0], by: format) != other[$0] }
      }
      expectTrue(differing == nil, "\(entity.name) \(differing.map { "\($0.0.key)" } ?? "")")
    }
    let again = try exports(of: copy, as: format)
    expectEqual(
      again.sorted { $0.name < $1.name }.map(\.text),
      exported.sorted { $0.name < $1.name }.map(\.text))
  }

  @Test(arguments: ["chinook", "recipes"], [InterchangeFormat.markdown, .vcard])
  func `has the same records as notes and as cards`(
    folder: String, format: InterchangeFormat
  ) throws {
    let original = try real(folder)
    let copy = try emptied(original, for: format)
    let inputs = try exports(of: original, as: format).map { name, text in
      ImportInput(source(text, name: name, blockSize: 1 << 16), format: format)
    }
    let report = try Importer(copy).run(inputs)
    expectEqual(report.badRows, [])
    expectEqual(report.notices, [])
    let lines = { try self.exports(of: $0, as: .jsonl).map(\.text) }
    try expectEqual(lines(copy), lines(original))
  }

  @Test(arguments: ["chinook", "recipes"], [InterchangeFormat.json, .jsonl, .csv])
  func `has the same records and links where nothing is known of them`(
    folder: String, format: InterchangeFormat
  ) throws {
    let original = try real(folder)
    let copy = try makeStore()
    let exported = try exports(of: original, as: format).sorted { $0.name < $1.name }
    let report = try Importer(copy).run(
      exported.map { name, text in
        ImportInput(source(text, name: name, blockSize: 1 << 16), format: format)
      })
    expectEqual(report.badRows, [])
    try expectEqual(
      exports(of: copy, as: format).sorted { $0.name < $1.name }.map(\.text), exported.map(\.text))
    for entity in original.snapshot.model.entities {
      let links = try #require(copy.snapshot.model[Naming.collection(for: entity.plural)])
      expectEqual(
        Set(links.relationships.map(\.name)), Set(entity.relationships.map(\.name)),
        "\(entity.name)")
    }
  }
}
