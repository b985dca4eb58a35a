/// The new records in the journal whose keys the text gives to other records.
///
///     saved here: p3 "Soup"          an editor adds p3 "Pie" to the file
///     ─────┬──────────────────────────────┬─────────────────────▶ fold
///          └ in the journal               └ in the text            p3 is "Pie", p4 is "Soup"
///
/// The record in the text keeps the key, because a person can see it there.
///
/// A fold that was killed leaves the new record itself in the text. Two signs tell: the fold noted
/// that it wrote the record, or the text has a state of the record from the journal.
struct TakenKeys {
  /// The keys, also of new records that were deleted or moved since.
  private(set) var keys: Set<RecordKey> = []
  /// The new records after all changes, as insertions, in the order of their keys.
  private(set) var records: [RecordChange] = []

  /// Searches a file for the keys of new records.
  ///
  /// Cost: a search for each new record, and for each key that is in both, its changes.
  ///
  /// - Parameters:
  ///   - file: the contents of the file.
  ///   - changes: the journal's changes of the file's shard, in order.
  ///   - isOwn: whether a fold wrote the new record with a key.
  init(
    in file: Chunk, _ changes: [RecordChange], isOwn: (RecordKey) -> Bool = { _ in false }
  ) {
    for change in changes where change.kind == .insert {
      let key = change.id.key
      if file.index(of: key) != nil, !keys.contains(key), !isOwn(key) { keys.insert(key) }
    }
    guard !keys.isEmpty else { return }
    let text = ChunkDraft(file)
    var new = ChunkDraft(entity: file.entity, shard: file.shard)
    var log = ReplayLog()
    var lives = Lives()
    var last: [RecordKey: RecordChange] = [:]
    for change in changes where keys.contains(change.id.key) {
      let key = change.id.key
      guard lives.isOfNewRecord(change) else {
        // A record that was deleted and restored is not new.
        if last[key] == nil { keys.remove(key) }
        continue
      }
      last[key] = change
      new.replay(change, &log)
      if Self.isSame(key, new, text) { keys.remove(key) }
    }
    records = keys.sorted().compactMap { key in
      guard let row = new.row(of: key), let change = last[key] else { return nil }
      let fields = new.fields(ofRow: row)
      var insertion = RecordChange(
        id: change.id, kind: .insert,
        fields: fields.map { FieldChange(name: $0.name, old: nil, new: $0.value) })
      insertion.comments = new.extras.comments[key] ?? RecordComments()
      return insertion
    }
  }

  /// Returns the changes that do not belong to these new records.
  func others(_ changes: [RecordChange]) -> [RecordChange] {
    guard !keys.isEmpty else { return changes }
    var lives = Lives()
    return changes.filter { change in
      !keys.contains(change.id.key) || !lives.isOfNewRecord(change)
    }
  }

  /// The owner of each key while changes are read in order: the new record, or the one in the text.
  ///
  /// When the new record is deleted, the other one appears. Later changes are about the other one,
  /// except for an insertion, which undoes the deletion. After a move, all changes are about the
  /// other one.
  private struct Lives {
    private enum State {
      case alive, deleted, moved, inText
    }

    private var states: [RecordKey: State] = [:]

    mutating func isOfNewRecord(_ change: RecordChange) -> Bool {
      let key = change.id.key
      switch (states[key], change.kind) {
      case (.moved?, _), (.inText?, _): return false
      case (nil, .insert), (.deleted?, .insert): states[key] = .alive
      case (nil, _): states[key] = .inText
      case (.alive?, .delete): states[key] = change.isMove ? .moved : .deleted
      case (.alive?, _): return true
      case (.deleted?, _): states[key] = change.isMove ? .moved : .deleted
      }
      switch states[key] {
      case .alive?: return true
      case .deleted?, .moved?: return change.kind == .delete
      case .inText?, nil: return false
      }
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
