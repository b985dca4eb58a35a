internal import CairnFiles

/// What a backup has: the files of a store, and in place of some what a fold would make of them.
///
/// It is of one moment if the files are at its end what they were when it was begun.
struct StoreImage {
  private let folder: StoreFolder
  /// The files when the image was begun, in the order of a listing.
  private let files: [String]
  /// What they were then.
  private let states: [String: FileFingerprint]
  /// The files with another text here, and what they have themselves.
  private var replaced: [String: (text: [UInt8], found: [UInt8])] = [:]

  /// What the image has of a file, and what tells whether the file itself lost anything.
  struct Contents {
    let bytes: [UInt8]
    /// What the file had itself when the image was begun; `nil` where there was none.
    let found: [UInt8]?
  }

  /// Begins an image of the files in `folder`.
  ///
  /// - Throws: `StoreError.damaged` for a link that leads nowhere, and what listing the files
  ///   throws.
  init(of folder: StoreFolder) throws(StoreError) {
    self.folder = folder
    let contents = try folder.contents()
    for path in contents.deadEnds { try folder.refuseDeadEnd(on: "\(folder.path)/\(path)") }
    files = contents.files
    states = try Self.states(of: files, in: folder)
  }

  /// The files, as paths within the store: those that there are in the order of a listing, then
  /// those that a fold would make.
  var names: [String] {
    (files + replaced.keys.filter { states[$0] == nil }.sorted()).filter {
      replaced[$0]?.text.isEmpty != true
    }
  }

  /// The files that a fold would remove.
  var emptiedNames: [String] { files.filter { replaced[$0]?.text.isEmpty == true } }

  /// Puts `text` in the place of a file that has `found`; nothing at all for one that a fold would
  /// remove.
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
  /// The image with what a fold would make of its files.
  ///
  /// - Throws: `StoreError.busy` while a program is writing one of them in place, `.needsNewer`.
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
        let merge = ShardMerge(entity: entity, shard: shard, problems: ProblemLog()) {
          () throws(StoreError) in
          try journaled.of(shard, name)
        }
        let found = try folder.readSettled(path, atMost: FileExchange.patience)
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
