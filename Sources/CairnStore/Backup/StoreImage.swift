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
  private var texts: [String: [UInt8]] = [:]
  /// Those files with another text here whose own last line has no end.
  private var openEnded: Set<String> = []

  /// What the image has of a file, and what tells whether the file itself was cut.
  struct Contents {
    let bytes: [UInt8]
    /// How many bytes the file had when the image was begun; `nil` where there was none.
    let foundSize: Int?
    /// Whether the last line that the file had itself has an end; what a fold makes of it always
    /// has.
    let foundEndsLine: Bool
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
    (files + texts.keys.filter { states[$0] == nil }.sorted()).filter { texts[$0]?.isEmpty != true }
  }

  /// Puts `text` in the place of a file; nothing at all for one that a fold would remove.
  ///
  /// `endsLine` is whether the last line of what the file has itself has an end.
  mutating func replace(_ name: String, with text: [UInt8], endsLine: Bool = true) {
    texts[name] = text
    if !endsLine { openEnded.insert(name) }
  }

  func contents(of name: String) throws(FileError) -> Contents {
    let size = states[name].map { Int($0.size) }
    if let text = texts[name] {
      return Contents(bytes: text, foundSize: size, foundEndsLine: !openEnded.contains(name))
    }
    let bytes = try folder.fileSystem.read("\(folder.path)/\(name)")
    return Contents(bytes: bytes, foundSize: size, foundEndsLine: bytes.last == .newline)
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
    let journal = unfoldedChanges
    let shards = presentlyTouched
    if !shards.isEmpty || !stored.pending.isEmpty, let feature = header.newerFeature {
      throw .needsNewer(path: folder.path, feature: feature)
    }
    for (name, shards) in shards {
      let entity = snapshot.model[name] ?? Entity(name: name)
      for shard in shards {
        let path = try folder.place(of: shard, of: entity)
        let merge = ShardMerge(entity: entity, shard: shard, problems: ProblemLog()) {
          () throws(StoreError) in
          try journal.of(shard, name)
        }
        let found = try folder.readSettled(path, atMost: FileExchange.patience)
        let text = ShardWriter.write(try merge.chunk(of: found.text, from: nil))
        image.replace(
          folder.name(of: path), with: text, endsLine: found.text.last == .newline)
      }
    }
    if !stored.pending.isEmpty {
      image.replace(StoreFolder.modelName, with: Array(stored.text.utf8))
    }
    return image
  }
}
