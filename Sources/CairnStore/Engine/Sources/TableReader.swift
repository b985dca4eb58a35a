internal import CairnFiles
internal import Synchronization

/// Reads the files of an entity into chunks, on two threads if there are many.
struct TableReader: Sendable {
  let folder: StoreFolder
  let entity: Entity
  let problems: ProblemLog
  /// The state of the model's file when `entity` was read from it; `nil` if the table is read at
  /// once.
  ///
  /// In a newer model file, the entity may have another name, and a fold may have moved its files.
  var modelFile: FileFingerprint?
  /// The noted numbers of records in files.
  var counts: RecordCounts?

  /// The number of records in the file of `shard`; `nil` if the file must be read for it.
  func knownCount(of shard: ShardName) throws(StoreError) -> Int? {
    guard let counts else { return nil }
    let state = try folder.fingerprint(of: folder.place(of: shard, of: entity))
    return counts.count(of: shard, entity.name, in: state)
  }

  /// Reads the table, and notes unreadable text as problems.
  func read() throws(StoreError) -> Table {
    Table(entity: entity, chunks: try read(shards()))
  }

  /// Reads the chunks of the shards that have a file.
  func read(_ shards: [ShardName]) throws(StoreError) -> [Chunk] {
    try ParallelPrefetch.results(shards) { shard throws(StoreError) in try read(shard) }
      .compactMap(\.self)
  }

  /// The shards that have a file, in order.
  func shards() throws(StoreError) -> [ShardName] {
    if entity.isBuiltIn {
      let shard = ShardName(of: RecordKey(rawValue: 0), in: entity)
      let path = folder.path(of: shard, entity: entity.name)
      if try folder.fingerprint(of: path) != nil { return [shard] }
      return try folder.deadEnd(on: path) == nil ? [] : [shard]
    }
    // In this order: a concurrent fold moves files from the first names to the last.
    let names = entity.earlierNames + [entity.name] + [try movedEntity()?.name].compactMap(\.self)
    let files = try names.map { name throws(StoreError) in try self.files(in: name) }
    return Set(files.joined().compactMap(ShardName.init(file:))).sorted()
  }

  /// The names of the files in a folder of records.
  private func files(in folderName: String) throws(StoreError) -> [String] {
    let path = "\(folder.data)/\(folderName)"
    guard try folder.fingerprint(of: path) != nil else {
      if let deadEnd = try folder.deadEnd(on: path) { problems.add([deadEnd.problem]) }
      return []
    }
    var names = try list(path)
    for name in names where !name.isEmpty && name.utf8.allSatisfy({ $0.digitValue != nil }) {
      if try isFolder("\(path)/\(name)") {
        names += try list("\(path)/\(name)")
      } else if let deadEnd = try folder.deadEnd(on: "\(path)/\(name)") {
        problems.add([deadEnd.problem])
      } else {
        report(.note, "data/\(folderName)/\(name)", "not a file of records; ignored")
      }
    }
    return names
  }

  private func isFolder(_ path: String) throws(StoreError) -> Bool {
    try folder.perform { fileSystem throws(FileError) in
      try fileSystem.status(of: path)?.kind == .folder
    }
  }

  private func report(_ severity: StoreProblem.Severity, _ file: String, _ message: String) {
    problems.add([StoreProblem(severity: severity, file: file, line: 0, message: message)])
  }

  private func list(_ path: String) throws(StoreError) -> [String] {
    let names = try folder.perform { fileSystem throws(FileError) in try fileSystem.list(path) }
    let place = folder.name(of: path)
    for name in names {
      if name.contains(".sync-conflict-") {
        report(
          .note, "\(place)/\(name)",
          "a sync tool made this copy of a file that changed on two machines; compare and delete it"
        )
      } else if name.hasSuffix(".rec"), !name.hasPrefix("."), ShardName(file: name) == nil {
        report(
          .note, "\(place)/\(name)",
          "its records are ignored; files of records have names such as 0000.rec")
      }
    }
    return names
  }

  /// Reads the chunk of one shard; `nil` if its file is missing or not a regular file.
  func read(_ shard: ShardName) throws(StoreError) -> Chunk? {
    guard let found = try content(of: shard) else { return nil }
    let result = ShardReader.read(found.bytes, of: shard, in: entity, origin: found.origin)
    problems.add(result.problems)
    return result.chunk
  }

  /// The shards whose files may have one of `mentions`.
  func shards(
    _ shards: [ShardName], mentioning mentions: Set<StoredMention>
  ) throws(StoreError) -> [ShardName] {
    try ParallelPrefetch.results(shards) { shard throws(StoreError) in
      guard let bytes = try content(of: shard)?.bytes else { return nil }
      return mentions.contains { $0.isPossible(in: bytes) } ? shard : nil
    }.compactMap(\.self)
  }

  /// The entity with its new name, if the present model file renames it.
  private func movedEntity() throws(StoreError) -> Entity? {
    guard let modelFile, try folder.fingerprint(of: folder.model) != modelFile else { return nil }
    // An incomplete model, which an editor may be writing, renames nothing.
    guard let text = try? folder.modelText(), let model = try? ObjectModel(parsing: text) else {
      return nil
    }
    let name = model.currentName(of: entity.name)
    guard name != entity.name else { return nil }
    var moved = entity
    moved.earlierNames += [entity.name]
    moved.name = name
    return moved
  }

  /// The contents of a shard's file.
  private func content(
    of shard: ShardName
  ) throws(StoreError) -> (bytes: [UInt8], origin: FileFingerprint)? {
    if let found = try content(of: shard, under: entity) { return found }
    return try movedEntity().flatMap { entity throws(StoreError) in
      try content(of: shard, under: entity)
    }
  }

  private func content(
    of shard: ShardName, under entity: Entity
  ) throws(StoreError) -> (bytes: [UInt8], origin: FileFingerprint)? {
    let path = try folder.place(of: shard, of: entity)
    do throws(FileError) {
      guard let status = try folder.fileSystem.status(of: path) else {
        throw .notFound(.read, path: path)
      }
      return (try folder.fileSystem.read(path), FileFingerprint(status))
    } catch .notFound {
      // A fold may just have moved the file.
      if try folder.place(of: shard, of: entity) != path {
        return try content(of: shard, under: entity)
      }
      if let deadEnd = try folder.deadEnd(on: path) { problems.add([deadEnd.problem]) }
      return nil
    } catch .isFolder {
      // The other files can be read, even while this folder is in the way.
      report(.damage, shard.path(entity: entity.name), "a folder, not a file of records")
      return nil
    } catch .notFile {
      report(
        .damage, shard.path(entity: entity.name), "a pipe or device, not a file of records")
      return nil
    } catch {
      throw .file(error)
    }
  }
}

/// The number of records in each file, known without reading the files.
///
/// A fold notes the number with the file's state (`FoldedFiles`). If the file still has that state,
/// the number holds. A file with damage or conflicts has none, since reading it reports these.
final class RecordCounts: Sendable {
  private let journals: JournalFolder
  private let model: ObjectModel
  private let folded = Mutex<FoldedFiles?>(nil)

  init(_ journals: JournalFolder, _ model: ObjectModel) {
    (self.journals, self.model) = (journals, model)
  }

  /// Returns the number of records in a file that has `state`; `nil` if it is not known.
  ///
  /// Cost: the first call reads one file with a line for each file of records.
  func count(of shard: ShardName, _ entity: String, in state: FileFingerprint?) -> Int? {
    let entry = folded.withLock { folded in
      let known = folded ?? journals.readFoldedFiles(model)
      folded = known
      return known[entity, shard]
    }
    guard let state, let entry, !entry.hasLost, entry.state == state else { return nil }
    return entry.count
  }
}
