/// What a commit is going to save, while it is put together under the commit lock.
public struct CommitDraft {
  /// The store's content as it is now, with everything that other processes saved.
  public let snapshot: Snapshot

  /// What happens to records, in order.
  ///
  /// The store fills in old values itself and drops what changes nothing.
  public var changes: [RecordChange] = []

  private(set) var batches: [String: RecordBatch] = [:]
  private(set) var minter: KeyMinter

  init(snapshot: Snapshot, minter: KeyMinter) {
    self.snapshot = snapshot
    self.minter = minter
  }

  /// A key for a new record of `entity`, never used before.
  ///
  /// - Throws: `StoreError.unknownEntity`, `.noKeyLeft`, or what reading the entity's files throws.
  public mutating func mintKey(for entity: String) throws(StoreError) -> RecordKey {
    try minter.mint(for: entity, in: snapshot)
  }

  /// Inserts a record the fast way, which is for thousands at a time.
  ///
  /// - Parameters:
  ///   - values: a value for each stored property of the entity, in their order.
  ///   - entity: the entity's name.
  /// - Returns: the new record's key.
  /// - Throws: `StoreError.unfitValue` when a value cannot stand in its field.
  @discardableResult
  public mutating func insert(
    _ values: [Value?], into entity: String
  ) throws(StoreError) -> RecordKey {
    let key = try mintKey(for: entity)
    guard try batches[entity]?.append(key, values) == nil else { return key }
    var batch = RecordBatch(extending: try snapshot.source(entity))
    try batch.append(key, values)
    batches[entity] = batch
    return key
  }

  /// Ends all batches, after the last insertion.
  mutating func finishBatches() {
    for entity in batches.keys { batches[entity]?.finish() }
  }
}
