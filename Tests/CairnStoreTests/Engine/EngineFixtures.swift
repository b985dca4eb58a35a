import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

enum Fixture {
  /// The model of the store that is kept for ever, which has a field of each type.
  static let modelText = GoldenStore.model

  static func options(
    _ fileSystem: any FileSystem, folder: String = "/store", seed: UInt64 = 1
  ) -> ObjectStore.Options {
    let start = Timestamp("2026-11-20T12:00:00Z") ?? Timestamp(microseconds: 0)
    var options = ObjectStore.Options(
      folder: folder, fileSystem: fileSystem, random: SeededGenerator(seed: seed), clock: { start })
    options.segmentSize = 4096
    // A program that another test starts has this process's locks between fork and exec.
    options.lockTimeout = fileSystem is RealFileSystem ? .seconds(60) : .zero
    return options
  }

  static func makeStore(
    _ fileSystem: any FileSystem = MemoryFileSystem(), folder: String = "/store"
  ) throws -> ObjectStore {
    try ObjectStore.create(options(fileSystem, folder: folder), modelText: modelText)
  }
}

extension ObjectStore {
  /// Saves what an editor could have left in a file: no rule of the model is checked.
  @discardableResult
  func commitUnchecked(
    title: String, _ make: (inout CommitDraft) throws(StoreError) -> Void
  ) throws -> Transaction? {
    try commit(title: title) { draft throws(StoreError) in
      draft.mustObeyRules = false
      try make(&draft)
    }
  }

  /// Saves one new recipe and returns its key.
  @discardableResult
  func addRecipe(_ name: String, _ fields: [String: Value] = [:]) throws -> RecordKey {
    var made: RecordKey?
    try commitUnchecked(title: "Add \(name)") { draft throws(StoreError) in
      let key = try draft.mintKey(for: "Recipe")
      made = key
      var changes = [FieldChange(name: "Name", old: nil, new: .text(name))]
      changes += fields.sorted { $0.key < $1.key }.map {
        FieldChange(name: $0.key, old: nil, new: $0.value)
      }
      draft.changes.append(
        RecordChange(id: ObjectID(entity: "Recipe", key: key), kind: .insert, fields: changes))
    }
    return try #require(made)
  }

  func set(_ key: RecordKey, _ field: String, _ value: Value?, title: String = "Edit") throws {
    try commitUnchecked(title: title) { draft throws(StoreError) in
      draft.changes.append(
        RecordChange(
          id: ObjectID(entity: "Recipe", key: key), kind: .update,
          fields: [FieldChange(name: field, old: nil, new: value)]))
    }
  }

  func delete(_ key: RecordKey) throws {
    try commit(title: "Delete") { draft throws(StoreError) in
      draft.changes.append(
        RecordChange(id: ObjectID(entity: "Recipe", key: key), kind: .delete, fields: []))
    }
  }

  func recipe(_ key: RecordKey, _ field: String) -> Value? {
    snapshot.row(ObjectID(entity: "Recipe", key: key))?[field]
  }

  /// Every recipe as text, for comparing whole stores.
  var recipesAsText: String {
    let chunks = snapshot.table("Recipe")?.chunks ?? ChunkList()
    return String(decoding: chunks.flatMap { ShardWriter.write($0) }, as: UTF8.self)
  }
}
