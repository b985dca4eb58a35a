internal import CairnJSON
internal import CairnStore

extension RecordAssembly {
  /// Inserts the draft, or changes the record `known`, and takes note of its links.
  ///
  /// - Returns: The record, and whether it is new, or other than it was but for its links.
  mutating func save(
    _ draft: RecordDraft, over known: ObjectID?, from origin: WaitingLink.Origin,
    into sink: inout CommitDraft
  ) throws(RowFailure) -> (id: ObjectID, fate: ImportPreview.Fate) {
    let row = draft
    var draft = draft
    let rules = rules(of: draft.entity)
    if known == nil { rules.fillDefaults(of: &draft) }
    do throws(RowProblem) {
      try rules.checkRequired(draft, isNew: known == nil)
      try checkUnique(draft, rules, known)
    } catch {
      throw .problem(error)
    }
    let unsettled = settleKnownLinks(of: &draft)
    let (id, fate) =
      if let known {
        (known, update(known, draft, into: &sink))
      } else {
        (try insert(draft, into: &sink), ImportPreview.Fate.new)
      }
    note(row, id, from: origin)
    register(draft, id)
    if known == nil { requiredLinks.note(draft, id, from: origin) }
    for reference in unsettled where known != nil || !reference.isEmpty {
      try wait(for: reference, of: id, from: origin, into: &sink)
    }
    return (id, fate)
  }

  private mutating func insert(
    _ draft: RecordDraft, into sink: inout CommitDraft
  ) throws(RowFailure) -> ObjectID {
    do throws(StoreError) {
      let key = try sink.insert(draft.values, into: draft.entity.name)
      count(draft.entity) { $0.inserted += 1 }
      if !plan.newEntities.contains(draft.entity.name) { knownRecords.note(draft) }
      return ObjectID(entity: draft.entity.name, key: key)
    } catch {
      throw .store(error)
    }
  }

  private mutating func update(
    _ id: ObjectID, _ draft: RecordDraft, into sink: inout CommitDraft
  ) -> ImportPreview.Fate {
    let row = storedRow(of: id)
    var fields: [FieldChange] = []
    for (place, property) in draft.entity.storedProperties.enumerated()
    where draft.isGiven[place] {
      waiting.remove(property.name, of: id)
      let old = row?[property.name]
      guard row == nil || old != draft.values[place] else { continue }
      fields.append(FieldChange(name: property.name, old: old, new: draft.values[place]))
    }
    guard !fields.isEmpty else {
      count(draft.entity) { $0.unchanged += 1 }
      return .unchanged
    }
    count(draft.entity) { $0.updated += 1 }
    sink.changes.append(RecordChange(id: id, kind: .update, fields: fields))
    updated.insert(id)
    return .updated
  }

  private func checkUnique(
    _ draft: RecordDraft, _ rules: RecordRules, _ known: ObjectID?
  ) throws(RowProblem) {
    for (place, attribute) in rules.unique {
      guard let value = draft.values[place],
        let index = indexes[Self.uniqueName(attribute, of: draft.entity)]
      else { continue }
      for text in index.texts(of: value) where !text.isEmpty {
        guard let match = index[text] else { continue }
        if case .one(let key) = match, key == known?.key { continue }
        throw .notUnique(field: attribute.name, text: text)
      }
    }
  }

  /// The record that has the draft's value of an attribute; `nil` if there is none.
  ///
  /// A list has to be the same as a whole: a record that shares one of its elements is another one.
  ///
  /// - Throws: `RowProblem.ambiguous` if several records have the value.
  func holder(
    of draft: RecordDraft, _ attribute: Attribute, at place: Int
  ) throws(RowFailure) -> ObjectID? {
    // An empty text names no record.
    guard let text = draft.values[place].map(FieldIndex.text), !text.isEmpty else { return nil }
    switch indexes[FieldIndex.Name(entity: draft.entity.name, field: attribute.name)]?[text] {
    case nil: return nil
    case .one(let key): return ObjectID(entity: draft.entity.name, key: key)
    case .several: throw .problem(.ambiguous(field: attribute.name, text: text))
    }
  }

  /// Makes the record known by the address that its row gives it.
  private mutating func note(_ row: RecordDraft, _ id: ObjectID, from origin: WaitingLink.Origin) {
    guard let address = row.identity else { return }
    if let earlier = identities[address], earlier.values != row.valuesHash,
      isNews(earlier.values, of: earlier.id)
    {
      tell(
        .disputed(
          field: RecordJSON.identityKey(of: row.entity), text: address,
          reason: "another row says something else of this record; this row counts"),
        of: origin)
    }
    identities[address] = AddressedRecord(id: id, values: row.valuesHash)
  }

  /// Whether values, by their hash, are others than those that the store has of a record.
  func isNews(_ values: Int, of id: ObjectID) -> Bool {
    guard plan.origin == .thisStore, let row = stored.row(id), let entity = plan.model[id.entity]
    else { return true }
    var blank = RecordDraft(entity)
    for (place, property) in entity.storedProperties.enumerated() {
      blank.set(place, row[property.name])
    }
    return values != blank.valuesHash
  }

  /// Makes the record known by the values by which later rows may look for it.
  private mutating func register(_ draft: RecordDraft, _ id: ObjectID) {
    notes[id.entity]?.note(draft, id.key)
    // Names of their own: while the view of the keys is gone through, it shares the indexes, and to
    // set something in one would copy it whole.
    for name in Array(indexes.keys) where name.entity == id.entity {
      guard let place = draft.entity.storedIndex(of: name.field), draft.isGiven[place] else {
        continue
      }
      indexes[name]?.set(
        draft.values[place], of: id.key, stored: stored.row(id)?[name.field])
    }
  }
}
