/// Hands out keys, each of them once: the high-water mark of every entity.
struct KeyMinter: Sendable {
  let replica: Replica

  /// The sequence that the next record of an entity gets, as far as it is known.
  private(set) var next: [String: UInt64]

  /// The entities with a mark in `ids/`: when it was written, it was above every key in use.
  private(set) var marked: Set<String> = []

  /// The entities whose files were looked at, since a person may have added records by hand.
  private var checked: Set<String> = []

  init(replica: Replica, next: [String: UInt64] = [:]) {
    self.replica = replica
    self.next = next
  }

  /// Takes note of a key that is in use, or was.
  mutating func note(_ id: ObjectID) {
    guard id.key.replica == replica else { return }
    next[id.entity] = max(next[id.entity] ?? 1, id.key.sequence + 1)
  }

  /// Takes note of a mark that is written in `ids/`.
  mutating func noteMark(_ id: ObjectID) {
    note(id)
    marked.insert(id.entity)
  }

  /// Lets the files of an entity be looked at again, as more of them are its own now.
  mutating func forgetCheck(of entity: String) { checked.remove(entity) }

  /// A new key, above the mark and above every record that the files hold, unreadable ones too.
  ///
  /// - Throws: `StoreError.noKeyLeft`, or what reading the entity's files throws.
  mutating func mint(for entity: String, in snapshot: Snapshot) throws(StoreError) -> RecordKey {
    try check(entity, in: snapshot)
    let sequence = next[entity] ?? 1
    // A person may have written the highest key there is into the text.
    guard sequence <= RecordKey.maximumSequence else { throw .noKeyLeft(entity: entity) }
    next[entity] = sequence + 1
    return RecordKey(replica: replica, sequence: sequence)
  }

  /// Makes sure that what is known of `entity` is above every key in use.
  ///
  /// Cost: the first time, reading the last of its files; without a mark, perhaps all of them.
  mutating func check(_ entity: String, in snapshot: Snapshot) throws(StoreError) {
    guard !checked.contains(entity) else { return }
    let names = [entity] + (snapshot.model[entity]?.earlierNames ?? [])
    let used = try snapshot.lastSequence(
      of: entity, replica: replica, isMarked: names.contains(where: marked.contains))
    next[entity] = names.compactMap { next[$0] }.reduce(used + 1, max)
    checked.insert(entity)
  }
}
