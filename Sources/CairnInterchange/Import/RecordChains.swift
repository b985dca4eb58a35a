internal import CairnStore

/// Stored records, found by a hash of some of their values.
///
/// Records with the same hash form a chain, in the order of their keys. A record that a row has
/// claimed leaves its chain at the next search. So a search among many equal records is short.
///
/// Cost: 24 bytes for each record of the table.
struct RecordChains {
  /// The position of a record in the table.
  private struct Position {
    let chunk: Int32
    let row: Int32
  }

  private let table: Table
  private let places: [StoredPlace]
  private var first: [Int: Int32] = [:]
  /// The next position of each chain; -1 at its end.
  private var next: [Int32] = []
  private var positions: [Position] = []

  /// Creates the chains of a table's records.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - places: the places of the hashed values.
  init(_ table: Table, by places: [StoredPlace]) {
    (self.table, self.places) = (table, places)
    next.reserveCapacity(table.count)
    positions.reserveCapacity(table.count)
    first.reserveCapacity(table.count)
    // The last record comes first, so that each chain begins with its first record.
    for (number, chunk) in table.chunks.enumerated().reversed() {
      for row in (0..<chunk.count).reversed() {
        var hasher = Hasher()
        for place in places { hasher.combine(place.value(in: chunk, row)) }
        let hash = hasher.finalize()
        next.append(first.updateValue(Int32(next.count), forKey: hash) ?? -1)
        positions.append(Position(chunk: Int32(number), row: Int32(row)))
      }
    }
  }

  /// Visits the records with the hash of a draft.
  ///
  /// - Parameters:
  ///   - draft: The draft.
  ///   - claimed: The records to leave out.
  ///   - visit: Receives a record by its chunk and row; returns whether to go on.
  mutating func search(
    _ draft: RecordDraft, without claimed: Set<RecordKey>, _ visit: (Chunk, Int) -> Bool
  ) {
    var hasher = Hasher()
    for place in places { hasher.combine(place.value(in: draft)) }
    let hash = hasher.finalize()
    var (previous, current) = (Int32(-1), first[hash] ?? -1)
    while current >= 0 {
      let position = positions[Int(current)]
      let (chunk, row) = (table.chunks[Int(position.chunk)], Int(position.row))
      let following = next[Int(current)]
      if claimed.contains(chunk.keys[row]) {
        if previous >= 0 { next[Int(previous)] = following } else { first[hash] = following }
      } else {
        guard visit(chunk, row) else { return }
        previous = current
      }
      current = following
    }
  }
}

/// The place of a field in the drafts of an import and in the stored records.
struct StoredPlace {
  /// The position among the stored properties of a draft.
  let draft: Int
  /// The position among the columns of the store; `nil` if it lacks the field.
  private let column: Int?
  /// Whether the import changes the type of the field, so that values are compared by their texts.
  private let isText: Bool

  /// Creates the place of a stored property of `entity` in a table of stored records.
  init(_ place: Int, of entity: Entity, in table: Table) {
    draft = place
    let property = entity.storedProperties[place]
    column = table.entity.storedIndex(of: property.name)
    let known = column.map { table.entity.storedProperties[$0] }
    isText = known.map { $0.valueForm != property.valueForm } ?? false
  }

  /// Returns a stored record's value.
  func value(in chunk: Chunk, _ row: Int) -> Value? {
    column.flatMap { comparable(chunk.columns[$0][row]) }
  }

  /// Returns a draft's value.
  func value(in draft: RecordDraft) -> Value? { comparable(draft.values[self.draft]) }

  private func comparable(_ value: Value?) -> Value? {
    isText ? value.map { .text(FieldIndex.text(of: $0)) } : value
  }
}

extension Property {
  /// The type of the values, and whether there may be several; `nil` for a link.
  fileprivate var valueForm: ValueForm? {
    guard case .attribute(let attribute) = self else { return nil }
    return ValueForm(type: attribute.type, isList: attribute.isList)
  }
}

/// The type of a field's values, and whether there may be several.
private struct ValueForm: Equatable {
  let type: AttributeType
  let isList: Bool
}
