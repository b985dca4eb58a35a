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
        let taken = try takenRecords(of: shard, entity, folded, journaled)
        guard !taken.isEmpty else { continue }
        try move(taken, of: entity.name, journaled)
        journaled = unfoldedChanges
        try forgetOrigin(of: shard, entity)
        hasMoved = true
      }
    }
    return hasMoved
  }

  /// Whether the file of a shard is in the state in which this process read it.
  private func isAsRead(_ shard: ShardName, _ entity: Entity) throws(StoreError) -> Bool {
    let state = try folder.fingerprint(of: try folder.place(of: shard, of: entity))
    return try snapshot.tables[entity.name]?.chunk(of: shard)?.origin == state
  }

  /// Returns the new records of a shard whose keys have other records in the text.
  ///
  /// - Parameters:
  ///   - shard: the shard.
  ///   - entity: its entity.
  ///   - folded: the keys that the file had at the last fold.
  ///   - journaled: the changes since then.
  /// - Returns: their keys and fields.
  /// - Throws: `StoreError.file`.
  private mutating func takenRecords(
    of shard: ShardName, _ entity: Entity, _ folded: KeyRuns?, _ journaled: JournaledChanges
  ) throws(StoreError) -> [(RecordKey, [FieldChange])] {
    let text = try folder.readIfAny(try folder.place(of: shard, of: entity))
    guard !text.isEmpty else { return [] }
    let merge = ShardMerge(entity: entity, shard: shard, problems: problems) {
      () throws(StoreError) in
      try journaled.of(shard, entity.name)
    }
    let file = ShardReader.read(text, of: shard, in: entity, origin: nil).chunk
    for key in merge.foreignKeys(in: file, folded) {
      minter.note(ObjectID(entity: entity.name, key: key))
    }
    return try merge.takenRecords(in: file, folded)
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

  /// Saves the new keys of records, and changes the links to them that were saved since.
  private mutating func move(
    _ taken: [(RecordKey, [FieldChange])], of entity: String, _ journaled: JournaledChanges
  ) throws(StoreError) {
    var changes: [RecordChange] = []
    var keys: [RecordKey: RecordKey] = [:]
    for (key, fields) in taken {
      let new = try minter.mint(for: entity, in: snapshot)
      let gone = fields.map { FieldChange(name: $0.name, old: $0.new, new: nil) }
      changes += [
        RecordChange(id: ObjectID(entity: entity, key: new), kind: .insert, fields: fields),
        RecordChange(id: ObjectID(entity: entity, key: key), kind: .delete, fields: gone),
      ]
      keys[key] = new
    }
    changes = changes.map { $0.kind == .insert ? $0.relinked(keys, entity, snapshot.model) : $0 }
    let moved = Set(keys.keys.map { ObjectID(entity: entity, key: $0) })
    for (source, link) in snapshot.model.storedLinks(to: entity) {
      for record in try journaled.records(linkingAnyOf: keys, by: link.name, of: source)
      where !moved.contains(record) {
        let row = try snapshot.tables[source]?.row(record.key)
        let value = row.flatMap { $0[link.name] }
        let linked = value.linkedKeys.map { keys[$0] ?? $0 }
        guard linked != value.linkedKeys else { continue }
        let field = FieldChange(name: link.name, old: value, new: link.value(linkingTo: linked))
        changes.append(RecordChange(id: record, kind: .update, fields: [field]))
      }
    }
    let transaction = Transaction(
      number: journal.nextNumber, time: options.clock(), replica: minter.replica,
      title: movingTitle(taken.map(\.0), keys, of: entity),
      undoes: nil, origin: options.origin?.normalized, changes: changes)
    let model = snapshot.model
    try save(transaction, model)
    var tables = snapshot.tables
    for (entity, changes) in Dictionary(grouping: changes, by: \.id.entity) {
      tables[entity] = tables[entity]?.replaying(changes)
    }
    arrived.changes += changes
    advance(to: transaction.number, tables)
  }

  private func movingTitle(
    _ taken: [RecordKey], _ keys: [RecordKey: RecordKey], of entity: String
  ) -> String {
    let model = snapshot.model
    guard taken.count == 1, let new = keys[taken[0]] else {
      let plural = model[entity]?.plural ?? entity
      return "Move \(taken.count) \(plural) to new keys: the file has other records"
    }
    let (old, moved) = (ObjectID(entity: entity, key: taken[0]), ObjectID(entity: entity, key: new))
    return "Move \(model.path(of: old)) to \(model.path(of: moved)): the file has another record"
  }
}

extension RecordChange {
  /// Returns the change with new keys in its links to moved records of an entity.
  fileprivate func relinked(
    _ keys: [RecordKey: RecordKey], _ entity: String, _ model: ObjectModel
  ) -> RecordChange {
    var change = self
    change.fields = fields.map { field in
      guard let link = model[id.entity]?.relationship(field.name), link.isStored,
        link.destination == entity
      else { return field }
      let linked = field.new.linkedKeys.map { keys[$0] ?? $0 }
      return FieldChange(name: field.name, old: field.old, new: link.value(linkingTo: linked))
    }
    return change
  }
}

extension ShardMerge {
  /// Returns the keys of a file that were added since the last fold.
  fileprivate func foreignKeys(in file: Chunk, _ folded: KeyRuns?) -> [RecordKey] {
    file.keys.filter { folded?.contains($0) != true }
  }

  /// Returns the new records whose keys other records in the file have.
  ///
  /// - Parameters:
  ///   - file: the contents of the file.
  ///   - folded: the keys of the file at the last fold.
  /// - Returns: their keys and fields.
  /// - Throws: the errors of reading the journal.
  func takenRecords(
    in file: Chunk, _ folded: KeyRuns?
  ) throws(StoreError) -> [(RecordKey, [FieldChange])] {
    let foreign = foreignKeys(in: file, folded)
    guard !foreign.isEmpty else { return [] }
    let changes = try changes()
    let inserted = Set(changes.filter { $0.kind == .insert }.map(\.id.key))
    let present = foreign.filter(inserted.contains)
    guard !present.isEmpty else { return [] }
    let wanted = Set(present)
    let file = ChunkDraft(file)
    var own = ChunkDraft(entity: entity, shard: shard)
    var log = ReplayLog()
    var written: Set<RecordKey> = []
    for change in changes where wanted.contains(change.id.key) {
      own.replay(change, &log)
      // An interrupted fold may have written an earlier state of the new record.
      if Self.isSame(change.id.key, own, file) { written.insert(change.id.key) }
    }
    return present.filter { !written.contains($0) }.compactMap { key in
      own.row(of: key).map { row in
        (key, own.fields(ofRow: row).map { FieldChange(name: $0.name, old: nil, new: $0.value) })
      }
    }
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
  /// Returns the records of `entity` that a change links to a record with one of `keys`.
  fileprivate func records(
    linkingAnyOf keys: [RecordKey: RecordKey], by field: String, of entity: String
  ) throws(StoreError) -> [ObjectID] {
    var records: Set<ObjectID> = []
    for change in try of(entity) {
      for other in change.fields where other.name == field {
        if other.new.linkedKeys.contains(where: { keys[$0] != nil }) { records.insert(change.id) }
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
