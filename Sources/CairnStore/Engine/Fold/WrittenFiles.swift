internal import CairnFiles

// A fold notes the keys of each file with new records as soon as it has written it. If the fold is
// killed before its end, a person may edit such a record. Without the note, the record would look
// like another one with the same key (see `TakenKeys`).
//
//     data/Task/0000.rec p1+40
extension JournalFolder {
  private var written: String { "\(path)/written" }

  /// The notes of an unfinished fold; empty if there are none.
  var writtenText: String {
    String(decoding: (try? store.readIfAny(written)) ?? [], as: UTF8.self)
  }

  /// Notes the keys of a file that the present fold wrote, unless `known` has them.
  func noteWritten(_ chunk: Chunk, unless known: FoldedFiles) {
    let isOwn = known.isOwn(chunk.shard, chunk.entity.name)
    guard !chunk.keys.allSatisfy(isOwn) else { return }
    let line = "\(chunk.shard.path(entity: chunk.entity.name)) \(KeyRuns(chunk.keys))\n"
    try? store.perform { fileSystem throws(FileError) in
      let isNew = try !fileSystem.exists(written)
      let file = try fileSystem.open(written, isNew ? .create : .readWrite)
      try file.write(Array(line.utf8), at: isNew ? 0 : file.size())
    }
  }

  /// Forgets the notes of an unfinished fold, because `folded` has the same keys now.
  func forgetWritten() {
    try? store.perform { fileSystem throws(FileError) in
      if try fileSystem.exists(written) { try fileSystem.remove(written) }
    }
  }
}

extension FoldedFiles {
  /// Reads the notes of an unfinished fold; the last line may be incomplete.
  mutating func addWritten(_ text: String, _ model: ObjectModel) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = line.split(separator: " ")
      guard words.count == 2, let (name, shard) = Self.place(words[0]),
        let keys = KeyRuns(String(words[1]))
      else { continue }
      written[model.currentName(of: name), default: [:]][shard, default: []].append(keys)
    }
  }
}
