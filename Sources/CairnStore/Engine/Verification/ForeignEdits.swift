internal import CairnFiles
internal import Synchronization

/// What other programs changed in a file of records since Cairn last wrote it or backed it up.
public struct FileEdit: Hashable, Sendable, CustomStringConvertible {
  /// The records that differ, in the order of their keys.
  public struct Records: Hashable, Sendable {
    /// Records that the file didn't have.
    public var added: [RecordKey] = []
    /// Records with another text: their fields, comments or line ends.
    public var changed: [RecordKey] = []
    /// Records that the file has no longer.
    public var removed: [RecordKey] = []

    /// Whether no record differs.
    public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }

    mutating func remove(_ keys: Set<RecordKey>) {
      added.removeAll(where: keys.contains)
      changed.removeAll(where: keys.contains)
      removed.removeAll(where: keys.contains)
    }
  }

  /// The file within the store, such as `data/Recipe/0000.rec`.
  public var file: String
  /// Which of its records differ.
  public var records: Records

  /// The file and its records in one line.
  ///
  /// For example, `data/Task/0000.rec: 1 record added (p9), 2 changed (p3, p7)`. Of many keys, it has
  /// the first five.
  public var description: String {
    var parts: [String] = []
    for (keys, verb) in [
      (records.added, "added"), (records.changed, "changed"), (records.removed, "removed"),
    ] where !keys.isEmpty {
      let noun = !parts.isEmpty ? "" : keys.count == 1 ? " record" : " records"
      let more = keys.count > 5 ? ", …" : ""
      let names = keys.prefix(5).map(\.description).joined(separator: ", ")
      parts.append("\(keys.count)\(noun) \(verb) (\(names)\(more))")
    }
    return "\(file): \(parts.joined(separator: ", "))"
  }
}

extension ObjectStore {
  /// Lists the files of records that other programs edited since Cairn last wrote them.
  ///
  /// A backup counts like a write. Only the text of records counts: another order or more blank lines
  /// are no edit. If a file is missing or lacks its last records, that is a loss, and only `verify`
  /// lists it. Nothing is known of files that an earlier version of Cairn wrote last.
  ///
  /// Cost: reads every file.
  ///
  /// - Returns: the edited files, in the order of the collections and files.
  /// - Throws: `StoreError.file`.
  public func foreignEdits() throws(StoreError) -> [FileEdit] {
    let writer = writer.withLock { $0 }
    guard try writer.journals.hasChecksums() else { return [] }
    let search = ForeignEditSearch(writer)
    var edits: [FileEdit] = []
    for entity in search.model.storedEntities {
      for shard in try search.shards(of: entity) {
        let records = try search.edits(of: shard, entity)
        if !records.isEmpty {
          edits.append(FileEdit(file: shard.path(entity: entity.name), records: records))
        }
      }
    }
    return edits
  }
}

/// A search for what other programs changed in files of records.
private final class ForeignEditSearch {
  private let folder: StoreFolder
  private let journals: JournalFolder
  let model: ObjectModel
  private var folded: FoldedFiles
  /// What is saved in the segments after those that `folded` has; the inner `nil` if one is missing.
  private var later: [JournaledChanges]??

  init(_ writer: Writer) {
    (folder, journals, model) = (writer.folder, writer.journals, writer.snapshot.model)
    folded = journals.readFoldedFiles(model)
  }

  func shards(of entity: Entity) throws(StoreError) -> [ShardName] {
    try TableReader(folder: folder, entity: entity, problems: ProblemLog()).shards()
  }

  func edits(
    of shard: ShardName, _ entity: Entity
  ) throws(StoreError) -> FileEdit.Records {
    let place = try folder.place(of: shard, of: entity)
    for _ in 0..<3 {
      guard try folded.loss(of: shard, entity.name, at: place, in: folder) == nil,
        let known = try checksums(of: shard, entity)
      else { break }
      var records = RecordChecksums(of: try folder.readIfAny(place)).edits(since: known)
      if records.isEmpty { return records }
      // The notes are written last, so they may be older than the file: while a fold runs, if it was
      // interrupted, and after a power failure. Then the journal has the changes of the fold.
      guard let later = try laterChanges() else { break }
      for changes in later {
        records.remove(Set(try changes.of(shard, entity.name).map(\.id.key)))
      }
      let latest = journals.readFoldedFiles(model)
      if latest.through == folded.through,
        latest[entity.name, shard] == folded[entity.name, shard]
      {
        return records
      }
      // A fold ended meanwhile.
      (folded, self.later) = (latest, nil)
    }
    return FileEdit.Records()
  }

  /// The checksums of a file at the last look, none for a new file; `nil` if they are not known.
  private func checksums(
    of shard: ShardName, _ entity: Entity
  ) throws(StoreError) -> RecordChecksums? {
    guard let entry = folded[entity.name, shard] else { return RecordChecksums() }
    let known = try journals.checksums(of: shard, entity.name)
    return known?.generation == entry.generation ? known : nil
  }

  private func laterChanges() throws(StoreError) -> [JournaledChanges]? {
    if let later { return later }
    let generations = try Set(journals.archivedGenerations() + journals.generations())
    var found: [JournaledChanges]? = []
    var next = folded.through + 1
    while let last = generations.max(), next <= last, found != nil {
      if generations.contains(next), var segment = try journals.open(next, .read) {
        _ = try folder.perform { _ throws(FileError) in try segment.readFrames() }
        found?.append(JournaledChanges([segment], folder, model))
      } else {
        found = nil
      }
      next += 1
    }
    later = .some(found)
    return found
  }
}

extension JournalFolder {
  private var checksums: String { "\(path)/checksums" }

  private func checksumPath(of shard: ShardName, _ entity: String) -> String {
    "\(checksums)/\(shard.path(entity: entity))"
  }

  /// Whether this copy notes the checksums of the files that it writes.
  func hasChecksums() throws(StoreError) -> Bool {
    try store.fingerprint(of: checksums) != nil
  }

  /// The checksums of the records that a file had; `nil` if they are not known.
  func checksums(
    of shard: ShardName, _ entity: String
  ) throws(StoreError) -> RecordChecksums? {
    let bytes = try store.readIfAny(checksumPath(of: shard, entity))
    return RecordChecksums(parsing: String(decoding: bytes, as: UTF8.self))
  }

  /// Notes the checksums of files; `nil` for a file that has no records.
  ///
  /// It does not wait for the disk. What fails is left out.
  func write(_ known: [String: [ShardName: RecordChecksums?]]) {
    try? store.perform { fileSystem throws(FileError) in try fileSystem.makeFolder(checksums) }
    for (entity, shards) in known {
      for (shard, records) in shards { write(records, of: shard, entity) }
    }
  }

  private func write(_ records: RecordChecksums?, of shard: ShardName, _ entity: String) {
    let path = checksumPath(of: shard, entity)
    try? store.perform { fileSystem throws(FileError) in
      // Torn checksums would say that records changed; missing ones say nothing.
      if try fileSystem.exists(path) { try fileSystem.remove(path) }
      guard let records else { return }
      try fileSystem.makeFolder(path.parentFolder)
      try fileSystem.open(path, .create).write(records.text, at: 0)
    }
  }

  /// Takes the checksums along to the files of a collection with another name.
  func moveChecksums(from earlier: String, to present: String) {
    try? store.perform { fileSystem throws(FileError) in
      let source = "\(checksums)/data/\(earlier)"
      guard try fileSystem.exists(source) else { return }
      try fileSystem.rename(source, to: "\(checksums)/data/\(present)")
    }
  }
}
