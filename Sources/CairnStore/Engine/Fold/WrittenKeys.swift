internal import CairnFiles

/// The keys of new records that a fold has written, until their changes leave the journal.
///
/// A fold notes them as soon as it has written a file. If it is killed before its end, a person may
/// edit such a record. Without the note, the record would look like another one with the same key
/// (see `TakenKeys`).
///
///     data/Task/0000.rec p1+40
struct WrittenKeys {
  private var runs: [String: [ShardName: [KeyRuns]]] = [:]

  /// Reads the notes of a store that now has `model`; the last line may be incomplete.
  init(parsing text: String, _ model: ObjectModel) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = line.split(separator: " ")
      guard words.count == 2, let (name, shard) = FoldedFiles.place(words[0]),
        let keys = KeyRuns(String(words[1]))
      else { continue }
      runs[model.currentName(of: name), default: [:]][shard, default: []].append(keys)
    }
  }

  func contains(_ key: RecordKey, in shard: ShardName, of entity: String) -> Bool {
    runs[entity]?[shard]?.contains { $0.contains(key) } ?? false
  }
}

extension JournalFolder {
  private var written: String { "\(path)/written" }

  /// Reads the notes; a file that cannot be read gives none.
  func readWrittenKeys(_ model: ObjectModel) -> WrittenKeys {
    let bytes = (try? store.readIfAny(written)) ?? []
    return WrittenKeys(parsing: String(decoding: bytes, as: UTF8.self), model)
  }

  /// Notes the keys of new records in a file that a fold wrote; the caller holds the fold lock.
  func noteWritten(_ keys: [RecordKey], in shard: ShardName, of entity: String) {
    guard !keys.isEmpty else { return }
    let line = "\(shard.path(entity: entity)) \(KeyRuns(keys))\n"
    try? store.perform { fileSystem throws(FileError) in
      let isNew = try !fileSystem.exists(written)
      let file = try fileSystem.open(written, isNew ? .create : .readWrite)
      try file.write(Array(line.utf8), at: isNew ? 0 : file.size())
    }
  }

  /// Forgets the notes, after the changes of the records left the journal.
  func forgetWritten() {
    try? store.perform { fileSystem throws(FileError) in
      if try fileSystem.exists(written) { try fileSystem.remove(written) }
    }
  }
}
