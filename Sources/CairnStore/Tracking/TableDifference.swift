/// The records that differ between two states of one table.
///
/// They are found by comparison, so the result is right after any change: a save, an undo, an edit
/// of the files, or several of them. Chunks that both states share are skipped, so that few chunks
/// are compared. In these, shared columns are skipped.
struct TableDifference {
  /// A record that was inserted, deleted or changed.
  struct Entry {
    let key: RecordKey
    let old: RowPlace?
    let new: RowPlace?
  }

  private(set) var entries: [Entry] = []

  /// The new position of the records of each old chunk.
  private var chunks: [ChunkMove]

  /// The new row, or `gone`, for each old row of the changed chunks, chunk by chunk.
  private var rows: [UInt32] = []

  private struct ChunkMove {
    var chunk: UInt32 = 0
    /// The index in `rows` at which the chunk's rows begin; `nil` if all rows stay.
    var start: Int?
  }

  private static let gone = UInt32.max

  /// Compares two tables of one entity.
  init(from old: Table, to new: Table) {
    chunks = Array(repeating: ChunkMove(), count: old.chunks.count)
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

  /// Returns the new place of an unchanged record; `nil` for any other record.
  @inline(__always)
  func place(ofUnchanged place: RowPlace) -> RowPlace? {
    let move = chunks[Int(place.chunk)]
    guard let start = move.start else { return RowPlace(chunk: move.chunk, row: place.row) }
    let row = rows[start + Int(place.row)]
    return row == Self.gone ? nil : RowPlace(chunk: move.chunk, row: row)
  }

  private mutating func compare(
    _ old: Chunk?, at oldIndex: Int, with new: Chunk?, at newIndex: Int
  ) {
    if let old, let new, old === new {
      chunks[oldIndex].chunk = UInt32(newIndex)
      return
    }
    guard let old else {
      for (row, key) in (new?.keys ?? []).enumerated() { add(key, nil, (newIndex, row)) }
      return
    }
    chunks[oldIndex] = ChunkMove(chunk: UInt32(newIndex), start: rows.count)
    let columns = new.map { Self.changedColumns(old, $0) } ?? []
    var row = 0
    for (oldRow, key) in old.keys.enumerated() {
      while let new, row < new.count, new.keys[row] < key {
        add(new.keys[row], nil, (newIndex, row))
        row += 1
      }
      guard let new, row < new.count, new.keys[row] == key else {
        add(key, (oldIndex, oldRow), nil)
        rows.append(Self.gone)
        continue
      }
      if columns.allSatisfy({ old.columns[$0].holdsSame(oldRow, as: new.columns[$0], row) }) {
        rows.append(UInt32(row))
      } else {
        add(key, (oldIndex, oldRow), (newIndex, row))
        rows.append(Self.gone)
      }
      row += 1
    }
    while let new, row < new.count {
      add(new.keys[row], nil, (newIndex, row))
      row += 1
    }
  }

  private mutating func add(_ key: RecordKey, _ old: (Int, Int)?, _ new: (Int, Int)?) {
    let places = [old, new].map { place in
      place.map { RowPlace(chunk: UInt32($0.0), row: UInt32($0.1)) }
    }
    entries.append(Entry(key: key, old: places[0], new: places[1]))
  }

  /// The columns in which rows may differ: all columns if records were inserted or deleted.
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
  /// The stored properties that differ in another state of the same record.
  func changedProperties(since old: Row) -> [Property] {
    chunk.entity.storedProperties.indices
      .filter { !chunk.columns[$0].holdsSame(index, as: old.chunk.columns[$0], old.index) }
      .map { chunk.entity.storedProperties[$0] }
  }
}

/// The links of records that changed because the records at their other end changed.
///
/// The records at the other end store these links.
struct LinkDifference {
  /// The names of the relationships, by record.
  private(set) var fields: [RecordKey: [String]] = [:]

  /// Compares the links of `entity`'s records between two snapshots of one model.
  ///
  /// It reads no collection, because links of an unread collection were not shown.
  init(of entity: Entity, from old: Snapshot, to new: Snapshot) {
    for relationship in entity.relationships {
      guard let step = LinkStep(relationship, of: entity, in: new.model),
        case .inverse(let column) = step.storage,
        let before = old.tables[step.destination.name],
        let after = new.tables[step.destination.name], before !== after,
        let oldTable = before.loaded, let newTable = after.loaded
      else { continue }
      let difference = TableDifference(from: oldTable, to: newTable)
      var keys: Set<RecordKey> = []
      for entry in difference.entries {
        let was = entry.old.map { Self.targets(oldTable.row(at: $0), column) } ?? []
        let now = entry.new.map { Self.targets(newTable.row(at: $0), column) } ?? []
        keys.formUnion(was.symmetricDifference(now))
      }
      for key in keys { fields[key, default: []].append(relationship.name) }
    }
  }

  private static func targets(_ row: Row, _ column: Int) -> Set<RecordKey> {
    var keys: Set<RecordKey> = []
    row.chunk.columns[column].forEachLink(of: row.index) { keys.insert($0) }
    return keys
  }
}
