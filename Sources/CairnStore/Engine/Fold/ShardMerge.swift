/// The three-way merge of a shard: its text as somebody left it, with the journal's changes on top.
///
/// A change has the value before it, so base, ours and theirs are all there: the text has the old
/// value and takes the new one, has the new one already, or has a third, which stays and is told.
struct ShardMerge {
  let entity: Entity
  let shard: ShardName
  let problems: ProblemLog
  /// What the journal changes in the shard, in order; asked for only if there is text to merge.
  let changes: () throws(StoreError) -> [RecordChange]

  /// The chunk that `text` comes to, the contents of the shard's file in the state `origin`.
  func chunk(
    of text: [UInt8], from origin: FileFingerprint?
  ) throws(StoreError) -> Chunk {
    let read = ShardReader.read(text, of: shard, in: entity, origin: origin)
    problems.replace(with: read.problems, in: shard.path(entity: entity.name))
    return read.chunk.replaying(try changes(), problems)
  }

  /// The chunk that `result` comes to with what somebody else wrote on top of `base`.
  ///
  /// - Parameters:
  ///   - text: what they wrote.
  ///   - base: what they found in the file for a moment.
  ///   - result: what came of it otherwise.
  /// - Returns: `result` with their edit on top.
  func chunk(of text: [UInt8], since base: Chunk, on result: Chunk) -> Chunk {
    let theirs = ShardReader.read(text, of: shard, in: entity, origin: nil).chunk
    var draft = ChunkDraft(result)
    // Their edit comes after all others.
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
