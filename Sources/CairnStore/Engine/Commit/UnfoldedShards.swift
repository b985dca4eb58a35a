internal import CairnFiles

/// The shards whose records the journal changes, for the next fold.
struct UnfoldedShards: Sendable {
  /// The state of a shard's file in which it certainly has no other record with a new record's key.
  enum Growth: Equatable {
    /// The state in which this process read it: this process chose the keys after that.
    case asRead
    /// The state in which it was searched for the keys.
    case searched(FileFingerprint?)
    /// None: another process chose a key, or another program changed the file since.
    case unknown
  }

  /// The shards whose records the journal changes, by entity.
  private(set) var touched: [String: Set<ShardName>] = [:]
  /// The shards that got new records since the last fold.
  private(set) var grown: [String: [ShardName: Growth]] = [:]

  /// The keys that new records gave up since the last fold.
  private var moved: [String: Set<RecordKey>] = [:]

  /// Whether the text has all changes of records in the journal.
  var isEmpty: Bool { touched.isEmpty }

  /// The number of shards with changes in the journal.
  var count: Int { touched.values.reduce(0) { $0 + $1.count } }

  /// The shards by the present names of their entities in `model`.
  func touched(in model: ObjectModel) -> [String: Set<ShardName>] {
    Dictionary(touched.map { (model.currentName(of: $0), $1) }) { $0.union($1) }
  }

  /// The keys that new records gave up, by the present names of their entities in `model`.
  func moved(in model: ObjectModel) -> [String: Set<RecordKey>] {
    Dictionary(moved.map { (model.currentName(of: $0), $1) }) { $0.union($1) }
  }

  /// Notes that another program may have added records to the file of a shard.
  mutating func doubtGrowth(of shard: ShardName, _ entity: String) {
    if grown[entity]?[shard] != nil { grown[entity, default: [:]][shard] = .unknown }
  }

  /// Notes a change of a record.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - growth: the state of the file without the key of a new record.
  mutating func note(_ change: RecordChange, _ growth: Growth) {
    let shard = ShardName(of: change.id.key, inEntity: change.id.entity)
    touched[change.id.entity, default: []].insert(shard)
    if change.kind == .insert { noteGrowth(growth, of: shard, change.id.entity) }
    if change.isMove { moved[change.id.entity, default: []].insert(change.id.key) }
  }

  /// Notes a batch of new records.
  mutating func note(_ batch: RecordBatch) {
    let shards = batch.pieces.map(\.chunk.shard)
    touched[batch.entity, default: []].formUnion(shards)
    for shard in shards { noteGrowth(.asRead, of: shard, batch.entity) }
  }

  /// Notes that a shard got a new record.
  mutating func noteGrowth(_ growth: Growth, of shard: ShardName, _ entity: String) {
    // A key of this process is free in every state of the file that was searched before.
    if growth == .asRead, grown[entity]?[shard] != nil { return }
    grown[entity, default: [:]][shard] = growth
  }

  /// Forgets the shards at the start of a fold, which writes them to the text.
  ///
  /// The shards with new records stay noted until the fold has ended.
  mutating func beginFold() { touched = [:] }

  /// Ends a fold: only changes that were saved during the fold remain.
  mutating func finishFold() {
    if touched.isEmpty { (grown, moved) = ([:], [:]) }
  }

  /// After a failed fold, notes its shards as changed again.
  mutating func abandonFold(of shards: [String: Set<ShardName>]) {
    touched.merge(shards) { $0.union($1) }
  }
}
