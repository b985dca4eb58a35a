internal import CairnFiles

/// The side of a store that reads the journal and writes it, used by one thread at a time.
struct Writer: Sendable {
  /// What may still be done with the store.
  enum State: Sendable {
    case writable, readOnly, outcomeUnknown, closed
  }

  var options: ObjectStore.Options
  let folder: StoreFolder
  let journals: JournalFolder
  var header: StoreHeader
  /// What was found in the folder when it was opened.
  var origin: Origin
  let problems: ProblemLog
  var random: any RandomNumberGenerator & Sendable

  var state: State
  /// Why it is read-only although it was to be written to, as far as files are the reason.
  var obstacle: FileError?
  var snapshot: Snapshot
  var minter: KeyMinter
  /// Whether the marks in `ids/` say all that `minter` must know.
  var areMarksWhole = false
  /// The segment that is written to; a read-only store may have none.
  var segment: Segment? { didSet { tail.move(to: segment) } }
  /// The end of the segment, for shards that are read late.
  let tail: JournalTail
  /// The segments before it whose changes are not known to be in the text.
  var earlier: [Segment] = []
  /// The numbers of those that lost their names while they were written to, so that no fold of
  /// another process moved them to the archive.
  var lost: Set<Int> = []
  /// The shards whose records the journal changes.
  var touched: [String: Set<ShardName>] = [:]
  /// The shards that got new records since the last fold.
  var grown: [String: [ShardName: Growth]] = [:]

  /// How a fold finds out whether the file of a shard has another record with a new record's key.
  enum Growth {
    /// By a look at the file's state: this process chose the keys, after it read the file.
    case examined
    /// By a search: another process chose a key, or another program changed the file since.
    case searched
  }
  /// The entities whose records may have moved since, until what is unread is looked for again.
  var renamed: Set<String> = []
  var stored = StoredModel()
  /// Whether the journal was taken away, so that what it had is in memory alone.
  var hasLostJournal: Bool { !lost.isEmpty }

  /// The numbers of the changes that were saved by this writer.
  var savedNumbers: [UInt64] = []

  /// What came in since `takeChanges` was last called.
  var arrived = Arrivals()

  /// Changes on their way to those who observe the store.
  struct Arrivals: Sendable {
    var since: UInt64 = 0
    var changes: [RecordChange] = []
    var modelChanged = false
  }

  /// What came in since the last call, `nil` if nothing did.
  mutating func takeChanges() -> ChangeSet? {
    guard snapshot.version != arrived.since || arrived.modelChanged || !arrived.changes.isEmpty
    else { return nil }
    defer { arrived = Arrivals(since: snapshot.version) }
    return ChangeSet(
      from: arrived.since, to: snapshot.version, changes: arrived.changes,
      modelChanged: arrived.modelChanged)
  }

  /// Refuses to go on when nothing can be saved.
  func requireWritable() throws(StoreError) {
    switch state {
    case .writable: return
    case .readOnly:
      if let feature = header.newerFeature {
        throw .needsNewer(path: folder.path, feature: feature)
      }
      throw .readOnly(path: folder.path, reason: obstacle)
    case .outcomeUnknown: throw .outcomeUnknown(path: folder.path)
    case .closed: throw .closed(path: folder.path)
    }
  }

  /// Does what must not be repeated when it fails; after a failure nothing is saved any more.
  mutating func performOnce<Result>(
    _ work: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      return try work()
    } catch {
      state = .outcomeUnknown
      throw error
    }
  }

  /// Takes note that `changes` are in the journal and not yet in the text.
  ///
  /// - Parameters:
  ///   - changes: the changes.
  ///   - areOwn: whether this process saved them, since it was started.
  mutating func note(_ changes: [RecordChange], areOwn: Bool = true) {
    for change in changes {
      minter.note(change.id)
      touch(change.id)
      guard change.kind == .insert else { continue }
      let shard = ShardName(of: change.id.key, inEntity: change.id.entity)
      noteGrowth(areOwn ? .examined : .searched, of: shard, change.id.entity)
    }
  }

  /// Takes note that a shard got a new record.
  mutating func noteGrowth(_ growth: Growth, of shard: ShardName, _ entity: String) {
    guard grown[entity]?[shard] != .searched else { return }
    grown[entity, default: [:]][shard] = growth
  }

  mutating func touch(_ id: ObjectID) {
    touched[id.entity, default: []].insert(ShardName(of: id.key, inEntity: id.entity))
  }

  /// The shards whose records the journal changes, by the names that their entities have now.
  var presentlyTouched: [String: Set<ShardName>] {
    Dictionary(touched.map { (snapshot.model.currentName(of: $0), $1) }) { $0.union($1) }
  }

  /// Puts `sources` in the place of the snapshot's, at `version`.
  mutating func advance(to version: UInt64, _ sources: [String: TableSource]) {
    snapshot = Snapshot(
      storeID: header.id, model: snapshot.model, version: version, sources: sources,
      queries: snapshot.queries)
  }
}
