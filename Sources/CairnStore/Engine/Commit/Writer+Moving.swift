internal import CairnFiles

// Records whose keys another program also used (see `TakenKeys`).
//
// The new record moves to another key, with the links to it and the favorites of it. The move is a
// frame of the journal, so all processes agree. It precedes each fold, and each save that changes a
// record of the same file. A read-only process moves the record only in memory.
extension Writer {
  /// Moves the records whose keys are taken, unless another process is saving, which does it.
  mutating func moveTakenRecordsIfFree() throws(StoreError) {
    guard !unfolded.grown.isEmpty else { return }
    guard journal.state == .writable else { return try moveTakenRecords() }
    guard let lock = try? journal.folder.lock(.commit, timeout: .zero) else { return }
    defer { lock.release() }
    try catchUp()
    try moveTakenRecords()
  }

  /// Moves each record saved since the last fold whose key a record in the text has.
  ///
  /// The caller holds the commit lock and has caught up, unless the store is read-only. Cost: a
  /// check of the files that get new records. A file is read only if it changed, or if another
  /// process added records.
  ///
  /// - Parameter wanted: the shards to check, by entity; `nil` for all.
  /// - Throws: the errors of reading files, and of a save.
  mutating func moveTakenRecords(
    in wanted: [String: Set<ShardName>]? = nil
  ) throws(StoreError) {
    guard !unfolded.grown.isEmpty else { return }
    var journaled = unfoldedChanges
    var known: FoldedFiles?
    for (name, shards) in unfolded.grown.sorted(by: { $0.key < $1.key }) {
      let present = snapshot.model.currentName(of: name)
      let entity = snapshot.model[present] ?? Entity.builtIn(name)
      guard let entity, snapshot.tables[entity.name] != nil else { continue }
      for (shard, growth) in shards.sorted(by: { $0.key < $1.key })
      where wanted == nil || wanted?[entity.name]?.contains(shard) == true {
        let state = try folder.fingerprint(of: try folder.place(of: shard, of: entity))
        switch growth {
        case .asRead:
          if try snapshot.tables[entity.name]?.chunk(of: shard)?.origin == state { continue }
        case .searched(let last):
          if last == state { continue }
        case .unknown: break
        }
        let files = known ?? journal.folder.readFoldedFiles(snapshot.model)
        known = files
        if try mayHaveTakenKeys(in: shard, entity, state, files, journaled) {
          let taken = try takenRecords(of: shard, entity, journaled)
          if !taken.isEmpty {
            try move(taken, of: entity.name, journaled)
            journaled = unfoldedChanges
          }
        }
        // Only now: after an error, the next save tries again.
        unfolded.noteGrowth(.searched(state), of: shard, name)
      }
    }
  }

  /// Whether the file of a shard may have a new record's key; `false` saves reading the file.
  private func mayHaveTakenKeys(
    in shard: ShardName, _ entity: Entity, _ state: FileFingerprint?, _ files: FoldedFiles,
    _ journaled: JournaledChanges
  ) throws(StoreError) -> Bool {
    guard let state else { return false }
    guard let last = files[entity.name, shard], let keys = last.keys, last.state == state else {
      return true
    }
    // The file is as at the last fold, and its keys are noted.
    return try journaled.of(shard, entity.name).contains {
      $0.kind == .insert && keys.contains($0.id.key)
    }
  }

  /// Returns the new records of a shard whose keys have other records in the text.
  ///
  /// - Parameters:
  ///   - shard: the shard.
  ///   - entity: its entity.
  ///   - journaled: the changes since the last fold.
  /// - Returns: the new records, as insertions.
  /// - Throws: `StoreError.file`.
  private mutating func takenRecords(
    of shard: ShardName, _ entity: Entity, _ journaled: JournaledChanges
  ) throws(StoreError) -> [RecordChange] {
    let text = try folder.readIfAny(try folder.place(of: shard, of: entity))
    guard !text.isEmpty else { return [] }
    let file = ShardReader.read(text, of: shard, in: entity, origin: nil).chunk
    for key in file.keys { minter.note(ObjectID(entity: entity.name, key: key)) }
    return try journaled.takenKeys(in: file).records
  }

  /// Reads the file of a shard again, because memory may mix the records of a key.
  mutating func readAgain(_ shards: Set<ShardName>, of name: String) throws(StoreError) {
    guard let table = snapshot.tables[name] else { return }
    let journaled = unfoldedChanges
    var chunks: [ShardName: Chunk] = [:]
    for shard in shards {
      let old = try table.chunk(of: shard) ?? Chunk(emptyFor: shard, of: table.entity)
      guard let new = try chunkOfFile(shard, old, journaled) else { continue }
      arrived.changes += new.changes(since: old)
      chunks[shard] = new
    }
    var tables = snapshot.tables
    tables[name] = table.replacing(chunks)
    advance(to: snapshot.version, tables)
  }

  /// Saves the new keys of records, and changes the links to them that were saved since.
  private mutating func move(
    _ taken: [RecordChange], of entity: String, _ journaled: JournaledChanges
  ) throws(StoreError) {
    var changes: [RecordChange] = []
    var keys: [RecordKey: RecordKey] = [:]
    // A lost mark must not give a key again.
    try recallKeys()
    for record in taken {
      let new = try minter.mint(for: entity, in: snapshot)
      var insertion = record
      insertion.id = ObjectID(entity: entity, key: new)
      var deletion = RecordChange(
        id: ObjectID(entity: entity, key: record.id.key), kind: .delete,
        fields: record.fields.map { FieldChange(name: $0.name, old: $0.new, new: nil) })
      deletion.isMove = true
      changes += [insertion, deletion]
      keys[record.id.key] = new
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
    try moveFavorites(of: taken.map(\.id.key), keys, of: entity, journaled, &changes)
    try moveMergeNotes(keys, of: entity, journaled, &changes)
    let transaction = Transaction(
      number: journal.nextNumber, time: options.clock(), replica: minter.replica,
      title: movingTitle(taken.map(\.id.key), keys, of: entity), undoes: nil, movesKeys: true,
      origin: options.origin?.normalized, changes: changes)
    if journal.state == .writable {
      let model = snapshot.model
      try save(transaction, model)
    } else {
      provisionalMoves += changes
      note(changes)
    }
    try take(moves: changes)
    for (old, new) in keys.sorted(by: { $0.key < $1.key }) {
      let file = ShardName(of: old, inEntity: entity).path(entity: entity)
      problems.add([
        StoreProblem(
          severity: .note, file: file, line: 0,
          message: "\(old) is another record in the file; the saved record is now \(new)",
          overrulesSave: true)
      ])
    }
  }

  /// Reads the changes of a move into memory, after they are in the journal.
  ///
  /// The deletions of the old keys only concern the new records, not those in the text.
  mutating func take(moves changes: [RecordChange]) throws(StoreError) {
    let others = changes.filter { $0.kind != .delete }
    var tables = snapshot.tables
    for (entity, changes) in Dictionary(grouping: others, by: \.id.entity) {
      tables[entity] = tables[entity]?.replaying(changes)
    }
    arrived.changes += others
    snapshot.queries.times.expire()
    let moves = KeyMoves(of: changes)
    arrived.moves = arrived.moves.followed(by: moves)
    snapshot = snapshot.with(tables, keyMoves: snapshot.keyMoves.followed(by: moves))
    for (entity, shards) in changes.filter({ $0.kind == .delete }).shards {
      try readAgain(shards, of: entity)
    }
  }

  /// Changes the favorites of moved records that were saved since.
  private func moveFavorites(
    of moved: [RecordKey], _ keys: [RecordKey: RecordKey], of entity: String,
    _ journaled: JournaledChanges, _ changes: inout [RecordChange]
  ) throws(StoreError) {
    let favorite = Entity.favorite.name
    var seen: Set<ObjectID> = []
    for change in try journaled.of(favorite) where seen.insert(change.id).inserted {
      guard let row = try snapshot.tables[favorite]?.row(change.id.key),
        case .text(let url)? = row["Url"]
      else { continue }
      let path = { [model = snapshot.model] key in
        "cairn://\(model.path(of: ObjectID(entity: entity, key: key)))"
      }
      let key = moved.first { key in
        guard url.hasPrefix(path(key)) else { return false }
        return url.dropFirst(path(key).count).first.map("/?#".contains) ?? true
      }
      guard let key, let new = keys[key] else { continue }
      let text = Value.text(path(new) + url.dropFirst(path(key).count))
      changes.append(
        RecordChange(
          id: change.id, kind: .update,
          fields: [FieldChange(name: "Url", old: .text(url), new: text)]))
    }
  }

  /// Changes the notes about merges that were saved since: moved records, and links to them.
  private func moveMergeNotes(
    _ keys: [RecordKey: RecordKey], of entity: String,
    _ journaled: JournaledChanges, _ changes: inout [RecordChange]
  ) throws(StoreError) {
    let (merge, model) = (Entity.merge.name, snapshot.model)
    var seen: Set<ObjectID> = []
    for change in try journaled.of(merge) where seen.insert(change.id).inserted {
      guard let row = try snapshot.tables[merge]?.row(change.id.key),
        let note = MergeNote(change.id, in: model, { row[$0] })
      else { continue }
      var fields: [FieldChange] = []
      if note.record.entity == entity {
        for (name, key) in [
          (Entity.MergeField.record, note.record.key), (Entity.MergeField.kept, note.kept.key),
        ] {
          guard let new = keys[key] else { continue }
          fields.append(FieldChange(name: name, old: row[name], new: .text("\(new)")))
        }
      }
      let values = Entity.MergeField.values
      let lines = row[values]?.storedTexts ?? []
      let moved = lines.map { model.moved($0, of: note.record.entity, to: entity, keys) }
      if moved != lines {
        fields.append(
          FieldChange(name: values, old: row[values], new: .list(moved.map { .text($0) })))
      }
      if !fields.isEmpty {
        changes.append(RecordChange(id: change.id, kind: .update, fields: fields))
      }
    }
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
  /// Returns a line of a note with the new keys of linked records.
  fileprivate func moved(
    _ line: String, of source: String, to entity: String, _ keys: [RecordKey: RecordKey]
  ) -> String {
    guard let colon = line.firstRange(of: ": "), let owner = self[source],
      let link = owner.relationship(owner.currentName(of: String(line[..<colon.lowerBound]))),
      link.destination == entity
    else { return line }
    let old = line[colon.upperBound...].split(separator: " ").map { RecordKey(String($0)) }
    // A hash of many keys stays: the next import takes the link of the row again.
    let new = old.compactMap { $0.map { keys[$0] ?? $0 } }
    guard new.count == old.count, let text = MergedRecord.texts(of: new, by: link).first else {
      return line
    }
    return "\(line[..<colon.upperBound])\(text)"
  }

  /// Returns the stored links to records of `entity`, with the entities that have the links.
  fileprivate func storedLinks(to entity: String) -> [(source: String, link: Relationship)] {
    entities.flatMap { source in
      source.relationships.filter { $0.isStored && $0.destination == entity }
        .map { (source.name, $0) }
    }
  }
}
