extension ObjectContext {
  /// Makes a record of `entity` with its default values.
  ///
  /// Until it is saved its key is temporary; `Record.id` then changes once.
  ///
  /// - Throws: `StoreError.unknownEntity`.
  @discardableResult
  public func create(_ entity: String) throws(StoreError) -> Record {
    guard let definition = snapshot.model[entity] else { throw .unknownEntity(entity) }
    family.lastTemporary += 1
    let key = RecordKey(replica: .temporary, sequence: family.lastTemporary)
    let id = ObjectID(entity: entity, key: key)
    try edit { content throws(StoreError) in
      content.edits.create(id)
      for attribute in definition.attributes {
        if let value = attribute.defaultValue { content.set(value, attribute.name, of: id) }
      }
    }
    return object(with: id)
  }

  /// The record `id`, whether there is one or not (S4).
  ///
  /// It is a fault: nothing is looked up before its first field is asked for. Of a record that is
  /// gone all fields are then empty, and `isDeleted` says so.
  public func object(with id: ObjectID) -> Record {
    registry.record(current(id)) { Record(context: self, id: current(id)) }
  }

  /// The record `id`.
  ///
  /// - Throws: `StoreError.notFound` if there is none or it was deleted here; why its file cannot
  ///   be read.
  public func existingObject(with id: ObjectID) throws(StoreError) -> Record {
    let known = current(id)
    guard try exists(known) else { throw .notFound(id) }
    return object(with: id)
  }

  /// Whether there is a record `id`.
  ///
  /// - Throws: why its file cannot be read, since it is then not known.
  func exists(_ id: ObjectID) throws(StoreError) -> Bool {
    let looked = content.noting(in: ReadFailures())
    let exists = looked.exists(id)
    try looked.failures.rethrow()
    return exists
  }

  /// Deletes records, with what the delete rules say about the records linked to them.
  ///
  /// - Throws: `StoreError.notFound`; `.deletionDenied`; `.canceled`. Nothing is deleted then.
  public func delete(_ ids: [ObjectID]) throws(StoreError) {
    for id in ids {
      try checkCancellation()
      if try !exists(current(id)) { throw .notFound(id) }
    }
    let known = ids.map(current)
    try edit { content throws(StoreError) in
      try content.delete(known, checking: checkCancellation)
    }
  }

  /// Ends work that is to end.
  ///
  /// - Throws: `StoreError.canceled`.
  func checkCancellation() throws(StoreError) {
    if isCanceled() { throw .canceled }
  }

  /// The identity by which a record is known now: after its first save no longer the temporary one,
  /// and by the name that its collection has.
  func current(_ id: ObjectID) -> ObjectID {
    let known = snapshot.model.currentID(of: family.assigned[id] ?? id)
    return family.assigned[known] ?? known
  }
}

/// The records of a context that somebody holds, one for each id.
final class RecordRegistry {
  private struct WeakRecord {
    weak var record: Record?
  }

  private var records: [ObjectID: WeakRecord] = [:]
  private var limit = 64

  /// The record `id`, made by `make` if nobody holds it.
  func record(_ id: ObjectID, make: () -> Record) -> Record {
    if let known = records[id]?.record { return known }
    if records.count >= limit {
      records = records.filter { $0.value.record != nil }
      limit = max(64, 2 * records.count)
    }
    let record = make()
    records[id] = WeakRecord(record: record)
    return record
  }

  /// Gives records the ids that they have by other names of their collections, and returns those.
  func rename(_ renaming: Renaming) -> [ObjectID: ObjectID] {
    var ids: [ObjectID: ObjectID] = [:]
    for (id, record) in records where record.record != nil && renaming.id(id) != id {
      ids[id] = renaming.id(id)
    }
    assign(ids)
    return ids
  }

  /// Gives records the ids that they have from now on.
  func assign(_ ids: [ObjectID: ObjectID]) {
    for (old, new) in ids {
      guard let record = records.removeValue(forKey: old)?.record else { continue }
      record.id = new
      records[new] = WeakRecord(record: record)
    }
  }
}

extension ObjectContext {
  /// The context's snapshot with the unsaved edits of this context and the contexts above.
  ///
  /// It takes any query. New records have their temporary keys. It lacks values that their fields
  /// can't hold. Cost: after an edit, each chunk of 512 records with an edited one is copied.
  public var contents: Snapshot {
    if let knownContents { return knownContents }
    let contents = content.laidOut()
    knownContents = contents
    return contents
  }

  /// Finds records.
  ///
  /// - Parameters:
  ///   - request: which records, in which order.
  ///   - clock: the clock by which words such as `today` are read.
  ///   - includesPendingChanges: whether unsaved edits count; without them, the pinned snapshot
  ///     counts.
  /// - Returns: the records; the context has one object for each record.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  public func fetch(
    _ request: FetchRequest, at clock: WallClock, includesPendingChanges: Bool = true
  ) throws(FilterError) -> [Record] {
    let source = includesPendingChanges ? contents : snapshot
    return try source.fetch(request, at: clock).map { object(with: $0.id) }
  }
}

extension EditedSnapshot {
  /// The edits as they stand in tables.
  func laidOut() -> Snapshot {
    let all = EditedSnapshot(snapshot, edits: inherited.followed(by: edits))
    let changes = all.changes()
    guard !changes.isEmpty else { return snapshot }
    var editor = SnapshotEditor(snapshot)
    for change in changes {
      // A shard that can't be read shows no record, not even an edited one.
      try? editor.edit(change.id.entity) { table throws(StoreError) in try table.lay(change) }
    }
    return Snapshot(
      storeID: snapshot.storeID, model: snapshot.model, version: snapshot.version,
      tables: editor.tables, queries: snapshot.queries)
  }
}

extension TableEditor {
  /// Puts an edit over the table that may not be fit to be saved.
  mutating func lay(_ change: RecordChange) throws(StoreError) {
    try edit(change.id.key) { draft in
      let row = draft.row(of: change.id.key)
      if change.kind == .delete {
        if let row { draft.remove(row: row) }
        return
      }
      let place = row ?? draft.insert(change.id.key)
      for field in change.fields {
        guard let column = draft.entity.storedIndex(of: field.name) else { continue }
        let isFit = field.new.map { draft.entity.storedProperties[column].accepts($0) } ?? true
        if isFit { _ = draft.columns[column].replace(place, with: field.new) }
      }
    }
  }
}
