/// The records of one entity at one moment, in the order of their keys.
public struct Table: Sendable {
  /// The entity.
  public let entity: Entity

  /// The chunks in ascending order of their keys; none is empty of records and extras.
  public let chunks: [Chunk]

  /// The number of records.
  public let count: Int

  init(entity: Entity, chunks: [Chunk]) {
    self.entity = entity
    self.chunks = chunks
    count = chunks.reduce(0) { $0 + $1.count }
  }

  /// The record with `key`, in logarithmic time.
  public func row(_ key: RecordKey) -> Row? {
    let place = chunkIndex(of: ShardName(of: key, in: entity))
    guard place < chunks.count, let index = chunks[place].index(of: key) else { return nil }
    return Row(chunk: chunks[place], index: index)
  }

  /// The rows one after the other, in the order of their keys.
  public var rows: some Sequence<Row> {
    chunks.lazy.flatMap { chunk in
      (0..<chunk.count).lazy.map { Row(chunk: chunk, index: $0) }
    }
  }

  /// The first chunk whose shard is not before `shard`.
  func chunkIndex(of shard: ShardName) -> Int {
    var low = 0
    var high = chunks.count
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].shard < shard { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
