internal import CairnFiles
internal import Synchronization

/// When the lines of records changed, as the history of the text files tells.
///
/// A change is as old as the version that has it, so a time is the latest possible one. Each sync
/// makes a version, which is near enough to the change for filters and orders.
///
/// The history is read when a collection's times are first needed, and again after a new version.
/// The times stay in a file (`TextTimesFile`), so that the next process reads only newer versions.
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

  struct Shard {
    var times: [RecordKey: Times] = [:]
    /// The oldest version that was read.
    var oldest: Timestamp?
    /// The records of the newest version.
    var newest: RecordDigests?
    /// The file that was compared with the newest version.
    var compared: FileFingerprint?
    /// The records that the file has in another form; `nil` if they are unknown.
    var edited: Set<RecordKey>?
  }

  struct Collection {
    /// The newest version of all files.
    var newest: String?
    /// The version up to which the changes were read.
    var version: String?
    var folders: [String]
    var shards: [ShardName: Shard] = [:]
  }

  private let history: (any TextHistory)?
  private let folder: StoreFolder
  /// The folder of the files with the times; `nil` without such files.
  private let kept: TextTimesFolder?
  private let known = Mutex<[String: Collection]>([:])
  /// Held during a reading, so that two lists share it.
  private let reading = Mutex(())

  init(
    _ history: (any TextHistory)?, of folder: StoreFolder, keptIn kept: TextTimesFolder? = nil
  ) {
    (self.history, self.folder, self.kept) = (history, folder, kept)
  }

  /// Whether `prepare` would return at once.
  func isReady(for entity: Entity) -> Bool {
    guard let history else { return true }
    return isReady(for: entity, at: history.newest)
  }

  private func isReady(for entity: Entity, at newest: String?) -> Bool {
    let folders = Self.folders(of: entity)
    guard let collection = known.withLock({ $0[entity.name] }) else { return newest == nil }
    return collection.newest == newest && collection.folders == folders
      && collection.shards.allSatisfy { $1.isCompared(with: file(of: $0, entity)?.state) }
  }

  /// The newest versions up to which the times of collections are known, by name.
  func versions(of entities: [Entity]) -> [String: String] {
    known.withLock { known in
      entities.reduce(into: [:]) { $0[$1.name] = known[$1.name]?.newest ?? "" }
    }
  }

  /// Reads the versions of a collection's files that were not read yet, and compares the files with
  /// the newest one.
  ///
  /// If the history cannot be read, the next new version is another reason to read it.
  ///
  /// Cost: the bytes of these versions, and of the files that changed.
  func prepare(for entity: Entity) {
    guard let history, !isReady(for: entity) else { return }
    reading.withLock { _ in
      let newest = history.newest
      var collection = Collection(folders: Self.folders(of: entity))
      let last = known.withLock { $0[entity.name] } ?? kept?.read(entity.name)
      if let last, newest != nil, last.folders == collection.folders { collection = last }
      if newest != nil, collection.newest != newest, let reader = history.read() {
        var current = collection
        if (try? current.read(reader)) != nil {
          if current.version != collection.version { kept?.write(current, of: entity.name) }
          collection = current
        }
      }
      collection.newest = newest
      compare(&collection, entity)
      known.withLock { $0[entity.name] = collection }
    }
  }

  /// Compares the files that changed since the last comparison.
  private func compare(_ collection: inout Collection, _ entity: Entity) {
    for (name, shard) in collection.shards {
      let file = file(of: name, entity)
      if shard.isCompared(with: file?.state) { continue }
      var text: [UInt8]?
      // A text that changes during the reading is compared the next time.
      if let file, let read = try? folder.fileSystem.read(file.path),
        self.file(of: name, entity)?.state == file.state
      {
        text = read
      }
      collection.shards[name]?.compare(file?.state, text)
    }
  }

  /// The file of a shard, which may still have the collection's earlier name.
  private func file(of shard: ShardName, _ entity: Entity) -> (
    path: String, state: FileFingerprint
  )? {
    for name in [entity.name] + entity.earlierNames {
      let path = folder.path(of: shard, entity: name)
      if let state = (try? folder.fingerprint(of: path)) ?? nil { return (path, state) }
    }
    return nil
  }

  /// The folders of an entity's files, also under its earlier names.
  private static func folders(of entity: Entity) -> [String] {
    ([entity.name] + entity.earlierNames).map {
      ShardName.ofBuiltIns[$0] ?? "data/\($0)"
    }
  }
}

// Reading versions.
extension TextTimes.Collection {
  /// Reads the changes after the ones that were read, or all.
  mutating func read(_ reader: any TextHistoryReader) throws(TextHistoryFailure) {
    let most = TextTimes.mostVersions
    var changes: [TextFileChange]?
    if let version {
      changes = try reader.changes(in: folders, since: version, atMost: most)
    }
    if changes == nil {
      shards = [:]
      changes = try reader.changes(in: folders, since: nil, atMost: most)
    }
    let files = Dictionary(grouping: changes ?? []) { change in
      change.path.split(separator: "/").last.flatMap { ShardName(file: String($0)) }
    }
    for case (let name?, let changes) in files {
      try shards[name, default: TextTimes.Shard()].read(Self.joined(changes), reader)
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
  fileprivate mutating func read(
    _ changes: [TextFileChange], _ reader: any TextHistoryReader
  ) throws(TextHistoryFailure) {
    var digests: [String: RecordDigests] = [:]
    var start = 0
    while start < changes.count {
      let part = changes[start..<min(start + Self.batch, changes.count)]
      let ids = Set(part.flatMap { $0.before + [$0.after] }.compactMap(\.self))
      // The next version of a file usually starts from a content of this one.
      digests = digests.filter { ids.contains($0.key) }
      let missing = ids.filter { digests[$0] == nil }
      for (id, text) in try reader.contents(of: missing.sorted()) {
        digests[id] = RecordDigests(text)
      }
      if start == 0 {
        newest = part.first?.after.flatMap { digests[$0] }
        (compared, edited) = (nil, nil)
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

// The file and its newest version.
extension TextTimes.Shard {
  /// Whether a state of the file was compared.
  fileprivate func isCompared(with state: FileFingerprint?) -> Bool { state == compared }

  /// Compares a state of the file, whose text is `nil` if it cannot be read.
  fileprivate mutating func compare(_ state: FileFingerprint?, _ text: [UInt8]?) {
    (compared, edited) = (state, nil)
    guard let newest, let text else { return }
    let present = RecordDigests(text)
    edited = Set(present.hashes.lazy.filter { newest[$0.key] != $0.value }.map(\.key))
  }

  /// Whether the file may have a record in another form than the newest version.
  fileprivate func isEdited(_ row: Row) -> Bool {
    guard let edited, row.chunk.origin?.hasSameContents(as: compared) ?? true else { return true }
    return edited.contains(row.key)
  }
}

// Times of records.
extension TextTimes {
  /// The times of a record, and whether its file may have it in another form than the newest
  /// version.
  func times(of row: Row) -> (times: Times, isEdited: Bool)? {
    known.withLock { known in
      guard let shard = known[row.id.entity]?.shards[row.chunk.shard],
        let times = shard.times[row.key]
      else { return nil }
      return (times, shard.isEdited(row))
    }
  }

  /// The oldest version that was read of a record's file; `nil` if the record is newer.
  func oldestVersion(of row: Row) -> Timestamp? {
    known.withLock { known in
      guard let shard = known[row.id.entity]?.shards[row.chunk.shard],
        shard.newest?[row.key] != nil, !shard.isEdited(row)
      else { return nil }
      return shard.oldest
    }
  }
}
