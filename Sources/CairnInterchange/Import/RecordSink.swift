internal import CairnStore

/// Where new and changed records go: into a commit, or nowhere in a rehearsal.
protocol RecordSink {
  /// What the store has; under the model that the records need, once a commit has adopted it.
  var snapshot: Snapshot { get }

  /// Takes the model that the records need, before the first of them.
  mutating func adopt(_ model: ObjectModel) throws(StoreError)

  /// Takes a new record with a value for each stored property.
  mutating func insert(_ values: [Value?], into entity: String) throws(StoreError) -> RecordKey

  /// Takes new values of a record that is there.
  mutating func update(_ id: ObjectID, _ fields: [FieldChange])

  /// Takes links that no field of their record can simply hold.
  ///
  /// - Returns: the places of the statements that changed links, and the links that have no room.
  mutating func link(
    _ statements: [LinkStatement]
  ) throws(StoreError) -> (changed: [Int], contested: [(statement: Int, key: RecordKey)])

  /// Takes out records that the store has, with all that the delete rules say.
  mutating func delete(_ ids: [ObjectID]) throws(StoreError)
}

extension CommitDraft: RecordSink {
  mutating func adopt(_ model: ObjectModel) throws(StoreError) { try updateModel(model) }

  mutating func update(_ id: ObjectID, _ fields: [FieldChange]) {
    changes.append(RecordChange(id: id, kind: .update, fields: fields))
  }
}

/// Gives out keys that no store has, and keeps nothing.
struct Rehearsal: RecordSink {
  let snapshot: Snapshot
  private var sequence = RecordKey.maximumSequence

  init(over snapshot: Snapshot) { self.snapshot = snapshot }

  func adopt(_ model: ObjectModel) throws(StoreError) {}

  mutating func insert(_ values: [Value?], into entity: String) throws(StoreError) -> RecordKey {
    sequence -= 1
    return RecordKey(sequence: sequence)
  }

  mutating func update(_ id: ObjectID, _ fields: [FieldChange]) {}

  mutating func link(
    _ statements: [LinkStatement]
  ) throws(StoreError) -> (changed: [Int], contested: [(statement: Int, key: RecordKey)]) {
    ([], [])
  }

  mutating func delete(_ ids: [ObjectID]) throws(StoreError) {}
}
