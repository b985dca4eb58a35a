/// The records of one entity at one moment, in the order of their keys.
public struct Table: Sendable {
  /// The entity.
  public let entity: Entity

  /// The chunks in ascending order of their keys; none stands for nothing: it has records or
  /// texts beside them, or a file that has neither.
  public let chunks: [Chunk]

  /// The number of records.
  public let count: Int

  /// The table of `chunks`, which are in order; those that stand for nothing are left out.
  init(entity: Entity, chunks: [Chunk]) {
    self.entity = entity
    let isFull = chunks.allSatisfy(\.standsForSomething)
    self.chunks = isFull ? chunks : chunks.filter(\.standsForSomething)
    count = self.chunks.reduce(0) { $0 + $1.count }
  }

  /// The record with `key`, in logarithmic time.
  public func row(_ key: RecordKey) -> Row? {
    guard let chunk = chunk(of: ShardName(of: key, in: entity)), let index = chunk.index(of: key)
    else { return nil }
    return Row(chunk: chunk, index: index)
  }

  /// The chunk of `shard`, `nil` if there is none.
  func chunk(of shard: ShardName) -> Chunk? {
    let place = chunkIndex(of: shard)
    guard place < chunks.count, chunks[place].shard == shard else { return nil }
    return chunks[place]
  }

  /// The table with `replaced` in the place of their shards' chunks.
  func replacing(_ replaced: [ShardName: Chunk]) -> Table {
    var chunks = chunks
    for chunk in replaced.values.sorted(by: { $0.shard < $1.shard }) {
      let place = chunks.partitioningIndex { $0.shard >= chunk.shard }
      if place < chunks.count, chunks[place].shard == chunk.shard {
        chunks[place] = chunk
      } else {
        chunks.insert(chunk, at: place)
      }
    }
    return Table(entity: entity, chunks: chunks)
  }

  /// The rows one after the other, in the order of their keys.
  public var rows: some Sequence<Row> {
    chunks.lazy.flatMap { chunk in
      (0..<chunk.count).lazy.map { Row(chunk: chunk, index: $0) }
    }
  }

  /// The first chunk whose shard is not before `shard`.
  func chunkIndex(of shard: ShardName) -> Int {
    chunks.partitioningIndex { $0.shard >= shard }
  }
}
