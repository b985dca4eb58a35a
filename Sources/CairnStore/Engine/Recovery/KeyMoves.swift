/// The moves of records to other keys, in order (see `TakenKeys`).
///
/// A record moves because another program used its key in the text. Afterwards, the record in the
/// text has that key. So an id from before a move means another record than the same id after it.
/// Edits, undos and the history follow the records.
struct KeyMoves: Sendable {
  private struct Move {
    let old: ObjectID
    let new: ObjectID
  }

  private var moves: [Move] = []

  /// The present id of each moved record, by its id before all moves.
  private(set) var ids: [ObjectID: ObjectID] = [:]

  /// Creates the moves of no record.
  init() {}

  private init(_ moves: [Move]) {
    self.moves = moves
    precede(by: moves)
  }

  /// Creates the moves of transactions that move keys.
  ///
  /// - Parameter changes: the changes of the transactions, in order.
  init(of changes: [RecordChange]) {
    self.init(
      zip(changes, changes.dropFirst())
        .filter { $0.kind == .insert && $1.kind == .delete && $1.isMove }
        .map { Move(old: $1.id, new: $0.id) })
  }

  /// Adds earlier moves to `ids`; of two moves of one key, the earlier one counts at that time.
  private mutating func precede(by earlier: [Move]) {
    for move in earlier.reversed() { ids[move.old] = ids[move.new] ?? move.new }
  }

  var isEmpty: Bool { moves.isEmpty }

  /// Returns these moves and later ones.
  func followed(by later: KeyMoves) -> KeyMoves {
    if later.isEmpty { return self }
    if isEmpty { return later }
    var all = later
    all.moves = moves + later.moves
    all.precede(by: moves)
    return all
  }

  /// Returns the moves that were added after `earlier`, which these moves begin with.
  func since(_ earlier: KeyMoves) -> KeyMoves {
    KeyMoves(Array(moves.dropFirst(earlier.moves.count)))
  }

  /// Finds the moves to the final keys, which a read-only process learns later.
  ///
  /// - Parameter final: the moves of the same records, from the same ids.
  /// - Returns: the moves from the keys of these moves to the final ones.
  func corrected(to final: KeyMoves) -> KeyMoves {
    KeyMoves(
      ids.compactMap { old, provisional in
        final.ids[old].flatMap { $0 == provisional ? nil : Move(old: provisional, new: $0) }
      })
  }

  /// Returns the moves of records that `others` does not have.
  func without(_ others: KeyMoves) -> KeyMoves {
    KeyMoves(moves.filter { others.ids[$0.old] == nil })
  }

  /// Returns the moves with the new names of collections.
  func renamed(_ renaming: Renaming) -> KeyMoves {
    if isEmpty || renaming.isEmpty { return self }
    return KeyMoves(
      moves.map { Move(old: renaming.id($0.old), new: renaming.id($0.new)) })
  }

  /// Returns the ids that `id` had before the moves.
  func earlierIDs(of id: ObjectID) -> [ObjectID] {
    (ids[id] == nil ? [id] : []) + ids.filter { $0.value == id }.map(\.key)
  }

  /// Returns a change from before the moves with the new keys of its record and its links.
  func followed(by change: RecordChange, _ model: ObjectModel) -> RecordChange {
    if isEmpty { return change }
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

extension Snapshot {
  /// Returns the content with the new keys of moved records, as the base of a merge.
  ///
  /// - Parameters:
  ///   - ids: the new ids by the old ones.
  ///   - sources: the records whose links to moved records count.
  /// - Returns: the content, which is not saved.
  func moved(to ids: [ObjectID: ObjectID], linksOf sources: [ObjectID]) -> Snapshot {
    let names = NameReplacement(ids: ids, model: model)
    var editor = SnapshotEditor(self)
    for id in Set(sources).union(ids.keys) {
      // An unreadable record has no edits to merge.
      guard !id.isTemporary, let row = row(id) else { continue }
      let fields = ChunkDraft(row.chunk).fields(ofRow: row.index).map { name, value in
        FieldChange(name: name, old: value, new: names.replace(value, name, of: id.entity))
      }
      let new = names.replace(id)
      if new != id {
        editor.lay(RecordChange(id: new, kind: .insert, fields: fields))
        editor.lay(RecordChange(id: id, kind: .delete, fields: []))
      } else {
        let relinked = fields.filter { $0.old != $0.new }
        editor.lay(RecordChange(id: id, kind: .update, fields: relinked))
      }
    }
    return with(editor.tables)
  }
}
