/// The new records in the journal whose keys the text gives to other records.
///
///     saved here: p3 "Soup"          an editor adds p3 "Pie" to the file
///     ─────┬──────────────────────────────┬─────────────────────▶ fold
///          └ in the journal               └ in the text            p3 is "Pie", p4 is "Soup"
///
/// The record in the text keeps the key, because a person can see it there. There are two
/// exceptions, in which it is the new record itself: a fold has noted that it wrote the record, or
/// all fields equal those of the new record after one of its changes. A fold that was killed leaves
/// such records.
struct TakenKeys {
  /// The keys, also of new records that were deleted or moved since.
  private(set) var keys: Set<RecordKey> = []
  /// The new records after all changes, in the order of their keys.
  private(set) var records: [(key: RecordKey, fields: [FieldChange])] = []

  /// Searches a file for the keys of new records.
  ///
  /// Cost: a search for each new record, and for each key that is in both, its changes.
  ///
  /// - Parameters:
  ///   - file: the contents of the file.
  ///   - changes: the journal's changes of the file's shard, in order.
  ///   - isOwn: whether a fold wrote the record with a key.
  init(
    in file: Chunk, _ changes: [RecordChange], isOwn: (RecordKey) -> Bool = { _ in false }
  ) {
    for change in changes where change.kind == .insert {
      let key = change.id.key
      if file.index(of: key) != nil, !isOwn(key) { keys.insert(key) }
    }
    guard !keys.isEmpty else { return }
    let text = ChunkDraft(file)
    var new = ChunkDraft(entity: file.entity, shard: file.shard)
    var log = ReplayLog()
    var begun: Set<RecordKey> = []
    for change in changes where keys.contains(change.id.key) {
      let key = change.id.key
      // A record that was deleted and restored is not new.
      let isRestored = begun.insert(key).inserted && change.kind != .insert
      new.replay(change, &log)
      if isRestored || Self.isSame(key, new, text) { keys.remove(key) }
    }
    records = keys.sorted().compactMap { key in
      new.row(of: key).map { row in
        (key, new.fields(ofRow: row).map { FieldChange(name: $0.name, old: nil, new: $0.value) })
      }
    }
  }

  /// Returns the changes that do not belong to these new records.
  ///
  /// After the deletion or the move of a new record, changes with its key belong to the record in
  /// the text.
  func others(_ changes: [RecordChange]) -> [RecordChange] {
    guard !keys.isEmpty else { return changes }
    var ended: Set<RecordKey> = []
    return changes.filter { change in
      guard keys.contains(change.id.key), !ended.contains(change.id.key) else { return true }
      if change.kind == .delete { ended.insert(change.id.key) }
      return false
    }
  }

  private static func isSame(_ key: RecordKey, _ new: ChunkDraft, _ text: ChunkDraft) -> Bool {
    guard let row = new.row(of: key), let other = text.row(of: key) else { return false }
    let values = [new.fields(ofRow: row), text.fields(ofRow: other)].map { fields in
      Set(fields.map { FieldChange(name: $0.name, old: nil, new: $0.value) })
    }
    return values[0] == values[1]
  }
}

/// New keys of records, by their earlier ids.
struct KeyMoves {
  private(set) var ids: [ObjectID: ObjectID] = [:]

  /// Adds the moves of an earlier change.
  ///
  /// - Parameter changes: the changes of a transaction that moves keys.
  mutating func add(earlier changes: [RecordChange]) {
    for (insertion, deletion) in zip(changes, changes.dropFirst())
    where insertion.kind == .insert && deletion.kind == .delete {
      // A record may have moved twice.
      ids[deletion.id] = ids[insertion.id] ?? insertion.id
    }
  }

  /// Returns a change from before the moves with the new keys of its record and its links.
  func followed(by change: RecordChange, _ model: ObjectModel) -> RecordChange {
    guard !ids.isEmpty else { return change }
    let names = NameReplacement(ids: ids, model: model)
    var change = change
    change.fields = change.fields.map { field in
      FieldChange(
        name: field.name, old: names.replace(field.old, field.name, of: change.id.entity),
        new: names.replace(field.new, field.name, of: change.id.entity))
    }
    change.id = names.replace(change.id)
    return change
  }
}
