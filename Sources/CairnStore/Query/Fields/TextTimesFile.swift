internal import CairnFiles

/// The files with the times of versions, one for each collection, in the private folder of this
/// machine.
///
/// They are derived: the versions are read again if a file is missing or damaged, or if the version
/// up to which it reads is no longer in the history.
struct TextTimesFolder: Sendable {
  let journals: JournalFolder
  /// Whether this process may write; otherwise it only reads.
  let canWrite: Bool

  private var path: String { "\(journals.path)/times" }

  /// Reads the times of a collection; `nil` if no file has them.
  func read(_ entity: String) -> TextTimes.Collection? {
    guard let bytes = try? journals.store.readIfAny("\(path)/\(entity)"), !bytes.isEmpty else {
      return nil
    }
    return TextTimesFile.read(bytes)
  }

  /// Writes the times of a collection; an error is ignored, since nothing depends on the file.
  func write(_ collection: TextTimes.Collection, of entity: String) {
    guard canWrite else { return }
    try? journals.store.perform { fileSystem throws(FileError) in
      try fileSystem.makeFolder(path)
    }
    journals.writeNotes(TextTimesFile.bytes(of: collection), to: "\(path)/\(entity)")
  }
}

/// The form of a file with times: a line with the name of the form, a checksum, and numbers.
enum TextTimesFile {
  private static let name = Array("cairn times 1\n".utf8)

  /// The bytes of a file.
  static func bytes(of collection: TextTimes.Collection) -> [UInt8] {
    var body = Bytes()
    body.append(collection.version ?? "")
    body.append(UInt64(collection.folders.count))
    for folder in collection.folders { body.append(folder) }
    body.append(UInt64(collection.shards.count))
    for (name, shard) in collection.shards.sorted(by: { $0.key < $1.key }) {
      body.append(name.file)
      body.append(shard.oldest)
      body.append(UInt64(shard.newest == nil ? 0 : 1))
      let keys = Set(shard.times.keys).union(shard.newest?.hashes.keys ?? [:].keys)
      body.append(UInt64(keys.count))
      for key in keys.sorted() {
        body.append(key.rawValue)
        let times = shard.times[key]
        for time in [times?.created, times?.saved, times?.before] { body.append(time) }
        // No record has zero lines.
        body.append(shard.newest?[key] ?? 0)
      }
    }
    var bytes = Bytes()
    bytes.append(UInt64(CRC32C.checksum(of: body.bytes.span)))
    return name + bytes.bytes + body.bytes
  }

  /// Reads a file; `nil` if it is damaged or has another form.
  static func read(_ bytes: [UInt8]) -> TextTimes.Collection? {
    guard bytes.starts(with: name) else { return nil }
    var reader = Reader(bytes: bytes, place: name.count)
    guard let checksum = reader.number(),
      UInt64(CRC32C.checksum(of: bytes.span.extracting(reader.place..<bytes.count))) == checksum,
      let version = reader.text(), let folders = reader.texts(), let count = reader.number()
    else { return nil }
    var collection = TextTimes.Collection(folders: folders)
    collection.version = version
    for _ in 0..<count {
      guard let file = reader.text(), let name = ShardName(file: file), let shard = reader.shard()
      else { return nil }
      collection.shards[name] = shard
    }
    return collection
  }

  /// Numbers of eight bytes, the lowest byte first, and texts after their lengths.
  private struct Bytes {
    var bytes: [UInt8] = []

    mutating func append(_ number: UInt64) {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }

    mutating func append(_ text: String) {
      append(UInt64(text.utf8.count))
      bytes += Array(text.utf8)
    }

    mutating func append(_ time: Timestamp?) {
      append(UInt64(bitPattern: time?.microseconds ?? .min))
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var place: Int

    mutating func number() -> UInt64? {
      guard bytes.count - place >= 8 else { return nil }
      defer { place += 8 }
      return (0..<8).reversed().reduce(0) { $0 << 8 | UInt64(bytes[place + $1]) }
    }

    mutating func text() -> String? {
      guard let count = number(), count <= UInt64(bytes.count - place) else { return nil }
      defer { place += Int(count) }
      return String(decoding: bytes[place..<place + Int(count)], as: UTF8.self)
    }

    mutating func texts() -> [String]? {
      guard let count = number() else { return nil }
      var texts: [String] = []
      for _ in 0..<count {
        guard let text = text() else { return nil }
        texts.append(text)
      }
      return texts
    }

    private mutating func time() -> Timestamp?? {
      guard let number = number() else { return nil }
      let time = Int64(bitPattern: number)
      return .some(time == .min ? nil : Timestamp(microseconds: time))
    }

    mutating func shard() -> TextTimes.Shard? {
      guard let oldest = time(), let hasNewest = number(), let count = number() else { return nil }
      var shard = TextTimes.Shard()
      shard.oldest = oldest
      var hashes: [RecordKey: UInt64] = [:]
      for _ in 0..<count {
        guard let raw = number(), let created = time(), let saved = time(), let before = time(),
          let hash = number()
        else { return nil }
        let key = RecordKey(rawValue: raw)
        if let saved {
          shard.times[key] = TextTimes.Times(created: created, saved: saved, before: before)
        }
        if hash > 0 { hashes[key] = hash }
      }
      if hasNewest > 0 { shard.newest = RecordDigests(hashes) }
      return shard
    }
  }
}
