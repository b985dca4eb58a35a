/// The texts of an entity's shards, one after the other, made ahead on two threads.
struct ShardTexts {
  /// So many are made at once; all of them would need the memory of a large import twice.
  private static let groupSize = 64

  typealias Known = (chunk: Chunk, text: [UInt8])

  private let source: TableSource?
  private var rest: ArraySlice<ShardName>
  /// What was made ahead, the next one last.
  private var made: [Known?] = []

  /// The texts of `shards`, in their order; of those that `source` does not have there is none.
  init(_ source: TableSource?, _ shards: [ShardName]) {
    (self.source, rest) = (source, shards[...])
  }

  /// The next shard's chunk and text; `nil` if nothing of it is in memory.
  ///
  /// - Throws: why its chunk cannot be had.
  mutating func next() throws(StoreError) -> Known? {
    if made.isEmpty {
      var chunks: [Chunk?] = []
      for shard in rest.prefix(Self.groupSize) { chunks.append(try source?.chunk(of: shard)) }
      rest = rest.dropFirst(chunks.count)
      let texts = chunks.compactMapOnTwoThreads { chunk -> [UInt8]? in
        chunk.map { ShardWriter.write($0) } ?? []
      }
      made = zip(chunks, texts).map { chunk, text in chunk.map { ($0, text) } }.reversed()
    }
    return made.popLast() ?? nil
  }
}
