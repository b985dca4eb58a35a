/// New records of one entity on their way into chunks, without a change value for each.
struct RecordBatch {
  /// A chunk with new records, which stand from `firstRow` on.
  struct Piece {
    var chunk: Chunk
    var firstRow: Int
  }

  private(set) var finishedPieces: [Piece] = []
  private var draft: ChunkDraft?
  private var firstRow = 0
  private let source: TableSource

  init(extending source: TableSource) {
    self.source = source
  }

  /// The pieces, the one still growing included.
  var pieces: [Piece] {
    finishedPieces + (draft.map { [Piece(chunk: $0.finished(), firstRow: firstRow)] } ?? [])
  }

  /// About how many bytes its records take as text.
  var textSize: Int {
    let names = source.entity.storedProperties.reduce(24) { $0 + $1.name.utf8.count + 14 }
    return pieces.reduce(0) { size, piece in
      let texts = piece.chunk.columns.reduce(0) { size, column in
        if case .text(let texts) = column { size + texts.bytes.count } else { size }
      }
      return size + texts + (piece.chunk.count - piece.firstRow) * names
    }
  }

  /// Adds a record with a key above all others and a value for each stored property.
  mutating func append(_ key: RecordKey, _ values: [Value?]) throws(StoreError) {
    let entity = source.entity
    precondition(values.count == entity.storedProperties.count, "a value for each stored property")
    let shard = ShardName(of: key, in: entity)
    if draft?.shard != shard { try start(shard) }
    guard let row = draft?.insert(key) else { return }
    for (column, value) in values.enumerated() {
      guard let value else { continue }
      let property = entity.storedProperties[column]
      try property.check(value, of: ObjectID(entity: entity.name, key: key))
      _ = draft?.columns[column].replace(row, with: value)
    }
  }

  private mutating func start(_ shard: ShardName) throws(StoreError) {
    let chunk = try source.chunk(of: shard)
    finishedPieces = pieces
    draft = chunk.map(ChunkDraft.init) ?? ChunkDraft(entity: source.entity, shard: shard)
    firstRow = draft?.keys.count ?? 0
  }
}

extension Property {
  /// Refuses a value that the property cannot store.
  func check(_ value: Value, of id: ObjectID) throws(StoreError) {
    guard accepts(value) else {
      throw .unfitValue(id, field: name, reason: "cannot hold a value of this type")
    }
    for case .text(let text) in value.elements where text.utf8.contains(0) {
      throw .unfitValue(id, field: name, reason: "cannot hold the character U+0000")
    }
  }
}
