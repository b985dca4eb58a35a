internal import CairnStore

/// The records of an entity that were merged, as rows of an import find them.
struct MergedRecords {
  /// A merged record, and the stored record that has its content now.
  struct Found {
    let texts: [String: [String]]
    let kept: ObjectID
    /// Whether the row is about a record that is gone.
    let isGone: Bool
  }

  private let entity: Entity
  private let records: [MergedRecord]
  private let stored: StoredRecords
  /// The merged records by their texts in a field, for each field that was searched.
  private var places: [String: [[String]: [Int]]] = [:]

  init(of entity: Entity, in stored: StoredRecords) {
    self.entity = entity
    self.stored = stored
    records = stored.mergedRecords(of: entity)
  }

  /// Returns the merged record that a draft is about.
  ///
  /// Of several, it is the one that shares most values with the draft.
  ///
  /// - Parameters:
  ///   - draft: the draft.
  ///   - place: the field in which the values must be equal, from 0 among the stored properties.
  ///   - isWhole: whether all values that the row gives must be equal.
  /// - Returns: the record; `nil` without one, or if the kept record is gone.
  mutating func record(like draft: RecordDraft, by place: Int, isWhole: Bool) -> Found? {
    guard !records.isEmpty, let value = draft.values[place] else { return nil }
    let name = entity.storedProperties[place].name
    if places[name] == nil {
      places[name] = Dictionary(grouping: records.indices) { records[$0].texts[name] ?? [] }
    }
    let given = draft.isGiven.indices.filter { draft.isGiven[$0] }
      .filter { draft.values[$0].linkedKeys.isEmpty }
    var best: (record: MergedRecord, rank: Int)?
    for index in places[name]?[MergedRecord.texts(of: value)] ?? [] {
      let record = records[index]
      let rank = given.count { Self.has(record.texts, draft, $0) }
      if isWhole, rank < given.count { continue }
      if best.map({ rank > $0.rank }) ?? true { best = (record, rank) }
    }
    guard let best, let kept = heir(of: best.record) else { return nil }
    return Found(
      texts: best.record.texts, kept: ObjectID(entity: entity.name, key: kept),
      isGone: best.record.id.key != best.record.kept)
  }

  /// Whether a merged record had a draft's value in a field.
  static func has(_ texts: [String: [String]], _ draft: RecordDraft, _ place: Int) -> Bool {
    MergedRecord.texts(of: draft.values[place])
      == texts[draft.entity.storedProperties[place].name] ?? []
  }

  /// The stored record into which a record went, perhaps by several merges.
  private func heir(of record: MergedRecord) -> RecordKey? {
    var key = record.kept
    var seen: Set<RecordKey> = []
    while stored.row(ObjectID(entity: entity.name, key: key)) == nil {
      guard seen.insert(key).inserted,
        let next = records.last(where: { $0.id.key == key && $0.kept != key })
      else { return nil }
      key = next.kept
    }
    return key
  }
}

extension RecordAssembly {
  /// Returns the record into which a row's record was merged, and leaves out of the draft what the
  /// merge has decided.
  ///
  /// What the file has changed since the merge stays in the draft. Links stay as the merge left
  /// them.
  ///
  /// - Parameters:
  ///   - draft: the draft.
  ///   - known: the stored record that the row finds; `nil` for none.
  ///   - table: the table of the row.
  /// - Returns: the kept record; `nil` if the row is about no merged record.
  mutating func settleMerged(
    _ draft: inout RecordDraft, _ known: ObjectID?, of table: TablePlan
  ) -> ObjectID? {
    guard let (place, isWhole) = mergedPlace(of: draft, in: table) else { return nil }
    let name = draft.entity.name
    if merged[name] == nil { merged[name] = MergedRecords(of: draft.entity, in: stored) }
    guard let found = merged[name]?.record(like: draft, by: place, isWhole: isWhole),
      known == nil || known == found.kept
    else { return nil }
    for index in draft.isGiven.indices where draft.isGiven[index] {
      // The kept record has an identity of its own.
      if found.isGone && index == place || MergedRecords.has(found.texts, draft, index) {
        draft.leave(index)
      }
    }
    draft.references = []
    if found.isGone { mergedRows[name, default: 0] += 1 }
    return found.kept
  }

  /// The field by which a row finds merged records, and whether all other values must be equal.
  private func mergedPlace(
    of draft: RecordDraft, in table: TablePlan
  ) -> (place: Int, isWhole: Bool)? {
    switch table.match {
    case nil: return nil
    case .chosen(let attribute):
      return draft.entity.storedIndex(of: attribute.name).map { ($0, false) }
    case .identifier(let attribute):
      let place = attribute.flatMap { draft.entity.storedIndex(of: $0.name) }
      if let place, draft.values[place] != nil { return (place, false) }
      return table.anchor.first { draft.values[$0] != nil }.map { ($0, true) }
    case .values(let anchor):
      return anchor.first { draft.values[$0] != nil }.map { ($0, true) }
    }
  }

  /// The notices about rows of records that are gone by a merge.
  var mergedNotices: [String] {
    mergedRows.sorted { $0.key < $1.key }.map { entity, count in
      let plural = plan.model[entity]?.plural ?? entity
      return
        "\(plural): \(counted(count, "row")) \(count == 1 ? "belongs" : "belong") to merged records; "
        + "the kept records take only values that changed in the file"
    }
  }
}
