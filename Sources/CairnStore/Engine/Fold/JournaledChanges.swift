internal import CairnFiles

/// The changes in segments of the journal, read once and only if a shard must be merged.
///
/// The segments' files are open: a tool that empties the private folder removes their names, but
/// not their contents.
final class JournaledChanges {
  private let segments: [Segment]
  private let journals: JournalFolder
  private let model: ObjectModel
  private let others: [RecordChange]
  private var known: [String: [ShardName: [RecordChange]]]?
  private lazy var written = journals.readWrittenKeys(model)

  /// Creates the changes of segments.
  ///
  /// - Parameters:
  ///   - segments: the segments.
  ///   - journals: the folder of the segments.
  ///   - model: the model whose names and types the changes get.
  ///   - others: changes after those, in the names of `model`.
  init(
    _ segments: [Segment], _ journals: JournalFolder, _ model: ObjectModel,
    and others: [RecordChange] = []
  ) {
    self.segments = segments
    self.others = others
    self.journals = journals
    self.model = model
  }

  /// Returns the changes of a shard, in order.
  func of(_ shard: ShardName, _ entity: String) throws(StoreError) -> [RecordChange] {
    try all()[entity]?[shard] ?? []
  }

  /// Returns the changes of an entity, in order within each shard.
  func of(_ entity: String) throws(StoreError) -> [RecordChange] {
    try all()[entity]?.values.flatMap(\.self) ?? []
  }

  /// Returns whether a fold wrote the new record with a key, which a person may have edited since.
  func isWritten(_ key: RecordKey, in shard: ShardName, of entity: String) -> Bool {
    written.contains(key, in: shard, of: entity)
  }

  /// Returns the new records of a shard whose keys its file gives to other records.
  func takenKeys(in file: Chunk) throws(StoreError) -> TakenKeys {
    let (shard, entity) = (file.shard, file.entity.name)
    return TakenKeys(in: file, try of(shard, entity)) { isWritten($0, in: shard, of: entity) }
  }

  private func all() throws(StoreError) -> [String: [ShardName: [RecordChange]]] {
    if let known { return known }
    var changes: [String: [ShardName: [RecordChange]]] = [:]
    for known in segments {
      var segment = known.fromItsStart
      let frames = try journals.store.perform { _ throws(FileError) in try segment.readFrames() }
      // Not the frames saved after the position that this process has read up to.
      for frame in frames.prefix(known.frameCount) {
        guard var decoder = FrameDecoder(frame, model) else { continue }
        while let change = decoder.next() {
          let shard = ShardName(of: change.id.key, inEntity: change.id.entity)
          changes[change.id.entity, default: [:]][shard, default: []].append(change)
        }
      }
    }
    for change in others {
      let shard = ShardName(of: change.id.key, inEntity: change.id.entity)
      changes[change.id.entity, default: [:]][shard, default: []].append(change)
    }
    known = changes
    return changes
  }
}
