/// Hands out keys, each of them once: the high-water mark of every entity.
struct KeyMinter: Sendable {
  /// The next free key of an entity.
  struct Mark: Sendable {
    /// The sequence that the next record gets.
    var next: UInt64 = 1
    /// Whether it stands in `ids/`: when it was written, it was above every key in use.
    var isWritten = false
    /// Whether the files were looked at, since a person may have added records by hand.
    var isChecked = false

    mutating func note(_ sequence: UInt64) { next = max(next, sequence + 1) }

    /// The next sequence, `nil` if there is none left.
    mutating func take() -> UInt64? {
      guard next <= RecordKey.maximumSequence else { return nil }
      defer { next += 1 }
      return next
    }
  }

  let replica: Replica

  /// Whether marks that were written are lost, so that records alone don't tell which keys were
  /// given out.
  var hasLostMarks = false

  /// The marks by entity.
  private(set) var marks: [String: Mark] = [:]

  init(replica: Replica) {
    self.replica = replica
  }

  /// Takes note of a key that is in use, or was.
  mutating func note(_ id: ObjectID) {
    guard id.key.replica == replica else { return }
    marks[id.entity, default: Mark()].note(id.key.sequence)
  }

  /// Takes note of a mark that is written in `ids/`.
  mutating func noteMark(_ id: ObjectID) {
    note(id)
    marks[id.entity]?.isWritten = true
  }

  /// Lets the files of an entity be looked at again, as more of them are its own now.
  mutating func forgetCheck(of entity: String) { marks[entity]?.isChecked = false }

  /// A new key, above the mark and above every record that the files hold, unreadable ones too.
  ///
  /// - Throws: `StoreError.noKeyLeft`, or what reading the entity's files throws.
  mutating func mint(for entity: String, in snapshot: Snapshot) throws(StoreError) -> RecordKey {
    // Looked up once: an import asks for each of a million records.
    guard let place = marks.index(forKey: entity), marks.values[place].isChecked else {
      try check(entity, in: snapshot)
      return try mint(for: entity, in: snapshot)
    }
    // A person may have written the highest key there is into the text.
    guard let sequence = marks.values[place].take() else { throw .noKeyLeft(entity: entity) }
    return RecordKey(replica: replica, sequence: sequence)
  }

  /// Makes sure that the mark of `entity` is above every key in use.
  ///
  /// Cost: the first call reads the entity's last file. Without a mark in `ids`, it may read all.
  mutating func check(_ entity: String, in snapshot: Snapshot) throws(StoreError) {
    guard marks[entity]?.isChecked != true else { return }
    let names = [entity] + (snapshot.model[entity]?.earlierNames ?? [])
    let known = names.compactMap { marks[$0] }
    let used = try snapshot.lastSequence(
      of: entity, replica: replica, isMarked: known.contains(where: \.isWritten),
      countsLinks: hasLostMarks)
    var mark = marks[entity] ?? Mark()
    mark.next = known.map(\.next).reduce(used + 1, max)
    mark.isChecked = true
    marks[entity] = mark
  }
}

/// Which keys are taken, those of records that cannot be read included.
///
/// Such a record still owns its key: were the key given to a new record, the links to the old one
/// would lead to the new. Where `ids/` has a mark, the store's own keys are all below it, and a
/// person adds at the end, so that the last shard tells. Else the whole text is looked at, and
/// where a mark was lost also what is linked to: its record may be deleted.
extension Snapshot {
  /// The highest sequence of `replica` that a record of `entity` has, or may have had.
  ///
  /// - Parameters:
  ///   - entity: the entity's name.
  ///   - replica: the replica whose keys count.
  ///   - isMarked: whether a mark is known that is above all keys the store gave out.
  ///   - countsLinks: whether records count, too, that others are linked to.
  /// - Returns: the sequence, 0 for none.
  /// - Throws: what reading the files throws.
  func lastSequence(
    of entity: String, replica: Replica, isMarked: Bool, countsLinks: Bool
  ) throws(StoreError) -> UInt64 {
    // Also of a collection that the model gave up: its keys must not come again with it.
    guard let table = tables[entity] else { throw .unknownEntity(entity) }
    let last = try table.lastChunks(of: replica)
    let readable = last.last?.keys.last { $0.replica == replica }?.sequence ?? 0
    if isMarked, last.allSatisfy(\.extras.unreadable.isEmpty) { return readable }
    let others = try otherKeys(of: table, countingLinks: countsLinks)
    return max(readable, others.filter { $0.replica == replica }.map(\.sequence).max() ?? 0)
  }

  /// The keys that unreadable records of `table` may have, and links to its records.
  ///
  /// - Parameters:
  ///   - table: where the records are.
  ///   - countsLinks: whether links count also where all records can be read.
  /// - Returns: the keys, of any replica.
  /// - Throws: what reading the files throws.
  private func otherKeys(
    of table: LazyTable, countingLinks countsLinks: Bool
  ) throws(StoreError) -> [RecordKey] {
    let unreadable = try table.load().chunks.flatMap(\.extras.unreadable)
    guard countsLinks || !unreadable.isEmpty else { return [] }
    return unreadable.flatMap(Self.keys(inText:)) + (try keysLinked(to: table.entity.name))
  }

  /// The keys that stand as words of their own in a text that is no record.
  static func keys(inText bytes: [UInt8]) -> [RecordKey] {
    let between: Set<UInt8> = [.space, .newline, .carriageReturn, .colon]
    return bytes.split(whereSeparator: between.contains).compactMap {
      RecordKey(utf8: Array($0).span)
    }
  }

  /// The keys of `entity` that any record links to, of records that are there or not.
  private func keysLinked(to entity: String) throws(StoreError) -> [RecordKey] {
    var keys: [RecordKey] = []
    for source in model.entities {
      for link in source.relationships where link.isStored && link.destination == entity {
        guard let column = source.storedIndex(of: link.name) else { continue }
        for row in try load(source.name).rows {
          for case .link(let key) in row[column]?.elements ?? [] { keys.append(key) }
        }
      }
    }
    return keys
  }
}
