extension ObjectContext {
  /// Creates a record of `entity` with its default values.
  ///
  /// Its key is temporary until it is saved; then `Record.id` changes.
  ///
  /// - Throws: `StoreError.unknownEntity`.
  @discardableResult
  public func create(_ entity: String) throws(StoreError) -> Record {
    guard let definition = snapshot.model[entity] else { throw .unknownEntity(entity) }
    let id = newID(of: entity)
    try edit { content throws(StoreError) in
      content.edits.create(id)
      for attribute in definition.attributes {
        if let value = attribute.defaultValue { content.set(value, attribute.name, of: id) }
      }
    }
    return object(with: id)
  }

  /// Returns a temporary id for a new record.
  func newID(of entity: String) -> ObjectID {
    family.lastTemporary += 1
    return ObjectID(
      entity: entity, key: RecordKey(replica: .temporary, sequence: family.lastTemporary))
  }

  /// Returns the record `id`, whether it exists or not (S4).
  ///
  /// The result is a fault: the record is looked up when its first field is read. If the record
  /// does not exist, all fields are empty, and `isDeleted` is true.
  public func object(with id: ObjectID) -> Record {
    registry.record(current(id)) { Record(context: self, id: current(id)) }
  }

  /// Returns the existing record `id`.
  ///
  /// - Throws: `StoreError.notFound` if it does not exist or was deleted here; the error of its
  ///   file, if the file cannot be read.
  public func existingObject(with id: ObjectID) throws(StoreError) -> Record {
    let known = current(id)
    guard try exists(known) else { throw .notFound(id) }
    return object(with: id)
  }

  /// Whether the record `id` exists.
  ///
  /// - Throws: the error of its file, if the file cannot be read and the answer is unknown.
  func exists(_ id: ObjectID) throws(StoreError) -> Bool {
    let looked = content.noting(in: ReadFailures())
    let exists = looked.exists(id)
    try looked.failures.rethrow()
    return exists
  }

  /// Deletes records, and follows the delete rules for the records linked to them.
  ///
  /// - Throws: `StoreError.notFound`, `.deletionDenied`, `.canceled`; no record is deleted then.
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

  /// Stops work that was canceled.
  ///
  /// - Throws: `StoreError.canceled`.
  func checkCancellation() throws(StoreError) {
    if isCanceled() { throw .canceled }
  }

  /// The present id of a record, with its lasting key and the present name of its collection.
  func current(_ id: ObjectID) -> ObjectID {
    let known = snapshot.model.currentID(of: family.assigned[id] ?? id)
    return family.assigned[known] ?? known
  }
}

/// The records of a context that are in use, one for each id.
final class RecordRegistry {
  private struct WeakRecord {
    weak var record: Record?
  }

  private var records: [ObjectID: WeakRecord] = [:]
  private var limit = 64

  /// Returns the record `id`; if it is not in use, `make` creates it.
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

  /// Gives records their new ids, and returns these by the old ones.
  func rename(_ names: NameReplacement) -> [ObjectID: ObjectID] {
    var ids: [ObjectID: ObjectID] = [:]
    for (id, record) in records where record.record != nil && names.replace(id) != id {
      ids[id] = names.replace(id)
    }
    assign(ids)
    return ids
  }

  /// Gives records their new ids.
  func assign(_ ids: [ObjectID: ObjectID]) {
    // All are removed first: one's new id may be another's old one.
    let found = ids.compactMap { old, new in records.removeValue(forKey: old).map { ($0, new) } }
    for (found, new) in found {
      found.record?.id = new
      records[new] = found
    }
  }
}

extension ObjectContext {
  /// The context's snapshot with the unsaved edits of this context and its parents.
  ///
  /// It takes any query. New records have their temporary keys. Values that do not fit their fields
  /// are missing. Cost: after an edit, each chunk of 512 records with an edited record is copied.
  public var contents: Snapshot {
    if let knownContents { return knownContents }
    let contents = content.laidOut()
    knownContents = contents
    return contents
  }

  /// Finds records.
  ///
  /// - Parameters:
  ///   - request: the filter and the order of the records.
  ///   - clock: the clock for words such as `today`.
  ///   - includesPendingChanges: whether unsaved edits count; without them, the pinned snapshot
  ///     counts.
  /// - Returns: the records; the context has one object for each record.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  public func fetch(
    _ request: FetchRequest, at clock: WallClock = .current, includesPendingChanges: Bool = true
  ) throws(FilterError) -> [Record] {
    let source = includesPendingChanges ? contents : snapshot
    return try source.fetch(request, at: clock).map { object(with: $0.id) }
  }
}

extension EditedSnapshot {
  /// Returns a snapshot whose tables include the edits.
  func laidOut() -> Snapshot {
    let all = EditedSnapshot(snapshot, edits: inherited.followed(by: edits))
    let changes = all.changes()
    guard !changes.isEmpty else { return snapshot }
    var editor = SnapshotEditor(snapshot)
    for change in changes { editor.lay(change) }
    return snapshot.with(editor.tables)
  }
}

extension SnapshotEditor {
  /// Applies an edit that may not be valid for a save.
  ///
  /// A shard that cannot be read shows no record, not even an edited one.
  mutating func lay(_ change: RecordChange) {
    try? edit(change.id.entity) { table throws(StoreError) in try table.lay(change) }
  }
}

extension TableEditor {
  /// Applies an edit that may not be valid for a save to the table.
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
