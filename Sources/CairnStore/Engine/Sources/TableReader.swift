internal import CairnFiles
internal import Synchronization

/// Reads the files of an entity into chunks, on two threads where there are many.
struct TableReader: Sendable {
  let folder: StoreFolder
  let entity: Entity
  let problems: ProblemLog
  /// The model's file as it was when `entity` was read from it; `nil` for one that is read at once.
  ///
  /// In another one the entity may have another name, and a fold may have moved its files there.
  var modelFile: FileFingerprint?
  /// The numbers of records that are known without reading.
  var counts: RecordCounts?

  /// The number of records in the file of `shard`; `nil` if only reading it can tell.
  func knownCount(of shard: ShardName) throws(StoreError) -> Int? {
    guard let counts else { return nil }
    let state = try folder.fingerprint(of: folder.place(of: shard, of: entity))
    return counts.count(of: shard, entity.name, in: state)
  }

  /// The table, with what cannot be read noted as a problem.
  func read() throws(StoreError) -> Table {
    Table(entity: entity, chunks: try read(shards()))
  }

  /// The chunks of those of `shards` that have a file.
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
    // In this order: a fold that goes on meanwhile moves files from the first to the last.
    let names = entity.earlierNames + [entity.name] + [try movedEntity()?.name].compactMap(\.self)
    let files = try names.map { name throws(StoreError) in try self.files(in: name) }
    return Set(files.joined().compactMap(ShardName.init(file:))).sorted()
  }

  /// The names of the files in the folder of records called `folderName`.
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

  /// The chunk of one shard; `nil` if its file is gone, or none.
  func read(_ shard: ShardName) throws(StoreError) -> Chunk? {
    guard let found = try content(of: shard) else { return nil }
    let result = ShardReader.read(found.bytes, of: shard, in: entity, origin: found.origin)
    problems.add(result.problems)
    return result.chunk
  }

  /// Those of `shards` in whose files one of `mentions` is possible.
  func shards(
    _ shards: [ShardName], mentioning mentions: Set<StoredMention>
  ) throws(StoreError) -> [ShardName] {
    try ParallelPrefetch.results(shards) { shard throws(StoreError) in
      guard let bytes = try content(of: shard)?.bytes else { return nil }
      return mentions.contains { $0.isPossible(in: bytes) } ? shard : nil
    }.compactMap(\.self)
  }

  /// The entity as the model's file has it by now, if it got another name there.
  private func movedEntity() throws(StoreError) -> Entity? {
    guard let modelFile, try folder.fingerprint(of: folder.model) != modelFile else { return nil }
    // Half a model, as an editor may be writing it, moves nothing.
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

  /// What is in the file of a shard.
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
      // A fold may have moved it in this moment.
      if try folder.place(of: shard, of: entity) != path {
        return try content(of: shard, under: entity)
      }
      if let deadEnd = try folder.deadEnd(on: path) { problems.add([deadEnd.problem]) }
      return nil
    } catch .isFolder {
      // The records in the other files need not wait until somebody clears it away.
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
