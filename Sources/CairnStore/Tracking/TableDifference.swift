/// The records in which two states of one table differ.
///
/// Found by looking, not by being told, so that it is right whatever came between: a save, an undo,
/// an edit of the files, or several of them. Chunks that both states share are passed over, which
/// leaves the few in which something changed; in these, columns that they share are.
struct TableDifference {
  /// A record that came, went, or has other values.
  struct Entry {
    let key: RecordKey
    let old: RowPlace?
    let new: RowPlace?
  }

  private(set) var entries: [Entry] = []

  /// The chunks of the new state that the old one doesn't have, and what the old ones became.
  private(set) var newChunks: [Int] = []
  private(set) var oldChunks: [Int] = []

  /// Where each old chunk's records are now: the chunk, and where it changed, each row's row.
  private var moves: [ChunkMove] = []

  private struct ChunkMove {
    var chunk: UInt32 = 0
    /// By old row, the new one, or `gone`; `nil` where all stay.
    var rows: [UInt32]?
    static let gone = UInt32.max
  }

  /// The difference between two tables of one entity.
  init(from old: Table, to new: Table) {
    moves = Array(repeating: ChunkMove(), count: old.chunks.count)
    var place = 0
    for (index, chunk) in new.chunks.enumerated() {
      while place < old.chunks.count, old.chunks[place].shard < chunk.shard {
        compare(old.chunks[place], at: place, with: nil, at: index)
        place += 1
      }
      if place < old.chunks.count, old.chunks[place].shard == chunk.shard {
        compare(old.chunks[place], at: place, with: chunk, at: index)
        place += 1
      } else {
        compare(nil, at: place, with: chunk, at: index)
      }
    }
    while place < old.chunks.count {
      compare(old.chunks[place], at: place, with: nil, at: new.chunks.count)
      place += 1
    }
  }

  var isEmpty: Bool { newChunks.isEmpty && oldChunks.isEmpty }

  /// Where a record is now whose values are as they were; `nil` for any other.
  @inline(__always)
  func place(ofUnchanged place: RowPlace) -> RowPlace? {
    let move = moves[Int(place.chunk)]
    guard let rows = move.rows else { return RowPlace(chunk: move.chunk, row: place.row) }
    let row = rows[Int(place.row)]
    return row == ChunkMove.gone ? nil : RowPlace(chunk: move.chunk, row: row)
  }

  private mutating func compare(
    _ old: Chunk?, at oldIndex: Int, with new: Chunk?, at newIndex: Int
  ) {
    if let old, let new, old === new {
      moves[oldIndex].chunk = UInt32(newIndex)
      return
    }
    if new != nil { newChunks.append(newIndex) }
    guard let old else {
      for (row, key) in (new?.keys ?? []).enumerated() { add(key, nil, (newIndex, row)) }
      return
    }
    oldChunks.append(oldIndex)
    var rows = Array(repeating: ChunkMove.gone, count: old.count)
    let columns = new.map { Self.changedColumns(old, $0) } ?? []
    var row = 0
    for (oldRow, key) in old.keys.enumerated() {
      while let new, row < new.count, new.keys[row] < key {
        add(new.keys[row], nil, (newIndex, row))
        row += 1
      }
      guard let new, row < new.count, new.keys[row] == key else {
        add(key, (oldIndex, oldRow), nil)
        continue
      }
      if columns.allSatisfy({ old.columns[$0].holdsSame(oldRow, as: new.columns[$0], row) }) {
        rows[oldRow] = UInt32(row)
      } else {
        add(key, (oldIndex, oldRow), (newIndex, row))
      }
      row += 1
    }
    while let new, row < new.count {
      add(new.keys[row], nil, (newIndex, row))
      row += 1
    }
    moves[oldIndex] = ChunkMove(chunk: UInt32(newIndex), rows: rows)
  }

  private mutating func add(_ key: RecordKey, _ old: (Int, Int)?, _ new: (Int, Int)?) {
    let places = [old, new].map { place in
      place.map { RowPlace(chunk: UInt32($0.0), row: UInt32($0.1)) }
    }
    entries.append(Entry(key: key, old: places[0], new: places[1]))
  }

  /// The columns in which rows may differ: all of them where records came or went.
  private static func changedColumns(_ old: Chunk, _ new: Chunk) -> [Int] {
    guard old.keys == new.keys else { return Array(old.columns.indices) }
    return old.columns.indices.filter { !old.columns[$0].holdsSame(as: new.columns[$0]) }
  }
}

extension Table {
  /// The record at `place`.
  func row(at place: RowPlace) -> Row {
    Row(chunk: chunks[Int(place.chunk)], index: Int(place.row))
  }
}

extension Row {
  /// The stored properties in which another state of the record, of the same entity, differs.
  func changedProperties(since old: Row) -> [Property] {
    chunk.entity.storedProperties.indices
      .filter { !chunk.columns[$0].holdsSame(index, as: old.chunk.columns[$0], old.index) }
      .map { chunk.entity.storedProperties[$0] }
  }
}
