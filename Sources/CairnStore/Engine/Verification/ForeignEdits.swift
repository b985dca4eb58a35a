internal import CairnFiles
internal import Synchronization

/// The edits of a record file by other programs since Cairn last wrote it or backed it up.
public struct FileEdit: Hashable, Sendable, CustomStringConvertible {
  /// The records that differ, in the order of their keys.
  public struct Records: Hashable, Sendable {
    /// The records that were added to the file.
    public var added: [RecordKey] = []
    /// Records with another text: their fields, comments or line ends.
    public var changed: [RecordKey] = []
    /// The records that were removed from the file.
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
  /// The records of the file that differ.
  public var records: Records

  /// The file and its records in one line.
  ///
  /// For example, `data/Task/0000.rec: 1 record added (p9), 2 changed (p3, p7)`. Of many keys, it
  /// has the first five.
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
  /// Lists the record files that other programs edited since Cairn last wrote them.
  ///
  /// A backup counts like a write. Only the text of records counts: another order or more blank
  /// lines are not an edit. A file that is missing or lacks its last records is a loss, which only
  /// `verify` lists. Files that an earlier version of Cairn wrote last are omitted.
  ///
  /// Cost: reads every file.
  ///
  /// - Returns: the edited files, in the order of the collections and files.
  /// - Throws: `StoreError.file`.
  public func foreignEdits() throws(StoreError) -> [FileEdit] {
    let search = ForeignEditSearch(writer.withLock { $0 })
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

/// A search for edits of record files by other programs.
private final class ForeignEditSearch {
  private let folder: StoreFolder
  private let journals: JournalFolder
  let model: ObjectModel
  private var folded: FoldedFiles
  private var files: ChecksumFiles
  /// The changes of later segments than `folded` has: `.some(nil)` if a segment is missing.
  private var later: JournaledChanges??
  /// Whether those segments change the model.
  private var changesModel = false

  init(_ writer: Writer) {
    (folder, journals, model) = (writer.folder, writer.journal.folder, writer.snapshot.model)
    folded = journals.readFoldedFiles(model)
    files = ChecksumFiles(journals)
  }

  func shards(of entity: Entity) throws(StoreError) -> [ShardName] {
    try TableReader(folder: folder, entity: entity, problems: ProblemLog()).shards()
  }

  func edits(
    of shard: ShardName, _ entity: Entity
  ) throws(StoreError) -> FileEdit.Records {
    let place = try folder.place(of: shard, of: entity)
    for _ in 0..<3 {
      guard folded.isComplete, let text = try text(at: place),
        try folded.loss(of: shard, entity.name, at: place, in: folder) == nil,
        let known = try checksums(of: shard, entity)
      else { break }
      var records = RecordChecksums(of: text).edits(since: known)
      if records.isEmpty { return records }
      // The notes are written last, so they may be older than the file: during a fold, after an
      // interrupted one, and after a power failure. Then the journal has the changes of the fold.
      let later = try laterChanges()
      if let later { records.remove(try keysWritten(by: later, in: text, shard, entity, known)) }
      let latest = journals.readFoldedFiles(model)
      if latest.through == folded.through,
        latest[entity.name, shard] == folded[entity.name, shard]
      {
        return later == nil ? FileEdit.Records() : records
      }
      // A fold ended since the notes were read.
      (folded, files, self.later) = (latest, ChecksumFiles(journals), nil)
    }
    return FileEdit.Records()
  }

  /// Returns the records that differ from `known` only by some of the changes, which a fold wrote.
  private func keysWritten(
    by later: JournaledChanges, in text: [UInt8], _ shard: ShardName, _ entity: Entity,
    _ known: RecordChecksums
  ) throws(StoreError) -> Set<RecordKey> {
    let file = ShardReader.read(text, of: shard, in: entity, origin: nil).chunk
    // Another program may have added a record with the key of a new one.
    let changes = try later.takenKeys(in: file).others(try later.of(shard, entity.name))
    if changes.isEmpty { return [] }
    let keys = Set(changes.map(\.id.key))
    // Before a change of the model, a record has another text.
    guard !changesModel else { return keys }
    var draft = ChunkDraft(file)
    for change in changes.reversed() { draft.rewind(change) }
    let before = RecordChecksums(of: ShardWriter.write(draft.finished())).edits(since: known)
    return keys.subtracting(before.added + before.changed + before.removed)
  }

  /// The bytes of a file; `nil` if there is no file, or a program is writing it.
  private func text(at place: String) throws(StoreError) -> [UInt8]? {
    let status = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.status(of: place)
    }
    guard status?.kind == .file else { return nil }
    do throws(StoreError) {
      return try folder.readSettled(place, atMost: .zero).text
    } catch .busy {
      return nil
    }
  }

  /// The checksums of a file at the last check, empty for a new file; `nil` if they are unknown.
  private func checksums(
    of shard: ShardName, _ entity: Entity
  ) throws(StoreError) -> RecordChecksums? {
    guard let entry = folded[entity.name, shard] else { return RecordChecksums() }
    let text = try files.text(of: shard, entity.name, with: entry.checksums)
    return text.flatMap { RecordChecksums(parsing: String(decoding: $0, as: UTF8.self)) }
  }

  /// The changes in the segments after those that `folded` has; `nil` if one is missing.
  private func laterChanges() throws(StoreError) -> JournaledChanges? {
    if let later { return later }
    // In this order: a fold moves segments from the first place to the second.
    let live = try journals.generations()
    let generations = try Set(journals.archivedGenerations() + live)
      .filter { $0 > folded.through }.sorted()
    var segments: [Segment] = []
    var isWhole = true
    var previous = folded.through
    for generation in generations {
      guard generation - previous == 1, let segment = try segment(generation) else {
        isWhole = false
        break
      }
      segments.append(segment)
      previous = generation
    }
    let found = isWhole ? JournaledChanges(segments, journals, model) : nil
    later = .some(found)
    return found
  }

  private func segment(_ generation: Int) throws(StoreError) -> Segment? {
    do throws(StoreError) {
      guard var segment = try journals.open(generation, .read) else { return nil }
      let frames = try folder.perform { _ throws(FileError) in try segment.readFrames() }
      if frames.contains(where: { FrameDecoder.modelChange(in: $0) != nil }) { changesModel = true }
      return segment
    } catch .file(.notFound) {
      return nil
    }
  }
}
