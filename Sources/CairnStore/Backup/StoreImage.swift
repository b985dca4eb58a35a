internal import CairnFiles

/// What a backup has: the files of a store, and in place of some what a fold would make of them.
struct StoreImage {
  /// The files, as paths within the store, in the order of a listing.
  let names: [String]

  private let folder: StoreFolder
  private let texts: [String: [UInt8]]
  /// What the files were when the texts were made.
  private let states: [String: FileFingerprint]

  /// The image of the files in `folder`.
  ///
  /// - Parameters:
  ///   - folder: the store's.
  ///   - texts: what stands for some of them; nothing at all for one that a fold would remove.
  /// - Throws: what listing the files throws.
  init(of folder: StoreFolder, with texts: [String: [UInt8]] = [:]) throws(StoreError) {
    self.folder = folder
    self.texts = texts
    let files = try folder.contents().files
    states = try Self.states(of: files, in: folder)
    names = (files + texts.keys.filter { !files.contains($0) }.sorted())
      .filter { texts[$0]?.isEmpty != true }
  }

  func bytes(of name: String) throws(FileError) -> [UInt8] {
    if let text = texts[name] { return text }
    return try folder.fileSystem.read("\(folder.path)/\(name)")
  }

  /// When a file last changed, in seconds since 1970.
  func modified(_ name: String) -> Int {
    Int((states[name]?.modified ?? 0) / 1_000_000_000)
  }

  /// Whether all files are still what they were.
  func isCurrent() throws(FileError) -> Bool {
    do throws(StoreError) {
      return try Self.states(of: folder.contents().files, in: folder) == states
    } catch .file(let error) {
      throw error
    } catch {
      return false
    }
  }

  private static func states(
    of files: [String], in folder: StoreFolder
  ) throws(StoreError) -> [String: FileFingerprint] {
    var states: [String: FileFingerprint] = [:]
    for file in files { states[file] = try folder.fingerprint(of: "\(folder.path)/\(file)") }
    return states
  }
}

extension Writer {
  /// The image that the store's files would be after a fold.
  func foldedImage() throws(StoreError) -> StoreImage {
    var texts: [String: [UInt8]] = [:]
    let journal = unfoldedChanges
    for (name, shards) in presentlyTouched {
      let entity = snapshot.model[name] ?? Entity(name: name)
      for shard in shards {
        let path = try folder.place(of: shard, of: entity)
        let merge = ShardMerge(entity: entity, shard: shard, problems: ProblemLog()) {
          () throws(StoreError) in
          try journal.of(shard, name)
        }
        let chunk = try merge.chunk(of: try folder.readIfAny(path), from: nil)
        texts[String(path.dropFirst(folder.path.count + 1))] = ShardWriter.write(chunk)
      }
    }
    if !stored.pending.isEmpty { texts[StoreFolder.modelName] = Array(stored.text.utf8) }
    if !texts.isEmpty, let feature = header.newerFeature {
      throw .needsNewer(path: folder.path, feature: feature)
    }
    return try StoreImage(of: folder, with: texts)
  }
}
