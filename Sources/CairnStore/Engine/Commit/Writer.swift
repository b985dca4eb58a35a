internal import CairnFiles

/// The side of a store that reads the journal and writes it, used by one thread at a time.
struct Writer: Sendable {
  var options: ObjectStore.Options
  let folder: StoreFolder
  var header: StoreHeader
  /// What was found in the folder when it was opened.
  var origin: Origin
  let problems: ProblemLog
  var journal: OpenJournal
  /// The shards whose records the journal changes.
  var unfolded = UnfoldedShards()
  var snapshot: Snapshot
  var minter: KeyMinter
  /// Whether the marks in `ids/` say all that `minter` must know.
  var areMarksWhole = false
  /// The entities whose records may have moved since, until what is unread is looked for again.
  var renamed: Set<String> = []
  var stored = StoredModel()

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
    switch journal.state {
    case .writable: return
    case .readOnly:
      if let feature = header.newerFeature {
        throw .needsNewer(path: folder.path, feature: feature)
      }
      throw .readOnly(path: folder.path, reason: journal.obstacle)
    case .outcomeUnknown: throw .outcomeUnknown(path: folder.path)
    case .closed: throw .closed(path: folder.path)
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
      unfolded.note(change, areOwn ? .examined : .searched)
    }
  }

  /// Puts `sources` in the place of the snapshot's, at `version`.
  mutating func advance(to version: UInt64, _ sources: [String: TableSource]) {
    snapshot = Snapshot(
      storeID: header.id, model: snapshot.model, version: version, sources: sources,
      queries: snapshot.queries)
  }
}
