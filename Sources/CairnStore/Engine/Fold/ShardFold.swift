internal import CairnFiles

/// A chunk with its text.
struct WrittenChunk: Sendable {
  let chunk: Chunk
  let text: [UInt8]
  let checksums: RecordChecksums

  init(_ chunk: Chunk) {
    self.chunk = chunk
    text = ShardWriter.write(chunk)
    checksums = RecordChecksums(of: text)
  }
}

/// Writes one shard's changes to its file without losing the edits of other programs.
///
///   read ──▶ merge ──▶ exchange (see `FileExchange`)
///             ▲             │ other content came out
///             └─────────────┘
final class ShardFold {
  let folder: StoreFolder
  /// The path at which the file belongs.
  let place: String
  /// The path that is written: the target, if `place` is a link.
  let path: String
  let merge: ShardMerge
  /// The contents of the files at their last fold.
  let before: FoldedFiles

  /// The shard's chunk in memory, if it is of the file's present state.
  private var current: WrittenChunk?
  private var state: FileFingerprint?
  private var draft: (any OpenFile)?

  init(
    folder: StoreFolder, place: String, path: String, merge: ShardMerge, before: FoldedFiles
  ) {
    (self.folder, self.place, self.path) = (folder, place, path)
    (self.merge, self.before) = (merge, before)
  }

  private var entity: Entity { merge.entity }
  private var shard: ShardName { merge.shard }
  private var isLinked: Bool { path != place }
  private var exchange: FileExchange { exchange(at: path) }

  private func exchange(at path: String) -> FileExchange {
    FileExchange(
      folder: folder, path: path, isLinked: isLinked,
      keptName: FileExchange.keptName(of: shard, entity), problems: merge.problems)
  }

  /// Writes the draft of the file, without waiting for the disk.
  ///
  /// - Parameter known: the shard's chunk in memory, if there is one, with its text.
  /// - Throws: the errors of `run`.
  func begin(known: WrittenChunk?) throws(StoreError) {
    try absorbLeftovers(of: exchange)
    if isLinked {
      try folder.refuseDeadEnd(on: place)
      // A person may have moved and linked the file after a fold was interrupted.
      try absorbLeftovers(of: exchange(at: place))
    }
    state = try folder.fingerprint(of: path)
    current = known.flatMap { $0.chunk.origin == state ? $0 : nil }
    if let text = current?.text, !text.isEmpty { draft = try exchange.startDraft(text) }
  }

  /// Removes the draft if `run` will not be called.
  func cancel() {
    if draft != nil { try? exchange.removeDraft() }
  }

  /// Writes the shard, after `begin`.
  ///
  /// - Returns: the shard with the present contents of its file.
  /// - Throws: `StoreError.busy` while a program writes the file in place, `.damaged` if a link to
  ///   it leads to a missing file.
  func run() throws(StoreError) -> FoldedShard {
    var isForeign = current == nil
    var found: Found
    if let current {
      // If the file changes after this check, the exchange finds an unexpected state.
      let hasLost = try hasLost(in: state) { () throws(StoreError) in try folder.readIfAny(path) }
      found = Found(chunk: current.chunk, state: state, hasLost: hasLost)
    } else {
      found = try mergeFile()
    }
    var written = current ?? WrittenChunk(found.chunk)
    if written.text == found.text {
      // Another process folded the same changes.
      return found.folded(written, isForeign: true)
    }
    var others: [ForeignEdit] = []
    do throws(StoreError) {
      while true {
        switch try put(written.text, expecting: found.state) {
        case .done(let state):
          found.chunk = chunk(found.chunk, writtenAs: written.text, in: state)
          return found.folded(written, isForeign: isForeign)
        case .overtaken: break
        case .overtakenTwice:
          if let edit = try foreignEdit(since: found.chunk) { others.append(edit) }
        }
        found = try mergeFile()
        for edit in others {
          found.chunk = merge.chunk(of: edit.text, since: edit.base, on: found.chunk)
        }
        (isForeign, written) = (true, WrittenChunk(found.chunk))
      }
    } catch {
      // No file has these edits any more.
      for edit in others { try exchange.keep(edit.text) }
      throw error
    }
  }

  /// Another program's edit of a text that was in the file for a moment.
  private struct ForeignEdit {
    let text: [UInt8]
    /// The contents that the other program found.
    let base: Chunk
  }

  /// Reads another program's edit of `base`, which is at the path that the fold's text went back
  /// to.
  ///
  /// - Returns: `nil` if there is no edit. A tool may have removed the file, which does not concern
  ///   its records. Or the text was cut; it is then among the copies for people to look at.
  private func foreignEdit(since base: Chunk) throws(StoreError) -> ForeignEdit? {
    let found = try folder.readSettled(exchange.swap, atMost: FileExchange.timeout)
    guard found.state != nil else { return nil }
    // On a network, writers are invisible, so a program may still be writing.
    guard found.text.last == .newline || base.count == 0 else {
      try exchange.keepSwap()
      return nil
    }
    return ForeignEdit(text: found.text, base: base)
  }

  /// Returns the chunk, whose file now has `text` and the state `state`.
  private func chunk(
    _ chunk: Chunk, writtenAs text: [UInt8], in state: FileFingerprint?
  ) -> Chunk {
    var written = ChunkDraft(chunk)
    written.origin = state
    // The contested records are on other lines now.
    if !written.extras.contested.isEmpty {
      let read = ShardReader.read(text, of: shard, in: entity, origin: nil)
      written.extras.contested = read.chunk.extras.contested
    }
    return written.finished()
  }

  private func put(
    _ bytes: [UInt8], expecting expected: FileFingerprint?
  ) throws(StoreError) -> FileExchange.Outcome {
    // A link keeps its target file, even if no record is left.
    if !bytes.isEmpty || isLinked {
      return try exchange.put(bytes, expecting: expected, &draft)
    }
    return try expected.map { expected throws(StoreError) in
      try exchange.takeAway(expecting: expected)
    } ?? .done(nil)
  }

  /// The contents to write, or those that the file already has.
  private struct Found {
    var chunk: Chunk
    /// The text of the file, if it was read.
    var text: [UInt8]?
    /// The state of the file whose contents the chunk includes.
    let state: FileFingerprint?
    /// Whether records are missing that were not deleted in the store.
    let hasLost: Bool

    func folded(_ written: WrittenChunk, isForeign: Bool) -> FoldedShard {
      FoldedShard(
        entity: chunk.entity.name, chunk: chunk, isForeign: isForeign, hasLost: hasLost,
        checksums: written.checksums)
    }
  }

  /// Merges the file's text with the journal's changes, when no program is in the middle of writing
  /// it.
  private func mergeFile() throws(StoreError) -> Found {
    let (text, state) = try folder.readSettled(path, atMost: FileExchange.timeout)
    let file = merge.read(text, from: state)
    // A new record has to move to another key first.
    if try !merge.journaled.takenKeys(in: file).records.isEmpty {
      throw .busy(path: folder.path)
    }
    return Found(
      chunk: try merge.chunk(of: file), text: text, state: state,
      hasLost: hasLost(in: state) { text })
  }

  private func hasLost<Failure>(
    in state: FileFingerprint?, text: () throws(Failure) -> [UInt8]
  ) throws(Failure) -> Bool {
    try before.loss(of: shard, entity.name, size: state.map { Int($0.size) }, text: text) != nil
  }

  /// Handles the leftovers of an interrupted fold.
  ///
  /// A draft may be torn. A swapped file is whole, unless a program is writing it.
  private func absorbLeftovers(of exchange: FileExchange) throws(StoreError) {
    try exchange.removeDraft()
    guard try folder.fingerprint(of: exchange.swap) != nil else { return }
    let (swapped, origin) = try folder.readSettled(exchange.swap, atMost: FileExchange.timeout)
    guard let origin else { return }
    let (current, state) = try folder.readSettled(path, atMost: FileExchange.timeout)
    if !current.isEmpty, ShardWriter.write(try merge.chunk(of: current, from: nil)) == swapped {
      // The fold was interrupted before the exchange; its text would be written again.
      return try exchange.removeSwap()
    }
    let older = try merge.chunk(of: swapped, from: origin)
    if state == nil, older.count > 0 || !older.extras.isEmpty, try exchange.restoreSwap() {
      return
    }
    if ShardWriter.write(older) != current {
      try exchange.keepSwap()
    } else {
      try exchange.removeSwap()
    }
  }
}

/// The three-way merge of a shard's text with the changes in the journal.
///
/// A change includes the value before it, so base, ours and theirs are all known. If the text has
/// the old value, it gets the new one. If it has the new one, it stays. A third value stays and is
/// reported.
struct ShardMerge {
  let entity: Entity
  let shard: ShardName
  let problems: ProblemLog
  let journaled: JournaledChanges

  /// Returns the merged chunk for `text`, the contents of the shard's file in the state `origin`.
  func chunk(
    of text: [UInt8], from origin: FileFingerprint?
  ) throws(StoreError) -> Chunk {
    try chunk(of: read(text, from: origin))
  }

  /// Returns the merged chunk for the contents of the shard's file.
  func chunk(of file: Chunk) throws(StoreError) -> Chunk {
    file.replaying(try journaled.of(shard, entity.name), problems) {
      journaled.isWritten($0, in: shard, of: entity.name)
    }
  }

  /// Reads the text of the shard's file, and notes its damage.
  func read(_ text: [UInt8], from origin: FileFingerprint?) -> Chunk {
    let read = ShardReader.read(text, of: shard, in: entity, origin: origin)
    problems.replace(with: read.problems, in: shard.path(entity: entity.name))
    return read.chunk
  }

  /// Merges another program's edit of `base` into `result`.
  ///
  /// - Parameters:
  ///   - text: the other program's text.
  ///   - base: the chunk that the other program found in the file for a moment.
  ///   - result: the chunk without the edit.
  /// - Returns: `result` with the edit.
  func chunk(of text: [UInt8], since base: Chunk, on result: Chunk) -> Chunk {
    let theirs = ShardReader.read(text, of: shard, in: entity, origin: nil).chunk
    var draft = ChunkDraft(result)
    // The other program's edit comes after all other changes.
    for change in theirs.changes(since: base) { draft.take(change) }
    draft.extras.adoptText(of: theirs.extras, insteadOf: base.extras)
    var log = ReplayLog()
    if Set(theirs.extras.contested.keys) == Set(draft.extras.contested.keys) {
      draft.showContested(of: theirs, &log)
    }
    problems.add(log.problems(in: entity))
    return draft.finished()
  }
}
