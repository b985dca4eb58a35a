internal import CairnFiles

/// The changes in segments of the journal, read once and only if a shard must be merged.
///
/// The segments' files are open: a tool that empties the private folder removes their names, but
/// not their contents.
final class JournaledChanges {
  private let segments: [Segment]
  private let folder: StoreFolder
  private let model: ObjectModel
  private let others: [RecordChange]
  private var known: [String: [ShardName: [RecordChange]]]?

  /// Creates the changes of segments.
  ///
  /// - Parameters:
  ///   - segments: the segments.
  ///   - folder: the folder of the store.
  ///   - model: the model whose names and types the changes get.
  ///   - others: changes after those, in the names of `model`.
  init(
    _ segments: [Segment], _ folder: StoreFolder, _ model: ObjectModel,
    and others: [RecordChange] = []
  ) {
    self.segments = segments
    self.others = others
    self.folder = folder
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

  private func all() throws(StoreError) -> [String: [ShardName: [RecordChange]]] {
    if let known { return known }
    var changes: [String: [ShardName: [RecordChange]]] = [:]
    for known in segments {
      var segment = known.fromItsStart
      let frames = try folder.perform { _ throws(FileError) in try segment.readFrames() }
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
