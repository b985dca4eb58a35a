/// Hands out keys, each of them once: the high-water mark of every entity.
struct KeyMinter: Sendable {
  /// What is known of the keys of an entity.
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

  /// What is known by entity.
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

  /// Makes sure that what is known of `entity` is above every key in use.
  ///
  /// Cost: the first time, reading the last of its files; without a mark, perhaps all of them.
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
