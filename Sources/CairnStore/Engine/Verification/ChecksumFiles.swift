internal import CairnFiles

/// The files with the checksums of records, as the last folds wrote them.
///
///     checksums/data/Thing/0000.rec    of one file of records
///     checksums/data/Thing/many        of all files that a large fold wrote, one after the other:
///                                      a line "0000.rec 8704", then so many bytes
///
/// Both may have the checksums of a file. The notes about the file (`FoldedFiles`) say which are
/// right: they have the checksum of the right text.
struct ChecksumFiles {
  private let journals: JournalFolder
  /// The texts in the file of a large fold, for each entity.
  private var many: [String: [ShardName: ArraySlice<UInt8>]] = [:]

  init(_ journals: JournalFolder) { self.journals = journals }

  /// Returns the text of the checksums of a file that has `checksum`; `nil` if there is none.
  mutating func text(
    of shard: ShardName, _ entity: String, with checksum: UInt32?
  ) throws(StoreError) -> [UInt8]? {
    guard let checksum else { return nil }
    let own = try journals.store.readIfAny(journals.checksumPath(of: shard, entity))
    if CRC32C.checksum(of: own.span) == checksum { return own }
    if many[entity] == nil { many[entity] = try journals.manyChecksums(of: entity) }
    let shared = many[entity]?[shard].map { Array($0) }
    return shared.flatMap { CRC32C.checksum(of: $0.span) == checksum ? $0 : nil }
  }
}

extension JournalFolder {
  private var checksums: String { "\(path)/checksums" }

  fileprivate func checksumPath(of shard: ShardName, _ entity: String) -> String {
    "\(checksums)/\(shard.path(entity: entity))"
  }

  private func pathOfMany(_ entity: String) -> String { "\(checksums)/data/\(entity)/many" }

  /// A fold of this many files or more writes all their checksums into one file.
  private static var leastOfMany: Int { 16 }

  /// Writes the checksums of files; `nil` for a file without records.
  ///
  /// It does not wait for the disk, and errors are ignored.
  func write(_ known: [String: [ShardName: [UInt8]?]]) {
    for (entity, shards) in known {
      let texts = shards.compactMapValues(\.self)
      let isMany = texts.count >= Self.leastOfMany
      if isMany { writeMany(texts, of: entity) }
      for (shard, text) in shards where !isMany || text == nil { write(text, of: shard, entity) }
    }
  }

  private func write(_ text: [UInt8]?, of shard: ShardName, _ entity: String) {
    let path = checksumPath(of: shard, entity)
    try? store.perform { fileSystem throws(FileError) in
      // Without checksums, no edit is reported, so an old file must not stay if the new one fails.
      if try fileSystem.exists(path) { try fileSystem.remove(path) }
      guard let text else { return }
      try fileSystem.makeFolder(path.parentFolder)
      try fileSystem.open(path, .create).write(text, at: 0)
    }
  }

  /// Writes the checksums of many files; the checksums of other files stay.
  ///
  /// Cost: reads and writes the checksums of all files of the collection, 16 bytes for each record.
  private func writeMany(_ texts: [ShardName: [UInt8]], of entity: String) {
    var all = (try? manyChecksums(of: entity)) ?? [:]
    for (shard, text) in texts { all[shard] = text[...] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(all.values.reduce(0) { $0 + $1.count + 24 })
    for (shard, text) in all.sorted(by: { $0.key < $1.key }) {
      bytes.append(contentsOf: "\(shard.file) \(text.count)\n".utf8)
      bytes.append(contentsOf: text)
    }
    let path = pathOfMany(entity)
    try? store.perform { fileSystem throws(FileError) in
      try fileSystem.makeFolder(path.parentFolder)
    }
    writeNotes(bytes, to: path)
  }

  /// Reads the file with the checksums of many files; a torn end is left out.
  ///
  /// - Throws: the error of a file that can't be read.
  fileprivate func manyChecksums(
    of entity: String
  ) throws(StoreError) -> [ShardName: ArraySlice<UInt8>] {
    var rest = try store.readIfAny(pathOfMany(entity))[...]
    var texts: [ShardName: ArraySlice<UInt8>] = [:]
    while let end = rest.firstIndex(of: .newline) {
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      guard words.count == 2, let shard = ShardName(file: String(words[0])),
        let count = Int(words[1]), count >= 0, count <= rest.endIndex - end - 1
      else { break }
      texts[shard] = rest[(end + 1)..<(end + 1 + count)]
      rest = rest[(end + 1 + count)...]
    }
    return texts
  }

  /// Moves the checksums to the files of a renamed collection.
  func moveChecksums(from earlier: String, to present: String) {
    try? store.perform { fileSystem throws(FileError) in
      let source = "\(checksums)/data/\(earlier)"
      guard try fileSystem.exists(source) else { return }
      try fileSystem.rename(source, to: "\(checksums)/data/\(present)")
    }
  }
}
