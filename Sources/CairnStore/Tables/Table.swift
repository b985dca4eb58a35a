/// The records of one entity at one moment, in the order of their keys.
public struct Table: Sendable {
  /// The entity.
  public let entity: Entity

  /// The chunks in ascending order of their keys; none stands for nothing: it has records or
  /// texts beside them, or a file that has neither.
  public private(set) var chunks: ChunkList

  /// The number of records.
  public private(set) var count: Int

  /// The table of `chunks`, which are in order; those that stand for nothing are left out.
  init(entity: Entity, chunks: [Chunk]) {
    self.entity = entity
    self.chunks = ChunkList(chunks.filter(\.standsForSomething))
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
    index(of: shard).map { chunks[$0] }
  }

  /// The texts that are written for a field of it and are no values that this can hold, in no order.
  ///
  /// Cost: a look at all texts of its records that are no values.
  public func unfitTexts(of field: String) -> [String] {
    chunks.flatMap { chunk in
      chunk.extras.fields.values.joined().lazy.filter { $0.name == field }.map(\.text)
    }
  }

  /// The table with `replaced` in the place of their shards' chunks.
  ///
  /// Cost: where each is in another's place, no look at the chunks that stay.
  func replacing(_ replaced: [ShardName: Chunk]) -> Table {
    var table = self
    for (shard, chunk) in replaced {
      guard chunk.standsForSomething, let index = index(of: shard) else { return merged(replaced) }
      table.count += chunk.count - chunks[index].count
      table.chunks[index] = chunk
    }
    return table
  }

  private func merged(_ replaced: [ShardName: Chunk]) -> Table {
    let kept = chunks.filter { replaced[$0.shard] == nil }
    return Table(entity: entity, chunks: (kept + replaced.values).sorted { $0.shard < $1.shard })
  }

  /// The rows one after the other, in the order of their keys.
  public var rows: some Sequence<Row> {
    chunks.lazy.flatMap { chunk in
      (0..<chunk.count).lazy.map { Row(chunk: chunk, index: $0) }
    }
  }

  /// The place of the chunk of `shard`, `nil` if there is none.
  func index(of shard: ShardName) -> Int? {
    let index = chunks.partitioningIndex { $0.shard >= shard }
    return index < chunks.count && chunks[index].shard == shard ? index : nil
  }
}
