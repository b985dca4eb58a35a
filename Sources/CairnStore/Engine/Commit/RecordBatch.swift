/// New records of one entity that are added to chunks without a change value for each.
///
/// Records are collected until their shard is full. Then they are added to its columns, one column
/// after the other, which is much faster than one record after the other.
struct RecordBatch {
  /// A chunk with new records, which start at `firstRow`.
  struct Piece: Sendable {
    var chunk: Chunk
    var firstRow: Int
  }

  /// The name of the records' entity.
  let entity: String

  /// The finished chunks; after `finish`, all chunks.
  private(set) var pieces: [Piece] = []
  private let table: LazyTable
  private let forms: [ValueForm]

  /// The present contents of the shard to extend; its new records are kept separately.
  private var open: ChunkDraft?
  /// The number of records in the open shard without the batch.
  private var firstRow = 0
  private var keys: [RecordKey] = []
  private var rows: [[Value?]] = []

  /// The new records of the finished chunks.
  var ids: [ObjectID] {
    pieces.flatMap { $0.chunk.keys[$0.firstRow...] }.map { ObjectID(entity: entity, key: $0) }
  }

  init(extending table: LazyTable) {
    self.table = table
    entity = table.entity.name
    forms = table.entity.storedProperties.map(\.form)
  }

  /// The approximate size of the records as text, in bytes.
  var textSize: Int {
    let names = table.entity.storedProperties.reduce(24) { $0 + $1.name.utf8.count + 14 }
    return pieces.reduce(0) { size, piece in
      let texts = piece.chunk.columns.reduce(0) { size, column in
        if case .text(let texts) = column { size + texts.bytes.count } else { size }
      }
      return size + texts + (piece.chunk.count - piece.firstRow) * names
    }
  }

  /// Adds a record with a key above all others and a value for each stored property.
  mutating func append(_ key: RecordKey, _ values: [Value?]) throws(StoreError) {
    precondition(values.count == forms.count, "a value for each stored property")
    for (column, form) in forms.enumerated() {
      guard let value = values[column], !form.accepts(value) || value.hasZero else { continue }
      let id = ObjectID(entity: entity, key: key)
      try table.entity.storedProperties[column].check(value, of: id)
    }
    let shard = ShardName(of: key, inEntity: entity)
    if open?.shard != shard {
      let chunk = try table.chunk(of: shard)
      finish()
      firstRow = chunk?.count ?? 0
      // The batch may have been finished before, so that its records could be read.
      if let last = pieces.last, last.chunk.shard == shard {
        pieces.removeLast()
        open = ChunkDraft(last.chunk)
      } else {
        open = chunk.map(ChunkDraft.init) ?? ChunkDraft(entity: table.entity, shard: shard)
      }
    }
    keys.append(key)
    rows.append(values)
  }

  /// Adds the last records to a chunk.
  mutating func finish() {
    guard var draft = open.take() else { return }
    draft.append(keys, rows)
    pieces.append(Piece(chunk: draft.finished(), firstRow: firstRow))
    keys.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
  }
}
