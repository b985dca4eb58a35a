/// A reader of the records of an entity, shard by shard, without a cache.
struct StreamingReader {
  private let table: LazyTable
  private let test: (any RowTest)?
  private var shards: ArraySlice<ShardName>
  /// Records that were found and not yet returned.
  private var found: ArraySlice<Row> = []
  private var skipped: Int
  private var wanted: Int

  /// A reader of the records that match `request`, in the order of their keys.
  init(_ request: FetchRequest, in snapshot: Snapshot, at clock: WallClock) throws(FilterError) {
    do throws(StoreError) {
      table = try snapshot.lazyTable(request.entity)
      shards = try table.shards().sorted()[...]
    } catch {
      throw .unavailable(error)
    }
    let compiler = PredicateCompiler(
      snapshot: snapshot, entity: table.entity, clock: clock,
      findsWordsAround: request.findsWordsAround)
    test = try request.predicate.map { predicate throws(FilterError) in
      try compiler.compile(predicate)
    }
    skipped = request.offset
    wanted = request.limit ?? .max
  }

  /// The next `count` records, fewer at the end; `nil` once `isCanceled`, which is asked between
  /// steps of some files each.
  mutating func read(
    _ count: Int, unless isCanceled: () -> Bool
  ) throws(StoreError) -> [Row]? {
    let count = min(count, wanted)
    while found.count < count, !shards.isEmpty {
      if isCanceled() { return nil }
      let missing = count - found.count
      let next = shards.prefix((missing - 1) / Int(ShardName.capacity) + 1)
      let chunks = try table.uncachedChunks(Array(next))
      shards = shards.dropFirst(next.count)
      for shard in next { if let chunk = chunks[shard] { take(chunk) } }
    }
    let rows = Array(found.prefix(count))
    found = Array(found.dropFirst(count))[...]
    wanted -= rows.count
    return rows
  }

  private mutating func take(_ chunk: Chunk) {
    let all = RowSet(allOf: chunk.count)
    let rows = (test?.rows(of: chunk, among: all) ?? all).map { Row(chunk: chunk, index: $0) }
    found += rows.dropFirst(skipped)
    skipped -= min(skipped, rows.count)
  }
}
