internal import CairnStore

/// The records of an entity that were merged, as rows of an import find them.
struct MergedRecords {
  /// A merged record, and the stored record that has its content now.
  struct Found {
    /// The position of the record's note.
    let place: Int
    /// What the file said about the record, by the names of the fields.
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
  /// What rows of this import said, by the positions of the notes.
  private var news: [Int: [String: [String]]] = [:]

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
  ///   - known: the stored record that the row finds. Its own note counts if no other one does.
  /// - Returns: the record; `nil` without one, or if the kept record is gone.
  mutating func record(
    like draft: RecordDraft, by place: Int, isWhole: Bool, known: ObjectID?
  ) -> Found? {
    guard !records.isEmpty, let value = draft.values[place] else { return nil }
    let name = entity.storedProperties[place].name
    if places[name] == nil {
      places[name] = Dictionary(grouping: records.indices) { records[$0].texts[name] ?? [] }
    }
    let given = draft.givenPlaces
      .filter { draft.values[$0].linkedKeys.isEmpty }
    var best: (index: Int, rank: Int)?
    for index in places[name]?[MergedRecord.texts(of: value)] ?? [] {
      let rank = given.count { Self.has(texts(at: index), draft, $0) }
      if isWhole, rank < given.count { continue }
      if best.map({ rank > $0.rank }) ?? true { best = (index, rank) }
    }
    if best == nil, !isWhole, let known {
      best = records.lastIndex { $0.id == known && $0.kept == known.key }.map { ($0, 0) }
    }
    guard let best, let kept = heir(of: records[best.index]) else { return nil }
    let id = ObjectID(entity: entity.name, key: kept)
    return Found(
      place: best.index, texts: texts(at: best.index), kept: id,
      isGone: records[best.index].id != id)
  }

  private func texts(at place: Int) -> [String: [String]] { news[place] ?? records[place].texts }

  /// Notes what a row says about the record at a position.
  mutating func note(_ texts: [String: [String]], at place: Int) {
    if texts != self.texts(at: place) { news[place] = texts }
  }

  /// Notes the ends of a link that a row names.
  mutating func note(_ link: [String], called name: String, at place: Int) {
    var texts = texts(at: place)
    texts[name] = link.isEmpty ? nil : link
    note(texts, at: place)
  }

  /// The changes of the notes, so that the next import compares rows with this one.
  var changes: [RecordChange] {
    news.sorted { $0.key < $1.key }.filter { $0.value != records[$0.key].texts }
      .map { MergedRecord.change(of: records[$0.key].note, to: $0.value, in: entity) }
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
  /// What the file has changed since the merge, or since the last import, stays in the draft. The
  /// owned records in the row are ignored: the kept record owns the records of all merged records.
  ///
  /// - Parameters:
  ///   - draft: the draft.
  ///   - known: the stored record that the row finds; `nil` for none.
  ///   - table: the table of the row.
  /// - Returns: the record, with what the row says about it; `nil` if the row is about no merged
  ///   record.
  mutating func settleMerged(
    _ draft: inout RecordDraft, _ known: ObjectID?, of table: TablePlan
  ) -> MergedRecords.Found? {
    guard let (place, isWhole) = mergedPlace(of: draft, in: table) else { return nil }
    let name = draft.entity.name
    if merged[name] == nil { merged[name] = MergedRecords(of: draft.entity, in: stored) }
    guard
      let found = merged[name]?.record(
        like: draft, by: place, isWhole: isWhole, known: known),
      known == nil || known == found.kept
    else { return nil }
    var texts = found.texts
    for index in draft.givenPlaces {
      let said = MergedRecord.texts(of: draft.values[index])
      texts[draft.entity.storedProperties[index].name] = said.isEmpty ? nil : said
      // The kept record has an identity of its own.
      if found.isGone && index == place || MergedRecords.has(found.texts, draft, index) {
        draft.leave(index)
      }
    }
    draft.references = draft.references.compactMap { reference in
      let link = reference.relationship
      guard MergedRecord.notes(link), let ends = reference.ends else { return nil }
      guard let keys = knownKeys(ends, link) else {
        var waiting = reference
        waiting.merged = NotedLink(place: found.place, texts: found.texts[link.name] ?? [])
        return waiting
      }
      let named = MergedRecord.texts(of: keys, by: link)
      texts[link.name] = named.isEmpty ? nil : named
      return named == found.texts[link.name] ?? [] ? nil : reference
    }
    return MergedRecords.Found(
      place: found.place, texts: texts, kept: found.kept, isGone: found.isGone)
  }

  /// Returns the records at the ends of a link; `nil` if one of them may come in a later row.
  private func knownKeys(
    _ ends: [WaitingLink.End], _ link: Relationship
  ) -> [RecordKey]? {
    var keys: [RecordKey] = []
    for end in ends.flatMap({ separated($0, link) }) {
      guard case .found(let key) = self.end(end, link) else { return nil }
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// Notes a row about a merged record, after the row was taken.
  mutating func noteMerged(_ found: MergedRecords.Found) {
    let name = found.kept.entity
    merged[name]?.note(found.texts, at: found.place)
    if found.isGone { mergedRows[name, default: 0] += 1 }
  }

  /// Notes the ends of a link that waited, and returns whether the file has not changed them.
  mutating func isAsMerged(_ link: WaitingLink, _ keys: [RecordKey], isWhole: Bool) -> Bool {
    guard let noted = link.merged else { return false }
    let texts = MergedRecord.texts(of: keys, by: link.relationship)
    if texts == noted.texts { return true }
    if isWhole {
      merged[link.record.entity]?.note(texts, called: link.relationship.name, at: noted.place)
    }
    return false
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
    case .values:
      return table.anchor.first { draft.values[$0] != nil }.map { ($0, true) }
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

/// What a file said about a link of a merged record.
struct NotedLink: Sendable {
  /// The position of the record's note.
  let place: Int
  let texts: [String]
}

extension RecordDraft.Reference {
  /// The ends of the link; `nil` if the row has whole records.
  fileprivate var ends: [WaitingLink.End]? {
    switch target {
    case .values(let field, let texts): return texts.map { .value(field: field, text: $0) }
    case .names(let names): return names.map { .title($0) }
    case .members(let members):
      var ends: [WaitingLink.End] = []
      for member in members {
        switch member {
        case .address(let address): ends.append(.address(address))
        case .names(let text): ends.append(.names(text))
        case .record: return nil
        }
      }
      return ends
    }
  }
}
