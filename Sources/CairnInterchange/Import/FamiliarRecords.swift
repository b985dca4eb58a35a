internal import CairnStore

/// Finds out whether the new records of an import stand in the store already, as after a file was
/// imported twice.
struct FamiliarRecords {
  /// How many new records of a collection are looked for, the first ones.
  static let limit = 100

  /// The first new records of a collection, by the fields that the first one has a value for.
  private struct Sample {
    let entity: Entity
    let places: [Int]
    var records: Set<[Value?]> = []
    var count = 0
    /// The values of each field, by which most stored records are told apart at once.
    var values: [Set<Value?>]

    init(_ first: RecordDraft) {
      entity = first.entity
      places = first.values.indices.filter { first.values[$0] != nil }
      values = places.map { _ in [] }
    }

    mutating func add(_ draft: RecordDraft) {
      count += 1
      records.insert(places.map { draft.values[$0] })
      for (index, place) in places.enumerated() { values[index].insert(draft.values[place]) }
    }
  }

  private var samples: [String: Sample] = [:]

  /// Takes in a new record.
  ///
  /// Cost: a look at a number, for all but the first.
  mutating func note(_ draft: RecordDraft) {
    let name = draft.entity.name
    if let count = samples[name]?.count, count == Self.limit { return }
    samples[name, default: Sample(draft)].add(draft)
  }

  /// What a person should hear: a line for each collection of which all that was looked for is
  /// there.
  ///
  /// Cost: reads one field of each record of these collections.
  func notices(_ stored: StoredRecords) -> [String] {
    samples.values.sorted { $0.entity.name < $1.entity.name }.compactMap { sample in
      guard let table = stored.table(sample.entity.name), isAllThere(sample, in: table) else {
        return nil
      }
      let subject =
        switch sample.count {
        case 1: "the new record is"
        case ..<Self.limit: "the \(sample.count) new records are"
        default: "the first \(sample.count) new records are"
        }
      return "\(sample.entity.plural): \(subject) there already, with the same values; "
        + "--match FIELD changes such records and adds none"
    }
  }

  private func isAllThere(_ sample: Sample, in table: Table) -> Bool {
    var missing = sample.records
    let widest = sample.values.indices.max { sample.values[$0].count < sample.values[$1].count }
    guard let widest, table.entity.storedProperties == sample.entity.storedProperties else {
      return false
    }
    for chunk in table.chunks {
      let column = chunk.columns[sample.places[widest]]
      for row in 0..<chunk.count where sample.values[widest].contains(column[row]) {
        missing.remove(sample.places.map { chunk.columns[$0][row] })
        if missing.isEmpty { return true }
      }
    }
    return false
  }
}
