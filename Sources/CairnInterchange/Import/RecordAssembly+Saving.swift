internal import CairnJSON
internal import CairnStore

extension RecordAssembly {
  /// Inserts the draft, or changes the record `known`, and postpones its unsettled links.
  ///
  /// - Returns: The record, and whether it is new or changed apart from its links.
  mutating func save(
    _ draft: RecordDraft, isOwnRow: Bool = false, over known: ObjectID?,
    from origin: WaitingLink.Origin, into sink: inout CommitDraft
  ) throws(RowFailure) -> (id: ObjectID, fate: ImportPreview.Fate) {
    var draft = draft
    if !draft.misfits.isEmpty, let stored = known.flatMap(storedRow) {
      draft.keepValues(of: stored)
    }
    let addressed = draft.identity == nil ? nil : draft
    let rules = rules(of: draft.entity)
    if known == nil { rules.fillDefaults(of: &draft) }
    let claims: [ClaimedValue.Name]
    do throws(RowProblem) {
      try check(draft, rules, over: known)
      claims = try claimedValues(draft, rules, known)
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
    for misfit in draft.misfits { report.note(misfit, of: draft.entity, origin) }
    if let addressed { note(addressed, id, isOwnRow: isOwnRow, from: origin) }
    register(draft, id)
    namedValues.note(draft)
    claimed.note(claims, by: id, from: origin)
    if known == nil { requiredLinks.note(draft, id, from: origin) }
    if sink.hasRules(for: id.entity) {
      ruledRows[id, default: []].append((origin, draft.givenFields))
    }
    for reference in unsettled where known != nil || !reference.isEmpty {
      try wait(for: reference, of: id, from: origin, into: &sink)
    }
    return (id, fate)
  }

  mutating func insert(
    _ draft: RecordDraft, into sink: inout CommitDraft
  ) throws(RowFailure) -> ObjectID {
    do throws(StoreError) {
      let key = try sink.insert(draft.values, into: draft.entity.name)
      madeCount += 1
      count(draft.entity) { $0.inserted += 1 }
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
    where draft.isGiven(place) {
      waiting.remove(property.name, of: id)
      guard !isStored(draft, place, in: row) else { continue }
      fields.append(
        FieldChange(name: property.name, old: row?[property.name], new: draft.values[place]))
    }
    guard !fields.isEmpty else {
      count(draft.entity) { $0.unchanged += 1 }
      return .unchanged
    }
    count(draft.entity) { $0.updated += 1 }
    sink.changes.append(RecordChange(id: id, kind: .update, fields: fields))
    madeCount += 1
    updated.insert(id)
    return .updated
  }

  /// Refuses values that break rules, unless the stored record already has them.
  func check(
    _ draft: RecordDraft, _ rules: RecordRules, over known: ObjectID?
  ) throws(RowProblem) {
    // A closure that uses the assembly may copy it, so a new record gets another one.
    guard let known else { return try rules.check(draft, isNew: true) { _ in false } }
    try rules.check(draft, isNew: false) { isStored(draft, $0, in: stored.row(known)) }
  }

  /// Refuses a row with the address of another collection's record.
  func checkAddress(of draft: RecordDraft) throws(RowFailure) {
    guard plan.origin == .thisStore, let address = draft.identity,
      let named = RecordAddress(address),
      plan.entity(ofCollection: named.collection) != draft.entity.name
    else { return }
    throw .problem(
      .value(
        field: RecordJSON.identityKey(of: draft.entity), text: address,
        expected: "the URL of a record of \(draft.entity.plural)"))
  }

  /// Counts records whose links another row of an export changes.
  ///
  /// Their own rows are as stored, so they made no statement.
  mutating func countOverruled(in changes: [RecordChange]) {
    guard plan.origin == .thisStore else { return }
    for change in changes where change.kind == .update && !updated.contains(change.id) {
      guard let entity = plan.model[change.id.entity] else { continue }
      let address = RecordAddress(change.id.key, of: entity).description
      if identities[address]?.isOwnRow == true { countRelinked(change.id) }
    }
  }

  /// Returns whether the stored record has a draft's value.
  ///
  /// Programs that convert a file change its line ends. So different line ends are no edit of an
  /// export.
  func isStored(_ draft: RecordDraft, _ place: Int, in row: Row?) -> Bool {
    guard let row else { return false }
    let (old, new) = (row[draft.entity.storedProperties[place].name], draft.values[place])
    if old == new { return true }
    guard plan.origin == .thisStore, case .text(let old)? = old, case .text(let new)? = new else {
      return false
    }
    return old.withLineFeeds.isIdentical(to: new.withLineFeeds)
  }

  /// Returns the values of a draft that depend on later rows.
  ///
  /// - Returns: The unique values that another stored record has or had. A later row may still give
  ///   that record another value, or be refused.
  /// - Throws: `RowProblem.notUnique` for a value that another record keeps.
  private func claimedValues(
    _ draft: RecordDraft, _ rules: RecordRules, _ known: ObjectID?
  ) throws(RowProblem) -> [ClaimedValue.Name] {
    var claims: [ClaimedValue.Name] = []
    for (place, attribute) in rules.unique {
      claims += try self.claims(draft, attribute, at: place, known)
    }
    return claims
  }

  /// Returns the values of a unique attribute that depend on later rows.
  ///
  /// - Throws: `RowProblem.notUnique` for a value that another record keeps.
  func claims(
    _ draft: RecordDraft, _ attribute: Attribute, at place: Int, _ known: ObjectID?
  ) throws(RowProblem) -> [ClaimedValue.Name] {
    let field = Self.uniqueName(attribute, of: draft.entity)
    guard let value = draft.values[place], let index = indexes[field] else { return [] }
    var claims: [ClaimedValue.Name] = []
    for text in index.texts(of: value) where !text.text.isEmpty {
      if !index.isFreed(text) {
        guard let match = index[text] else { continue }
        if case .one(let key) = match, key == known?.key { continue }
      }
      if isStored(draft, place, in: known.flatMap(stored.row)) { break }
      let others = index.keys(with: text).filter { $0 != known?.key }
      let mayGiveUp = changeable.contains(draft.entity.name)
      guard others.allSatisfy({ mayGiveUp && index.isUntouched($0) }) else {
        throw .notUnique(field: attribute.name, text: text.text)
      }
      claims.append(ClaimedValue.Name(field: field, text: text))
    }
    return claims
  }

  /// Returns the record with the draft's value of an attribute; `nil` if there is none.
  ///
  /// A list must be equal as a whole: a record that shares only one element is a different record.
  ///
  /// - Throws: `RowProblem.ambiguous` if several records have the value.
  func holder(
    of draft: RecordDraft, _ attribute: Attribute, at place: Int
  ) throws(RowFailure) -> ObjectID? {
    // An empty text identifies no record.
    guard let text = draft.values[place].map(FieldIndex.text), !text.isEmpty else { return nil }
    switch indexes[FieldIndex.Name(entity: draft.entity.name, field: attribute.name)]?[
      ExactText(text)]
    {
    case nil: return nil
    case .one(let key): return ObjectID(entity: draft.entity.name, key: key)
    case .several: throw .problem(.ambiguous(field: attribute.name, text: text))
    }
  }

  /// Registers the record under the address in its row.
  private mutating func note(
    _ row: RecordDraft, _ id: ObjectID, isOwnRow: Bool, from origin: WaitingLink.Origin
  ) {
    guard let address = row.identity else { return }
    let content = row.content
    // A copy in another record may be older than the record's own row; of two own rows, neither is
    // known to be older.
    if let earlier = identities[address], earlier.content != content,
      isOwnRow && earlier.isOwnRow || isNews(earlier.content, like: row, of: earlier.id)
    {
      tell(
        .disputed(
          field: RecordJSON.identityKey(of: row.entity), text: address,
          reason: "another row says something else of this record; this row counts"),
        of: origin)
    }
    identities[address] = AddressedRecord(id: id, content: content, isOwnRow: isOwnRow)
  }

  /// Returns whether values and links differ from the stored record.
  ///
  /// - Parameters:
  ///   - content: The values and links.
  ///   - draft: A draft that shows which links the data has.
  ///   - id: The record.
  /// - Returns: `true` if something differs, if the record is not stored, or if the import is not
  ///   an export of this store.
  func isNews(_ content: RecordDraft.Content, like draft: RecordDraft, of id: ObjectID) -> Bool {
    guard plan.origin == .thisStore, let row = stored.row(id), let entity = plan.model[id.entity]
    else { return true }
    var known = RecordDraft(entity)
    for (place, property) in entity.storedProperties.enumerated() {
      known.set(place, row[property.name])
    }
    for reference in draft.references {
      let ends = stored.links(of: id, reference.relationship.name).map {
        RecordDraft.Reference.Member.address(plan.address(of: $0, reference.relationship))
      }
      known.references.append(
        RecordDraft.Reference(relationship: reference.relationship, target: .members(ends)))
    }
    return content != known.content
  }

  /// Registers the record under the values by which later rows may find it.
  mutating func register(_ draft: RecordDraft, _ id: ObjectID) {
    if !notes.isEmpty { notes[id.entity]?.note(draft, id.key) }
    if !titles.isEmpty { titles[id.entity]?.note(draft, id.key, stored: stored.row(id)) }
    // The keys are copied into an array. A live view of the keys would share the indexes, and a
    // change of one would copy it.
    for name in Array(indexes.keys) where name.entity == id.entity {
      guard let place = draft.entity.storedIndex(of: name.field), draft.isGiven(place) else {
        continue
      }
      indexes[name]?.set(
        draft.values[place], of: id.key, stored: stored.row(id)?[name.field])
    }
  }
}

extension String {
  /// The text with line feeds as line ends.
  fileprivate var withLineFeeds: String {
    String(map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }
}

/// A record of an import whose row has an address.
struct AddressedRecord {
  let id: ObjectID
  /// The content of the row.
  let content: RecordDraft.Content
  /// Whether the row describes only this record, and was not nested in another one.
  let isOwnRow: Bool
}

/// Evidence of whether own addresses of rows are addresses in this store.
///
/// A single file does not say of which store it is. If each row that matches a stored record also
/// has that record's key, the file is an export of this store.
struct AddressEvidence {
  private var isConfirmed = false
  private var isRefuted = false

  /// Whether the addresses name records of this store.
  var isOfThisStore: Bool { isConfirmed && !isRefuted }

  /// Notes the own address of a row, and the stored record that the row matches.
  mutating func note(_ address: String?, matching known: ObjectID?) {
    guard let known, let named = address.flatMap({ RecordAddress($0) }) else { return }
    if named.key == known.key { isConfirmed = true } else { isRefuted = true }
  }
}
