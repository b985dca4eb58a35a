/// A note about a merge, without the values: which record went into which one.
struct MergeNote {
  /// The note.
  let id: ObjectID
  /// The record that was merged or kept, with the present name of its collection.
  let record: ObjectID
  /// The record that the merge kept.
  let kept: ObjectID

  /// Reads a note; `nil` if its file has something else there.
  init?(_ id: ObjectID, in model: ObjectModel, _ value: (_ field: String) -> Value?) {
    func text(_ field: String) -> String { value(field)?.storedTexts.first ?? "" }
    guard let key = RecordKey(text(Entity.MergeField.record)),
      let keptKey = RecordKey(text(Entity.MergeField.kept))
    else { return nil }
    let entity = model.currentName(of: text(Entity.MergeField.collection))
    self.id = id
    record = ObjectID(entity: entity, key: key)
    kept = ObjectID(entity: entity, key: keptKey)
  }

  /// Returns the notes whose kept record is gone.
  ///
  /// A kept record that went into another one by a later merge is not gone.
  ///
  /// - Parameters:
  ///   - notes: all notes.
  ///   - isGone: whether a record is missing.
  /// - Returns: these notes.
  static func vain(_ notes: [MergeNote], isGone: (ObjectID) -> Bool) -> [MergeNote] {
    var left: [ObjectID: [ObjectID]] = [:]
    for note in notes where note.record != note.kept {
      left[note.record, default: []].append(note.kept)
    }
    func isLost(_ id: ObjectID) -> Bool {
      var seen: Set<ObjectID> = []
      var waiting = [id]
      while let next = waiting.popLast() {
        guard seen.insert(next).inserted else { continue }
        if !isGone(next) { return false }
        waiting += left[next] ?? []
      }
      return true
    }
    return notes.filter { isLost($0.kept) }
  }
}

extension EditedSnapshot {
  /// Returns the notes about merges.
  ///
  /// - Throws: the error of their file.
  func mergeNotes() throws(StoreError) -> [MergeNote] {
    let name = Entity.merge.name
    let saved = try snapshot.load(name).rows.map { ObjectID(entity: name, key: $0.key) }
    var seen: Set<ObjectID> = []
    let edited = (inherited.touched + edits.touched).filter { $0.entity == name }
    return (saved + edited).compactMap { id in
      guard seen.insert(id).inserted, exists(id) else { return nil }
      return MergeNote(id, in: model) { value($0, of: id) }
    }
  }
}

extension CommitDraft {
  /// Deletes the notes about merges whose kept record the draft deletes.
  ///
  /// The undo of the deletion restores them. Notes in a file that cannot be read stay until the
  /// store is compacted, so that the deletion of a record does not depend on this file.
  mutating func deleteVainMergeNotes() throws(StoreError) {
    var gone: Set<ObjectID> = []
    for change in changes where !Entity.isBuiltIn(change.id.entity) {
      if change.kind == .delete { gone.insert(change.id) } else { gone.remove(change.id) }
    }
    guard !gone.isEmpty, let table = try? snapshot.load(Entity.merge.name), table.count > 0
    else { return }
    let noted = changes.filter { $0.id.entity == Entity.merge.name }
    let content = EditedSnapshot(snapshot, edits: try Edits(noted, cancellation))
    // A record that was missing before has no place in the draft.
    var known: [ObjectID: Bool] = [:]
    let vain = MergeNote.vain(try content.mergeNotes()) { id in
      if gone.contains(id) { return true }
      let isMissing = known[id] ?? snapshot.lacks(id)
      known[id] = isMissing
      return isMissing
    }
    changes += vain.map { RecordChange(id: $0.id, kind: .delete, fields: []) }
  }
}

extension ObjectStore {
  /// Deletes the notes about merges whose kept record is gone, for example by an edit of its file.
  ///
  /// - Returns: whether there were such notes.
  /// - Throws: the errors of a save.
  func deleteVainMergeNotes() throws(StoreError) -> Bool {
    func vain(_ snapshot: Snapshot) throws(StoreError) -> [MergeNote] {
      let notes = try EditedSnapshot(snapshot).mergeNotes()
      return MergeNote.vain(notes) { snapshot.model[$0.entity] == nil || snapshot.lacks($0) }
    }
    guard try !vain(snapshot).isEmpty else { return false }
    try commit(title: "Remove notes about merged records that are gone") {
      draft throws(StoreError) in
      draft.changes += try vain(draft.snapshot).map {
        RecordChange(id: $0.id, kind: .delete, fields: [])
      }
    }
    return true
  }
}

extension Snapshot {
  /// Whether a record is missing; a record in a file that cannot be read is not.
  fileprivate func lacks(_ id: ObjectID) -> Bool {
    guard model[id.entity] != nil else { return false }
    do throws(StoreError) {
      return try record(id) == nil
    } catch {
      return false
    }
  }
}
