internal import CairnFiles

// A key that another program also used.
//
//   saved here: p3 "Soup"          an editor adds p3 "Pie" to the file
//   ─────┬──────────────────────────────┬─────────────────────▶ fold
//        └ in the journal               └ in the text            p3 is "Pie", p4 is "Soup"
//
// The record in the text keeps the key, because a person can see it there. The new record moves to
// another key, with the links to it. The move is a frame of the journal, so all processes agree.
extension Writer {
  /// Catches up, and moves the records whose keys are taken.
  ///
  /// The caller holds the fold lock.
  ///
  /// - Returns: whether there was such a record.
  mutating func moveTakenRecordsUnderFoldLock() throws(StoreError) -> Bool {
    let lock = try journal.folder.lock(.commit, patience: options.patience)
    defer { lock.release() }
    try catchUp()
    return try moveTakenRecords()
  }

  /// Moves each record saved since the last fold whose key a record in the text has.
  ///
  /// The caller holds the fold lock and the commit lock, and has caught up. Cost: a check of the
  /// files that get new records; files with such a key are read.
  ///
  /// - Returns: whether there was such a record.
  @discardableResult
  mutating func moveTakenRecords() throws(StoreError) -> Bool {
    guard !unfolded.grown.isEmpty else { return false }
    var hasMoved = false
    var journaled = unfoldedChanges
    var known: FoldedFiles?
    for (name, shards) in unfolded.grown.sorted(by: { $0.key < $1.key }) {
      guard let entity = snapshot.model[snapshot.model.currentName(of: name)], !entity.isBuiltIn
      else { continue }
      for (shard, growth) in shards.sorted(by: { $0.key < $1.key }) {
        // A record of this process got its key from the state in which the file was read.
        let isAsRead = try isAsRead(shard, entity)
        guard growth == .searched || !isAsRead else { continue }
        let files = known ?? journal.folder.readFoldedFiles(snapshot.model)
        known = files
        let folded = files[entity.name, shard]?.keys
        while let (key, fields) = try takenRecord(of: shard, entity, folded, journaled) {
          try move(ObjectID(entity: entity.name, key: key), fields, journaled)
          journaled = unfoldedChanges
          try forgetOrigin(of: shard, entity)
          hasMoved = true
        }
      }
    }
    return hasMoved
  }

  /// Whether the file of a shard is in the state in which this process read it.
  private func isAsRead(_ shard: ShardName, _ entity: Entity) throws(StoreError) -> Bool {
    let state = try folder.fingerprint(of: try folder.place(of: shard, of: entity))
    return try snapshot.tables[entity.name]?.chunk(of: shard)?.origin == state
  }

  /// Returns the first new record of a shard whose key has another record in the text.
  ///
  /// - Parameters:
  ///   - shard: the shard.
  ///   - entity: its entity.
  ///   - folded: the keys that the file had at the last fold.
  ///   - journaled: the changes since then.
  /// - Returns: its key and fields; `nil` if there is none.
  /// - Throws: `StoreError.file`.
  private mutating func takenRecord(
    of shard: ShardName, _ entity: Entity, _ folded: KeyRuns?, _ journaled: JournaledChanges
  ) throws(StoreError) -> (RecordKey, [FieldChange])? {
    let text = try folder.readIfAny(try folder.place(of: shard, of: entity))
    guard !text.isEmpty else { return nil }
    let merge = ShardMerge(entity: entity, shard: shard, problems: problems) {
      () throws(StoreError) in
      try journaled.of(shard, entity.name)
    }
    let file = ShardReader.read(text, of: shard, in: entity, origin: nil).chunk
    for key in merge.foreignKeys(in: file, folded) {
      minter.note(ObjectID(entity: entity.name, key: key))
    }
    return try merge.takenRecord(in: file, folded)
  }

  /// Makes the fold merge the file of a shard again, because memory may mix both records.
  private mutating func forgetOrigin(of shard: ShardName, _ entity: Entity) throws(StoreError) {
    guard let table = snapshot.tables[entity.name], let chunk = try table.chunk(of: shard)
    else { return }
    var draft = ChunkDraft(chunk)
    draft.origin = nil
    var tables = snapshot.tables
    tables[entity.name] = table.replacing([shard: draft.finished()])
    advance(to: snapshot.version, tables)
  }

  /// Saves the new key of a record, and changes the links to it that were saved since.
  private mutating func move(
    _ id: ObjectID, _ fields: [FieldChange], _ journaled: JournaledChanges
  ) throws(StoreError) {
    let new = ObjectID(entity: id.entity, key: try minter.mint(for: id.entity, in: snapshot))
    let gone = fields.map { FieldChange(name: $0.name, old: $0.new, new: nil) }
    var changes = [
      RecordChange(id: new, kind: .insert, fields: fields),
      RecordChange(id: id, kind: .delete, fields: gone),
    ]
    for (source, link) in snapshot.model.storedLinks(to: id.entity) {
      for record in try journaled.records(linking: id.key, by: link.name, of: source) {
        let row = try snapshot.tables[source]?.row(record.key)
        let value = row.flatMap { $0[link.name] }
        let keys = value.linkedKeys.map { $0 == id.key ? new.key : $0 }
        guard keys != value.linkedKeys else { continue }
        let field = FieldChange(name: link.name, old: value, new: link.value(linkingTo: keys))
        changes.append(RecordChange(id: record, kind: .update, fields: [field]))
      }
    }
    let model = snapshot.model
    let transaction = Transaction(
      number: journal.nextNumber, time: options.clock(), replica: minter.replica,
      title: "Move \(model.path(of: id)) to \(model.path(of: new)): the file has another record",
      undoes: nil, origin: options.origin?.normalized, changes: changes)
    try save(transaction, model)
    var tables = snapshot.tables
    for (entity, changes) in Dictionary(grouping: changes, by: \.id.entity) {
      tables[entity] = tables[entity]?.replaying(changes)
    }
    arrived.changes += changes
    advance(to: transaction.number, tables)
  }
}

extension ShardMerge {
  /// Returns the keys of a file that were added since the last fold.
  fileprivate func foreignKeys(in file: Chunk, _ folded: KeyRuns?) -> [RecordKey] {
    file.keys.filter { folded?.contains($0) != true }
  }

  /// Returns the first new record whose key another record in the file has.
  ///
  /// - Parameters:
  ///   - file: the contents of the file.
  ///   - folded: the keys of the file at the last fold.
  /// - Returns: its key and fields; `nil` if there is none.
  /// - Throws: the errors of reading the journal.
  func takenRecord(
    in file: Chunk, _ folded: KeyRuns?
  ) throws(StoreError) -> (RecordKey, [FieldChange])? {
    let foreign = foreignKeys(in: file, folded)
    guard !foreign.isEmpty else { return nil }
    let changes = try changes()
    let inserted = Set(changes.filter { $0.kind == .insert }.map(\.id.key))
    let present = foreign.filter(inserted.contains)
    guard !present.isEmpty else { return nil }
    let file = ChunkDraft(file)
    var own = ChunkDraft(entity: entity, shard: shard)
    var log = ReplayLog()
    var written: Set<RecordKey> = []
    for change in changes where present.contains(change.id.key) {
      own.replay(change, &log)
      // An interrupted fold may have written an earlier state of the new record.
      if Self.isSame(change.id.key, own, file) { written.insert(change.id.key) }
    }
    for key in present where !written.contains(key) {
      guard let row = own.row(of: key) else { continue }
      let fields = own.fields(ofRow: row)
      return (key, fields.map { FieldChange(name: $0.name, old: nil, new: $0.value) })
    }
    return nil
  }

  /// Whether two records with a key have the same title, or without a title, all the same values.
  private static func isSame(_ key: RecordKey, _ own: ChunkDraft, _ file: ChunkDraft) -> Bool {
    guard let row = own.row(of: key), let other = file.row(of: key) else { return false }
    if let title = own.entity.title, let value = own.value(of: title, row: row) {
      return value == file.value(of: title, row: other)
    }
    let values = [own.fields(ofRow: row), file.fields(ofRow: other)].map { fields in
      Set(fields.map { FieldChange(name: $0.name, old: nil, new: $0.value) })
    }
    return values[0] == values[1]
  }
}

extension JournaledChanges {
  /// Returns the records of `entity` that a change links to the record with `key`.
  fileprivate func records(
    linking key: RecordKey, by field: String, of entity: String
  ) throws(StoreError) -> [ObjectID] {
    var records: Set<ObjectID> = []
    for change in try of(entity) {
      for other in change.fields where other.name == field {
        if other.new.linkedKeys.contains(key) { records.insert(change.id) }
      }
    }
    return records.sorted { $0.key < $1.key }
  }
}

extension ObjectModel {
  /// Returns the stored links to records of `entity`, with the entities that have the links.
  fileprivate func storedLinks(to entity: String) -> [(source: String, link: Relationship)] {
    entities.flatMap { source in
      source.relationships.filter { $0.isStored && $0.destination == entity }
        .map { (source.name, $0) }
    }
  }
}
