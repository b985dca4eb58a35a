internal import CairnStore

/// Finds the records that rows are about.
extension RecordAssembly {
  /// Returns the record with an address: one of this import, or a stored one if the store itself
  /// was exported, or the rows are of its records.
  func record(
    of entity: Entity, addressed address: String?, isOfThisStore: Bool = false
  ) -> ObjectID? {
    guard let address else { return nil }
    if let known = identities[address]?.id { return known.entity == entity.name ? known : nil }
    guard plan.origin == .thisStore || isOfThisStore, let named = RecordAddress(address),
      plan.entity(ofCollection: named.collection) == entity.name
    else { return nil }
    let id = ObjectID(entity: entity.name, key: named.key)
    return stored.row(id) == nil ? nil : id
  }

  /// Returns the record that the draft changes; `nil` for a new record.
  mutating func existing(
    _ draft: RecordDraft, of table: TablePlan
  ) throws(RowFailure) -> ObjectID? {
    let known = record(
      of: draft.entity, addressed: draft.identity, isOfThisStore: table.isOfThisStore)
    if let known { return known }
    switch table.match {
    case nil: return nil
    case .chosen(let attribute): return try record(like: draft, by: attribute, of: table)
    case .identifier(let attribute):
      if let place = attribute.flatMap({ draft.entity.storedIndex(of: $0.name) }),
        draft.values[place] != nil
      {
        return try record(identifiedBy: place, like: draft, of: table)
      }
      return record(equalTo: draft, in: table)
    case .values: return record(equalTo: draft, in: table)
    }
  }

  /// Returns the record with the draft's value of the attribute that a person chose.
  private func record(
    like draft: RecordDraft, by attribute: Attribute, of table: TablePlan
  ) throws(RowFailure) -> ObjectID? {
    guard let place = draft.entity.storedIndex(of: attribute.name) else { return nil }
    if let notes = notes[draft.entity.name] {
      let isFile = table.table.form.format == .markdown
      return try notes.note(like: draft, isFile: isFile).map {
        ObjectID(entity: draft.entity.name, key: $0)
      }
    }
    return try holder(of: draft, attribute, at: place)
  }

  private mutating func record(
    identifiedBy place: Int, like draft: RecordDraft, of table: TablePlan
  ) throws(RowFailure) -> ObjectID? {
    let folder: StoredMatches.Folder =
      table.table.form.format != .markdown
      ? .none : table.table.sources.folder == nil ? .unknown : .known
    let name = draft.entity.name
    do throws(RowProblem) {
      return try matches[name]?.record(identifiedBy: place, like: draft, folder)
        .map { ObjectID(entity: name, key: $0) }
    } catch {
      throw .problem(error)
    }
  }

  /// Returns a stored record with all values of a draft that no other row has found.
  private mutating func record(equalTo draft: RecordDraft, in table: TablePlan) -> ObjectID? {
    // Most imports fill a new collection, so this is checked before the draft is copied.
    guard matches[draft.entity.name] != nil else { return nil }
    let anchor = table.anchor
    guard !anchor.isEmpty else { return nil }
    var draft = draft
    // A stored record has the default value of a field that the row does not mention.
    if anchor.count > 1 { rules(of: draft.entity).fillDefaults(of: &draft) }
    return matches[draft.entity.name]?.record(equalTo: draft, anchor: anchor)
      .map { ObjectID(entity: draft.entity.name, key: $0) }
  }

  /// The names of the entities in which a row finds the record that it changes or names.
  ///
  /// A record that is not found would be added, or lose a link.
  var searchedEntities: Set<String> {
    var names = Set(titles.keys)
    for table in plan.tables {
      if table.match != nil || table.isOfThisStore || plan.origin == .thisStore {
        names.insert(table.entity.name)
      }
      // The rows of another store's export only name each other.
      guard plan.origin != .otherStore else { continue }
      names.formUnion(table.links.map(\.relationship.destination))
      for column in table.columns {
        names.formUnion(column.namedEntities(byTitles: true) + column.innerEntities)
      }
    }
    names = names.filter(stored.knows)
    if merged.keys.contains(where: stored.knows) { names.insert(Entity.merge.name) }
    return names
  }

  /// Prepares the search for the stored records that the rows of a table are about, if there are any.
  mutating func prepareMatches(of table: TablePlan) {
    guard table.match?.chosen == nil, table.match != nil || countsEqualRecords else { return }
    if matches[table.entity.name] == nil {
      matches[table.entity.name] = StoredMatches(table.entity, in: stored)
    }
  }

  /// Whether new records are counted that equal stored records.
  private var countsEqualRecords: Bool { plan.origin != .thisStore && plan.countsEqualRecords }
}

// MARK: - Equal records

extension RecordAssembly {
  /// Returns a stored record that equals a new record, where rows find no records.
  mutating func equalRecord(to draft: RecordDraft, of table: TablePlan) -> RecordKey? {
    guard table.match == nil, countsEqualRecords else { return nil }
    return record(equalTo: draft, in: table)?.key
  }

  /// The notices about new records that equal stored records.
  var equalNotices: [String] {
    report.collections.filter { $0.equal > 0 }.map { collection in
      let verb = collection.equal == 1 ? "equals a record that is" : "equal records that are"
      return "\(collection.entity.plural): \(collection.equal) of "
        + "\(counted(collection.inserted, "new record")) \(verb) already here; "
        + "\(ImportChoice.match(ImportOptions.matchesAll).text(plan.wording)) adds no such record again, and "
        + "\(ImportChoice.match("FIELD").text(plan.wording)) updates the records with the same value"
    }
  }
}

// MARK: - Rows that find records by a value

extension RecordAssembly {
  /// Notes a row that has no value to find a record, or that says something else about a record
  /// than an earlier row.
  mutating func noteRow(
    _ row: RecordDraft, about id: ObjectID, of table: TablePlan, from origin: WaitingLink.Origin
  ) {
    guard let match = table.match else { return }
    if let name = match.chosen?.name, let place = row.entity.storedIndex(of: name),
      row.values[place].map({ FieldIndex.text(of: $0).isEmpty }) ?? true
    {
      let field = LinkPlace(entity: id.entity, field: name)
      unmatchedRows[field, default: (0, origin)].count += 1
    }
    let content = row.content
    guard let earlier = lastRows.updateValue(content, forKey: id), earlier != content else {
      return
    }
    otherRows[id.entity, default: (0, origin)].count += 1
  }

  /// The notices about rows without a value to find a record, and about rows that replaced what
  /// earlier rows said.
  var matchNotices: [String] {
    let unmatched = unmatchedRows.sorted { $0.key < $1.key }.map { field, rows in
      "\(plural(field.entity)).\(field.field): \(counted(rows.count, "row")) without a value added "
        + "a new record each, the first at \(rows.first.input), line \(rows.first.line)"
    }
    let other = otherRows.sorted { $0.key < $1.key }.map { entity, rows in
      "\(plural(entity)): \(counted(rows.count, "row")) gave a record other values than an earlier "
        + "row did, the first at \(rows.first.input), line \(rows.first.line); the last row counts"
    }
    return unmatched + other
  }

  private func plural(_ entity: String) -> String { plan.model[entity]?.plural ?? entity }
}
