internal import CairnJSON
internal import CairnStore

/// Nested records, which are written whole within other records.
///
/// 1. A nested record with the address, or a unique value, of another record is that record. In an
///    export, only the address counts.
/// 2. Without unique fields, owned nested records replace the owner's present ones by position: the
///    first replaces the first, and so on. A replaced record loses all its values. Records of an
///    export have addresses, so a record without one is new.
/// 3. All other nested records are new. Present records of the owner that were not replaced are
///    deleted.
/// 4. A row with a bad nested record is bad as a whole.
extension RecordAssembly {
  /// Refuses a row whose nested records cannot be saved.
  mutating func checkInner(_ draft: RecordDraft) throws(RowFailure) {
    for reference in draft.references {
      guard case .members(let members) = reference.target else { continue }
      for case .record(var inner, _) in members {
        // The record's own row has all its values.
        guard !hasOwnRow(inner) else { continue }
        let rules = innerRules(of: inner.entity)
        var known = record(of: inner.entity, addressed: inner.identity)
        if known == nil, plan.origin == nil { known = try holder(of: inner, rules) }
        rules.fillDefaults(of: &inner)
        do throws(RowProblem) {
          try check(inner, rules, over: known)
        } catch {
          throw .problem(error)
        }
        try checkInner(inner)
      }
    }
  }

  /// Postpones a nested record that may have a row of its own.
  ///
  /// That row has all values, and its position gives the record its key.
  ///
  /// - Returns: the record's address; `nil` if it has no row of its own.
  mutating func leaves(
    _ draft: RecordDraft, _ object: JSONObject, at relationship: Relationship, of owner: ObjectID,
    from origin: WaitingLink.Origin
  ) -> String? {
    guard let address = draft.identity, hasOwnRow(draft) else { return nil }
    if identities[address] != nil {
      tellCopy(draft, at: relationship.name, from: origin)
    } else if let first = standIns[address] {
      guard first.draft.content != draft.content else { return address }
      tell(
        .disputed(
          field: relationship.name, text: address,
          reason: "an earlier copy of this record says something else, and that copy counts"),
        of: origin)
    } else {
      standIns.note(
        address,
        StandIn(
          draft: draft, object: object, relationship: relationship, owner: owner, origin: origin))
    }
    return address
  }

  /// Returns whether a nested record may have a row of its own.
  private func hasOwnRow(_ draft: RecordDraft) -> Bool {
    draft.identity != nil && rowEntities.contains(draft.entity.name)
  }

  /// Notes a copy of a record that differs from the record's own row.
  ///
  /// In the store of the export, a copy equal to the stored record is merely older than the row. In
  /// another store, it is unknown which of the two is older.
  mutating func tellCopy(
    _ copy: RecordDraft, at field: String, from origin: WaitingLink.Origin
  ) {
    guard let address = copy.identity, let own = identities[address],
      own.content != copy.content, isNews(copy.content, like: copy, of: own.id)
    else { return }
    guard plan.origin == .thisStore else {
      otherCopies[own.id.entity, default: (0, origin)].count += 1
      return
    }
    // The values are known to be edits only while the record's row has not changed it.
    var edits = updated.contains(own.id) ? [] : differences(of: copy, from: own.id)
    let isNested = field != RecordJSON.identityKey(of: copy.entity)
    edits = edits.map { (isNested ? "\(field).\($0.name)" : $0.name, $0.text) }
    for (name, text) in edits.isEmpty ? [(field, address)] : edits {
      tell(
        .disputed(
          field: name, text: text,
          reason: "this copy does not count, since the record's own row says something else"),
        of: origin)
    }
  }

  /// The values of a copy that the stored record does not have.
  private func differences(
    of copy: RecordDraft, from id: ObjectID
  ) -> [(name: String, text: String)] {
    copy.entity.storedProperties.enumerated().compactMap { place, property in
      guard case .attribute(let attribute) = property, copy.isGiven(place),
        !isStored(copy, place, in: stored.row(id))
      else { return nil }
      return (attribute.name, copy.values[place].map(FieldIndex.text) ?? "")
    }
  }

  /// Adds a notice for each collection with copies of records that differ from their rows.
  mutating func tellOtherCopies() {
    for (entity, copies) in otherCopies.sorted(by: { $0.key < $1.key }) {
      let (are, say) =
        copies.count == 1 ? ("copy of a record", "says") : ("copies of records", "say")
      report.notices.append(
        "\(plan.model[entity]?.plural ?? entity): \(copies.count) \(are) \(say) something else than "
          + "the record's own row, which counts, the first at \(copies.first.input), "
          + "line \(copies.first.line)")
    }
  }

  /// Creates the nested records that turned out to have no row of their own.
  mutating func makeStandIns(in sink: inout CommitDraft) throws(InterchangeError) {
    // Each of them may have further nested records.
    while let (address, record) = standIns.next() {
      guard !refusedAddresses.contains(address) else { continue }
      if identities[address] != nil {
        tellCopy(record.draft, at: record.relationship.name, from: record.origin)
        continue
      }
      do throws(RowFailure) {
        var places: [RecordKey] = []
        _ = try put(
          record.draft, record.object, at: record.relationship, of: record.owner, over: &places,
          from: record.origin, into: &sink)
      } catch {
        switch error {
        case .problem(let problem): tell(problem, of: record.origin)
        case .store(let error): throw .store(error)
        }
      }
    }
  }

  /// Returns the present records that `members` replace within a record.
  func standing(
    within id: ObjectID, for members: [RecordDraft.Reference.Member],
    at relationship: Relationship
  ) -> [RecordKey] {
    guard relationship.deleteRule == .cascade, members.allSatisfy(\.isWhole) else { return [] }
    return inner[WaitingLinks.Name(record: id, relationship: relationship.name)]
      ?? stored.links(of: id, relationship.name)
  }

  /// Records which records are now nested in a record.
  ///
  /// - Parameters:
  ///   - rest: The records that were not replaced.
  ///   - id: The record.
  ///   - ends: The records that are nested now.
  ///   - relationship: The link to the nested records.
  mutating func replaced(
    _ rest: [RecordKey], within id: ObjectID, by ends: [WaitingLink.End],
    at relationship: Relationship
  ) {
    guard relationship.deleteRule == .cascade else { return }
    surplus += rest.map { ObjectID(entity: relationship.destination, key: $0) }
    guard mayRepeat || hasUnique(id.entity) else { return }
    inner[WaitingLinks.Name(record: id, relationship: relationship.name)] =
      ends.compactMap { end in
        guard case .record(let id) = end else { return nil }
        return id.key
      }
  }

  private mutating func hasUnique(_ entity: String) -> Bool {
    plan.model[entity].map { !rules(of: $0).unique.isEmpty } ?? false
  }

  /// Returns the rules of nested records.
  ///
  /// From then on, records with unique values are found by these values.
  private mutating func innerRules(of entity: Entity) -> RecordRules {
    let rules = rules(of: entity)
    for rule in rules.unique {
      index(FieldIndex.Name(entity: entity.name, field: rule.attribute.name))
      index(Self.uniqueName(rule.attribute, of: entity))
    }
    return rules
  }

  /// Creates or changes the nested record at the end of a link.
  mutating func put(
    _ draft: RecordDraft, _ object: JSONObject, at relationship: Relationship, of owner: ObjectID,
    over places: inout [RecordKey], from origin: WaitingLink.Origin,
    into sink: inout CommitDraft
  ) throws(RowFailure) -> ObjectID {
    try checkAddress(of: draft)
    var draft = draft
    let entity = draft.entity
    let rules = innerRules(of: entity)
    for member in draft.unknownMembers {
      unknownMembers["\(entity.plural).\(member)", default: (0, origin)].count += 1
    }
    var known = record(of: entity, addressed: draft.identity)
    if known == nil, plan.origin == nil { known = try holder(of: draft, rules) }
    // In an export, each known record has its address, so a record without one is new.
    if known == nil, plan.origin == nil,
      !rules.unique.contains(where: { draft.values[$0.place] != nil }),
      let key = places.first
    {
      known = ObjectID(entity: entity.name, key: key)
      rules.fillDefaults(of: &draft)
      draft.clearOthers()
      if let known { clearInner(of: known, besides: draft) }
    }
    places.removeAll { $0 == known?.key }
    if let known, relationship.deleteRule == .cascade { standing.insert(known) }
    let inverse = relationship.inverse.flatMap { entity.relationship($0) }
    let isOwned = inverse.map { $0.isStored && !$0.isToMany } ?? false
    if isOwned, let inverse { draft.set(inverse.name, .link(owner.key)) }
    if !isOwned, let known, wholes[known] == object {
      link(known, back: inverse, to: owner, draft, from: origin)
      return known
    }
    let id = try save(draft, over: known, from: origin, into: &sink).id
    if !rules.unique.isEmpty { wholes[id] = object }
    link(id, back: inverse, to: owner, draft, from: origin)
    return id
  }

  /// Removes the records nested in a replaced record, apart from links that the new record sets.
  private mutating func clearInner(of id: ObjectID, besides draft: RecordDraft) {
    for relationship in draft.entity.relationships
    where relationship.deleteRule == .cascade
      && !draft.references.contains(where: { $0.relationship.name == relationship.name })
    {
      replaced(
        standing(within: id, for: [], at: relationship), within: id, by: [], at: relationship)
    }
  }

  /// Adds the owner to the links of a nested record that may link back to several records.
  private mutating func link(
    _ id: ObjectID, back inverse: Relationship?, to owner: ObjectID, _ draft: RecordDraft,
    from origin: WaitingLink.Origin
  ) {
    guard let inverse, inverse.isStored, inverse.isToMany,
      !draft.references.contains(where: { $0.relationship.name == inverse.name })
    else { return }
    let others = stored.links(of: id, inverse.name)
    waiting.append(
      WaitingLink(record: id, relationship: inverse, ends: [.record(owner)], origin: origin),
      after: others.map { .record(ObjectID(entity: owner.entity, key: $0)) })
  }

  /// Returns the record with a unique value that the draft has.
  private func holder(
    of draft: RecordDraft, _ rules: RecordRules
  ) throws(RowFailure) -> ObjectID? {
    for rule in rules.unique {
      if let id = try holder(of: draft, rule.attribute, at: rule.place) { return id }
    }
    return nil
  }

  /// Deletes the records that are no longer nested in others, after all links are settled.
  mutating func removeSurplus(from sink: inout CommitDraft) throws(InterchangeError) {
    var gone = surplus.filter { !standing.contains($0) }
    guard !gone.isEmpty else { return }
    // A record that has its own row stays.
    let rows = Set(identities.values.map(\.id))
    gone.removeAll(where: rows.contains)
    guard !gone.isEmpty else { return }
    do throws(StoreError) {
      try sink.delete(gone)
    } catch {
      throw .store(error)
    }
    for id in Set(gone) {
      if let entity = plan.model[id.entity] { count(entity) { $0.deleted += 1 } }
    }
  }
}

extension RecordDraft.Reference.Member {
  /// Whether the member is a whole record.
  fileprivate var isWhole: Bool {
    if case .record = self { true } else { false }
  }
}

/// A nested record, kept until it is known whether it has a row of its own.
struct StandIn {
  let draft: RecordDraft
  let object: JSONObject
  let relationship: Relationship
  let owner: ObjectID
  let origin: WaitingLink.Origin
}

/// Nested records by address, in the order in which they were found.
struct StandIns {
  private var records: [String: StandIn] = [:]
  private var order: [String] = []
  private var place = 0

  /// The record with an address, unless it was taken.
  subscript(address: String) -> StandIn? { records[address] }

  mutating func note(_ address: String, _ record: StandIn) {
    records[address] = record
    order.append(address)
  }

  /// Returns and removes the next record.
  mutating func next() -> (address: String, StandIn)? {
    guard place < order.count else { return nil }
    defer { place += 1 }
    return records.removeValue(forKey: order[place]).map { (order[place], $0) }
  }
}
