internal import Synchronization

/// When the lines of records changed, as the history of the text files tells.
///
/// A change is as old as the version that has it, so a time is the latest possible one. Each sync
/// makes a version, which is near enough to the change for filters and orders.
///
/// The history is read when a collection's times are first needed, and again after a new version.
final class TextTimes: Sendable {
  /// The times of a record.
  struct Times: Sendable {
    /// The first version that has the record.
    var created: Timestamp?
    /// The last version that changed the record.
    var saved: Timestamp
    /// The version that changed it before that.
    var before: Timestamp?
  }

  /// The most versions of a collection's files that are read.
  ///
  /// They take a few seconds. The guide names the number.
  static let mostVersions = 10_000

  fileprivate struct Shard {
    var times: [RecordKey: Times] = [:]
    /// The oldest version that was read.
    var oldest: Timestamp?
    /// The records of the newest version.
    var newest: RecordDigests?
    /// The file that was compared with the newest version.
    var compared: FileFingerprint?
    /// The records that the file has in another form.
    var edited: Set<RecordKey> = []
  }

  fileprivate struct Collection {
    /// The newest version of all files.
    var newest: String?
    /// The version up to which the changes were read.
    var version: String?
    var folders: [String]
    var shards: [ShardName: Shard] = [:]
  }

  private let history: (any TextHistory)?
  private let folder: StoreFolder
  private let known = Mutex<[String: Collection]>([:])
  /// Held during a reading, so that two lists share it.
  private let reading = Mutex(())

  init(_ history: (any TextHistory)?, of folder: StoreFolder) {
    (self.history, self.folder) = (history, folder)
  }

  /// Whether `prepare` would return at once.
  func isReady(for entity: Entity) -> Bool {
    guard let history else { return true }
    return isReady(for: entity, at: history.newest)
  }

  private func isReady(for entity: Entity, at newest: String?) -> Bool {
    let folders = Self.folders(of: entity)
    return known.withLock { known in
      guard let collection = known[entity.name] else { return newest == nil }
      return collection.newest == newest && collection.folders == folders
    }
  }

  /// Reads the versions of a collection's files that were not read yet.
  ///
  /// Cost: the bytes of these versions.
  func prepare(for entity: Entity) {
    guard let history, !isReady(for: entity) else { return }
    reading.withLock { _ in
      let newest = history.newest
      guard !isReady(for: entity, at: newest) else { return }
      var collection = Collection(folders: Self.folders(of: entity))
      if newest != nil, let reader = history.read() {
        let last = known.withLock { $0[entity.name] }
        if let last, last.folders == collection.folders { collection = last }
        collection.read(reader)
      }
      collection.newest = newest
      known.withLock { $0[entity.name] = collection }
    }
  }

  /// The folders of an entity's files, also under its earlier names.
  private static func folders(of entity: Entity) -> [String] {
    ([entity.name] + entity.earlierNames).map {
      $0 == Entity.favorite.name ? ShardName.ofFavorites : "data/\($0)"
    }
  }
}

// Reading versions.
extension TextTimes.Collection {
  /// Reads the changes after the ones that were read, or all.
  mutating func read(_ reader: any TextHistoryReader) {
    let most = TextTimes.mostVersions
    var changes: [TextFileChange]?
    if let version {
      changes = reader.changes(in: folders, since: version, atMost: most)
    }
    if changes == nil {
      shards = [:]
      changes = reader.changes(in: folders, since: nil, atMost: most)
    }
    let files = Dictionary(grouping: changes ?? []) { change in
      change.path.split(separator: "/").last.flatMap { ShardName(file: String($0)) }
    }
    for case (let name?, let changes) in files {
      shards[name, default: TextTimes.Shard()].read(Self.joined(changes), reader)
    }
    version = reader.version
  }

  /// The changes of a shard, with the two halves of a renaming as one change.
  ///
  /// A version that renames a collection deletes each file and adds it in another folder.
  private static func joined(_ changes: [TextFileChange]) -> [TextFileChange] {
    var joined: [TextFileChange] = []
    for change in changes {
      guard let last = joined.last, last.time == change.time, last.path != change.path,
        (last.after == nil) != (change.after == nil)
      else {
        joined.append(change)
        continue
      }
      let (old, new) = last.after == nil ? (last, change) : (change, last)
      joined[joined.count - 1] = TextFileChange(
        path: new.path, time: new.time, before: old.before, after: new.after, isCut: new.isCut)
    }
    return joined
  }
}

extension TextTimes.Shard {
  /// The number of changes whose contents are in memory at once.
  private static let batch = 32

  /// Reads changes that are newer than all that were read, the newest first.
  fileprivate mutating func read(_ changes: [TextFileChange], _ reader: any TextHistoryReader) {
    var digests: [String: RecordDigests] = [:]
    var start = 0
    while start < changes.count {
      let part = changes[start..<min(start + Self.batch, changes.count)]
      let ids = Set(part.flatMap { $0.before + [$0.after] }.compactMap(\.self))
      // The next version of a file usually starts from a content of this one.
      digests = digests.filter { ids.contains($0.key) }
      let missing = ids.filter { digests[$0] == nil }
      for (id, text) in reader.contents(of: missing.sorted()) { digests[id] = RecordDigests(text) }
      if start == 0 {
        newest = part.first?.after.flatMap { digests[$0] }
        (compared, edited) = (nil, [])
      }
      for change in part { add(change, digests) }
      start += Self.batch
    }
  }

  /// Notes the records that a change made or changed.
  private mutating func add(_ change: TextFileChange, _ digests: [String: RecordDigests]) {
    oldest = min(oldest ?? change.time, change.time)
    guard !change.isCut, let after = change.after.flatMap({ digests[$0] }) else { return }
    let before = change.before.map { $0.map { digests[$0] } ?? nil }
    // Without one of the contents, the change is unknown.
    guard zip(change.before, before).allSatisfy({ $0 == nil || $1 != nil }) else { return }
    for (key, hash) in after.hashes {
      let old = before.map { $0?[key] ?? nil }
      guard old.allSatisfy({ $0 != hash }) else { continue }
      note(key, change.time, isNew: old.allSatisfy { $0 == nil })
    }
  }

  private mutating func note(_ key: RecordKey, _ time: Timestamp, isNew: Bool) {
    var times = times[key] ?? TextTimes.Times(saved: time)
    if self.times[key] != nil {
      let earlier = min(times.saved, time)
      times.before = max(times.before ?? earlier, earlier)
      times.saved = max(times.saved, time)
    }
    if isNew { times.created = min(times.created ?? time, time) }
    self.times[key] = times
  }
}

// Times of records.
extension TextTimes {
  /// The times of a record, and whether its file has it in another form than the newest version.
  func times(of row: Row) -> (times: Times, isEdited: Bool)? {
    let name = row.id.entity
    return known.withLock { known in
      guard var shard = known[name]?.shards[row.chunk.shard] else { return nil }
      if let newest = shard.newest, let origin = row.chunk.origin, origin != shard.compared {
        let path = folder.path(of: row.chunk.shard, entity: name)
        shard.edited = Self.edits(since: newest, (try? folder.readIfAny(path)) ?? [])
        shard.compared = origin
        known[name]?.shards[row.chunk.shard] = shard
      }
      guard let times = shard.times[row.key] else { return nil }
      return (times, shard.edited.contains(row.key))
    }
  }

  /// The oldest version that was read of a record's file; `nil` if the record is newer.
  func oldestVersion(of row: Row) -> Timestamp? {
    known.withLock { known in
      guard let shard = known[row.id.entity]?.shards[row.chunk.shard],
        shard.newest?[row.key] != nil, !shard.edited.contains(row.key)
      else { return nil }
      return shard.oldest
    }
  }

  private static func edits(since newest: RecordDigests, _ text: [UInt8]) -> Set<RecordKey> {
    let present = RecordDigests(text)
    return Set(present.hashes.lazy.filter { newest[$0.key] != $0.value }.map(\.key))
  }
}
