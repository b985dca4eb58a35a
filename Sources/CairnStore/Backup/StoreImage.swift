internal import CairnFiles

/// The contents of a backup: a store's files, some of them with the changes that a fold would make.
///
/// The image is of one moment if `isCurrent` is true at its end.
struct StoreImage {
  private let folder: StoreFolder
  /// The files when the image was begun, in the order of a listing.
  private let files: [String]
  /// The states of the files at that time.
  private let states: [String: FileFingerprint]
  /// The files with other text in the image, and their own text.
  private var replaced: [String: (text: [UInt8], found: [UInt8])] = [:]

  /// The image's contents of a file, and the file's own contents for the check of losses.
  struct Contents {
    let bytes: [UInt8]
    /// The file's own bytes when the image was begun; `nil` if there was no file.
    let found: [UInt8]?
  }

  /// Begins an image of the files in `folder`.
  ///
  /// - Throws: `StoreError.damaged` for a link to a missing file, and the errors of listing the
  ///   files.
  init(of folder: StoreFolder) throws(StoreError) {
    self.folder = folder
    let contents = try folder.contents()
    // A link among the kept files is damage, which the backup reports.
    for path in contents.deadEnds where !KeptFile.isPlace(path) {
      try folder.refuseDeadEnd(on: "\(folder.path)/\(path)")
    }
    try contents.requireRecords(in: folder)
    files = contents.files
    states = try Self.states(of: files, in: folder)
  }

  /// The files, as paths within the store: existing files in the order of a listing, then new ones.
  ///
  /// New files are those that a fold would create.
  var names: [String] {
    (files + replaced.keys.filter { states[$0] == nil }.sorted()).filter {
      replaced[$0]?.text.isEmpty != true
    }
  }

  /// The files that a fold would remove.
  var emptiedNames: [String] { files.filter { replaced[$0]?.text.isEmpty == true } }

  /// Replaces the text `found` of a file with `text`, which is empty if a fold would remove the
  /// file.
  mutating func replace(_ name: String, of found: [UInt8], with text: [UInt8]) {
    replaced[name] = (text, found)
  }

  func contents(of name: String) throws(FileError) -> Contents {
    if let (text, found) = replaced[name] {
      return Contents(bytes: text, found: states[name] == nil ? nil : found)
    }
    let bytes = try folder.fileSystem.read("\(folder.path)/\(name)")
    return Contents(bytes: bytes, found: bytes)
  }

  /// Opens a kept file, which may be too large for memory; `nil` for other files.
  func keptFile(_ name: String) throws(FileError) -> (any OpenFile)? {
    KeptFile.isPlace(name) ? try folder.fileSystem.open("\(folder.path)/\(name)", .read) : nil
  }

  /// When a file last changed, in seconds since 1970.
  func modified(_ name: String) -> Int {
    Int((states[name]?.modified ?? 0) / 1_000_000_000)
  }

  /// Whether no file has changed since the image was begun.
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
  /// Returns the image with the changes that a fold would make.
  ///
  /// - Throws: `StoreError.busy` while a program is writing one of the files in place,
  ///   `.needsNewer`.
  func folding(_ image: StoreImage) throws(StoreError) -> StoreImage {
    var image = image
    let journaled = unfoldedChanges
    let shards = unfolded.touched(in: snapshot.model)
    if !shards.isEmpty || !stored.pending.isEmpty, let feature = header.newerFeature {
      throw .needsNewer(path: folder.path, feature: feature)
    }
    for (name, shards) in shards {
      let entity = snapshot.model[name] ?? Entity(name: name)
      for shard in shards {
        let path = try folder.place(of: shard, of: entity)
        let merge = ShardMerge(
          entity: entity, shard: shard, problems: ProblemLog(), journaled: journaled)
        let found = try folder.readSettled(path, atMost: FileExchange.timeout)
        let text = ShardWriter.write(try merge.chunk(of: found.text, from: nil))
        image.replace(folder.name(of: path), of: found.text, with: text)
      }
    }
    if !stored.pending.isEmpty {
      image.replace(StoreFolder.modelName, of: [], with: Array(stored.text.utf8))
    }
    return image
  }
}
