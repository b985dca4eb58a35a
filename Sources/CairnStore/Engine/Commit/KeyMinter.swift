/// Assigns keys, each only once: it holds the high-water mark of every entity.
struct KeyMinter: Sendable {
  /// The next free key of an entity.
  struct Mark: Sendable {
    /// The sequence of the next record.
    var next: UInt64 = 1
    /// Whether the mark is in `ids/`: when it was written, it was above every key in use.
    var isWritten = false
    /// Whether the files were checked for records that a person added by hand.
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

  /// Whether written marks were lost, so that the records alone do not show all assigned keys.
  var hasLostMarks = false

  /// The number of keys to skip in each collection, because damage may hide records that had them.
  var gap: UInt64 = 0

  /// The marks by entity.
  private(set) var marks: [String: Mark] = [:]

  init(replica: Replica) {
    self.replica = replica
  }

  /// Notes a key that is or was in use.
  mutating func note(_ id: ObjectID) {
    guard id.key.replica == replica else { return }
    marks[id.entity, default: Mark()].note(id.key.sequence)
  }

  /// Notes a mark that is in `ids/`.
  mutating func noteMark(_ id: ObjectID) {
    note(id)
    marks[id.entity]?.isWritten = true
  }

  /// Requires a new check of an entity's files, because more files belong to it now.
  mutating func forgetCheck(of entity: String) { marks[entity]?.isChecked = false }

  /// Returns a new key, above the mark and above the keys of all records, even unreadable ones.
  ///
  /// - Throws: `StoreError.noKeyLeft`, or the errors of reading the entity's files.
  mutating func mint(for entity: String, in snapshot: Snapshot) throws(StoreError) -> RecordKey {
    // One lookup: an import asks for a key for each of a million records.
    guard let place = marks.index(forKey: entity), marks.values[place].isChecked else {
      try check(entity, in: snapshot)
      return try mint(for: entity, in: snapshot)
    }
    // A person may have written the highest possible key into the text.
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
    mark.next = known.map(\.next).reduce(used + 1, max) + gap
    mark.isChecked = true
    marks[entity] = mark
  }
}

/// The keys in use. Unreadable records have keys, too.
///
/// An unreadable record still owns its key: if a new record got the key, the links to the old
/// record would lead to the new one. With a mark in `ids/`, the store's own keys are all below it,
/// and people add records at the end. So the last shard is enough. Without a mark, the whole text
/// is searched. If a mark was lost, links are searched too, because their records may be deleted.
extension Snapshot {
  /// Returns the highest sequence of `replica` that a record of `entity` has, or may have had.
  ///
  /// - Parameters:
  ///   - entity: the entity's name.
  ///   - replica: the replica whose keys count.
  ///   - isMarked: whether a mark above all assigned keys of the store is known.
  ///   - countsLinks: whether keys in links from other records count, too.
  /// - Returns: the sequence; 0 if there is none.
  /// - Throws: the errors of reading the files.
  func lastSequence(
    of entity: String, replica: Replica, isMarked: Bool, countsLinks: Bool
  ) throws(StoreError) -> UInt64 {
    // Also for a collection that the model removed: its keys must not be reused if it returns.
    guard let table = tables[entity] else { throw .unknownEntity(entity) }
    let last = try table.lastChunks(of: replica)
    let readable = last.last?.keys.last { $0.replica == replica }?.sequence ?? 0
    if isMarked, last.allSatisfy(\.extras.unreadable.isEmpty) { return readable }
    let others = try otherKeys(of: table, countingLinks: countsLinks)
    return max(readable, others.filter { $0.replica == replica }.map(\.sequence).max() ?? 0)
  }

  /// Returns the keys that unreadable records of `table` may have, and the keys in links to its
  /// records.
  ///
  /// - Parameters:
  ///   - table: the table of the records.
  ///   - countsLinks: whether links count even if all records can be read.
  /// - Returns: the keys, of any replica.
  /// - Throws: the errors of reading the files.
  private func otherKeys(
    of table: LazyTable, countingLinks countsLinks: Bool
  ) throws(StoreError) -> [RecordKey] {
    let unreadable = try table.load().chunks.flatMap(\.extras.unreadable)
    guard countsLinks || !unreadable.isEmpty else { return [] }
    return unreadable.flatMap(Self.keys(inText:)) + (try keysLinked(to: table.entity.name))
  }

  /// Returns the keys that are separate words in unreadable text.
  static func keys(inText bytes: [UInt8]) -> [RecordKey] {
    let between: Set<UInt8> = [.space, .newline, .carriageReturn, .colon]
    return bytes.split(whereSeparator: between.contains).compactMap {
      RecordKey(utf8: Array($0).span)
    }
  }

  /// Returns the keys in links to `entity`, of existing and of missing records.
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
