/// Hands out keys, each of them once: the high-water mark of every entity.
struct KeyMinter: Sendable {
  let replica: Replica

  /// The sequence that the next record of an entity gets, as far as it is known.
  private(set) var next: [String: UInt64]

  init(replica: Replica, next: [String: UInt64] = [:]) {
    self.replica = replica
    self.next = next
  }

  /// Takes note of a key that is in use, or was.
  mutating func note(_ id: ObjectID) {
    guard id.key.replica == replica else { return }
    next[id.entity] = max(next[id.entity] ?? 1, id.key.sequence + 1)
  }

  /// A new key, above the mark and above every record that the files hold, unreadable ones too.
  ///
  /// - Throws: `StoreError.noKeyLeft`, or what reading the entity's files throws.
  mutating func mint(for entity: String, in snapshot: Snapshot) throws(StoreError) -> RecordKey {
    let sequence: UInt64
    if let known = next[entity], isChecked.contains(entity) {
      sequence = known
    } else {
      let used = try snapshot.load(entity).lastKey(of: replica)?.sequence ?? 0
      let unreadable = try snapshot.lastUnreadableSequence(of: entity, replica: replica)
      sequence = max(next[entity] ?? 1, used + 1, unreadable + 1)
      isChecked.insert(entity)
    }
    // A person may have written the highest key there is into the text.
    guard sequence <= RecordKey.maximumSequence else { throw .noKeyLeft(entity: entity) }
    next[entity] = sequence + 1
    return RecordKey(replica: replica, sequence: sequence)
  }

  /// The entities whose files were looked at, since a person may have added records by hand.
  private var isChecked: Set<String> = []
}

extension Table {
  /// The highest key that `replica` made.
  func lastKey(of replica: Replica) -> RecordKey? {
    if entity.isBuiltIn { return chunks.first?.keys.last { $0.replica == replica } }
    let end = ShardName(
      of: RecordKey(replica: replica, sequence: RecordKey.maximumSequence), in: entity)
    var place = chunkIndex(of: end)
    if place == chunks.count || chunks[place].shard != end { place -= 1 }
    while place >= 0 {
      if let key = chunks[place].keys.last { return key.replica == replica ? key : nil }
      place -= 1
    }
    return nil
  }
}
