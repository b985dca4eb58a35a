/// New ids of records that moved to other keys, by their earlier ids (see `TakenKeys`).
///
/// A key moves at most once: afterwards, the record in the text has it. So edits, undos and the
/// history follow a record from a time before its move.
struct KeyMoves: Sendable {
  private(set) var ids: [ObjectID: ObjectID] = [:]

  /// Creates the moves of no record.
  init() {}

  /// Creates the moves of transactions that move keys.
  ///
  /// - Parameter changes: the changes of the transactions, in order.
  init(of changes: [RecordChange]) {
    for (insertion, deletion) in zip(changes, changes.dropFirst())
    where insertion.kind == .insert && deletion.kind == .delete {
      ids[deletion.id] = insertion.id
    }
    // A record may have moved twice.
    ids = ids.mapValues { [steps = ids] first in
      var last = first
      for _ in steps {
        guard let next = steps[last] else { break }
        last = next
      }
      return last
    }
  }

  var isEmpty: Bool { ids.isEmpty }

  /// Returns these moves and later ones.
  func followed(by later: KeyMoves) -> KeyMoves {
    if later.isEmpty { return self }
    var moves = self
    moves.ids = ids.mapValues { later.ids[$0] ?? $0 }
    moves.ids.merge(later.ids) { earlier, _ in earlier }
    return moves
  }

  /// Returns the moves that came after `earlier`, which these include.
  func since(_ earlier: KeyMoves) -> KeyMoves {
    var moves = KeyMoves()
    moves.ids = ids.filter { earlier.ids[$0.key] == nil }
    return moves
  }

  /// Returns these moves without those of `others`.
  func without(_ others: KeyMoves) -> KeyMoves {
    var moves = self
    moves.ids = ids.filter { others.ids[$0.key] != $0.value }
    return moves
  }

  /// Returns these moves with the step from the keys of `provisional` to the ones here.
  func replacing(_ provisional: KeyMoves) -> KeyMoves {
    var moves = self
    for (old, other) in provisional.ids {
      if let new = ids[old], new != other { moves.ids[other] = new }
    }
    return moves
  }

  /// Returns the moves with the new names of collections.
  func renamed(_ renaming: Renaming) -> KeyMoves {
    if isEmpty || renaming.isEmpty { return self }
    var moves = KeyMoves()
    for (old, new) in ids { moves.ids[renaming.id(old)] = renaming.id(new) }
    return moves
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
  ///   - moves: the moves since.
  ///   - sources: the records whose links to moved records count.
  /// - Returns: the content, which is not saved.
  func moved(by moves: KeyMoves, linksOf sources: [ObjectID]) -> Snapshot {
    let names = NameReplacement(ids: moves.ids, model: model)
    var editor = SnapshotEditor(self)
    for id in Set(sources).union(moves.ids.keys) {
      // Nobody edits a record that cannot be read.
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
