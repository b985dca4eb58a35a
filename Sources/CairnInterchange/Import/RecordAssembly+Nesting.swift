internal import CairnJSON
internal import CairnStore

/// Records that stand whole within others.
///
/// 1. One that has the address or a unique field's value of another record is that record.
/// 2. Without unique fields, records that belong to the one that they stand in take the places of
///    those that stand there: the first the first's, and so on. Nothing stays of whose place it is.
///    Records of an export have addresses, so one without is new.
/// 3. All others are new. Those of the owner's that no record became are deleted.
/// 4. A row whose inner records are bad is bad as a whole.
extension RecordAssembly {
  /// Refuses a row whose inner records cannot be saved.
  mutating func checkInner(_ draft: RecordDraft) throws(RowFailure) {
    for reference in draft.references {
      guard case .members(let members) = reference.target else { continue }
      for case .record(var inner, _) in members {
        // Its own row has all values.
        guard !hasOwnRow(inner) else { continue }
        let rules = innerRules(of: inner.entity)
        var known = record(of: inner.entity, addressed: inner.identity)
        if known == nil { known = try holder(of: inner, rules) }
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

  /// Leaves a record that stands whole within another one to a row of its own.
  ///
  /// That row has all values, and its place gives the record its key.
  ///
  /// - Returns: the record's address; `nil` where it has no row of its own.
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

  /// Whether a record that stands within another one may have a row of its own.
  private func hasOwnRow(_ draft: RecordDraft) -> Bool {
    draft.identity != nil && rowEntities.contains(draft.entity.name)
  }

  /// Tells a copy of a record that says something else than the record's own row.
  ///
  /// In the store of the export, a copy that says what the store has is only older than the row. In
  /// another store, the older one of both is unknown.
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
    tell(
      .disputed(
        field: field, text: address,
        reason: "the record's own row says something else, and that row counts"),
      of: origin)
  }

  /// Says which collections have copies of records that say something else than their rows.
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

  /// Makes the records that stood within others and had no row of their own after all.
  mutating func makeStandIns(in sink: inout CommitDraft) throws(InterchangeError) {
    // Each of them may have others within it.
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

  /// The records whose places `members` take within a record.
  func standing(
    within id: ObjectID, for members: [RecordDraft.Reference.Member],
    at relationship: Relationship
  ) -> [RecordKey] {
    guard relationship.deleteRule == .cascade, members.allSatisfy(\.isWhole) else { return [] }
    return inner[WaitingLinks.Name(record: id, relationship: relationship.name)]
      ?? stored.links(of: id, relationship.name)
  }

  /// Notes what stands within a record now.
  ///
  /// - Parameters:
  ///   - rest: The records whose places nothing took.
  ///   - id: The record.
  ///   - ends: What stands there now.
  ///   - relationship: The link at which they stand.
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

  /// The rules of inner records, of which those that have unique values are found by them from
  /// then on.
  private mutating func innerRules(of entity: Entity) -> RecordRules {
    let rules = rules(of: entity)
    for rule in rules.unique {
      index(FieldIndex.Name(entity: entity.name, field: rule.attribute.name))
      index(Self.uniqueName(rule.attribute, of: entity))
    }
    return rules
  }

  /// Makes a record that stands at the end of a link, or changes the one that it is.
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
    if known == nil { known = try holder(of: draft, rules) }
    // In an export each known record has its address, so one without is new.
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

  /// Takes out what stands within a record whose place another one takes, but for what that one
  /// brings.
  private mutating func clearInner(of id: ObjectID, besides draft: RecordDraft) {
    for relationship in draft.entity.relationships
    where relationship.deleteRule == .cascade
      && !draft.references.contains(where: { $0.relationship.name == relationship.name })
    {
      replaced(
        standing(within: id, for: [], at: relationship), within: id, by: [], at: relationship)
    }
  }

  /// Adds the owner to the records that an inner one leads back to, where there may be several.
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

  /// The record that has one of the draft's values which no two records have.
  private func holder(
    of draft: RecordDraft, _ rules: RecordRules
  ) throws(RowFailure) -> ObjectID? {
    for rule in rules.unique {
      if let id = try holder(of: draft, rule.attribute, at: rule.place) { return id }
    }
    return nil
  }

  /// Deletes the records that stand within others no more, once all links are settled.
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
  /// Whether it is a whole record.
  fileprivate var isWhole: Bool {
    if case .record = self { true } else { false }
  }
}

/// A record that stands whole within another one, until it is known whether it has a row of its
/// own.
struct StandIn {
  let draft: RecordDraft
  let object: JSONObject
  let relationship: Relationship
  let owner: ObjectID
  let origin: WaitingLink.Origin
}

/// Records that stand whole within others, by their addresses, in the order in which they were met.
struct StandIns {
  private var records: [String: StandIn] = [:]
  private var order: [String] = []
  private var place = 0

  /// The record with an address, unless it was taken.
  subscript(address: String) -> StandIn? { records[address] }

  /// Notes a record.
  mutating func note(_ address: String, _ record: StandIn) {
    records[address] = record
    order.append(address)
  }

  /// The next record, which is forgotten.
  mutating func next() -> (address: String, StandIn)? {
    guard place < order.count else { return nil }
    defer { place += 1 }
    return records.removeValue(forKey: order[place]).map { (order[place], $0) }
  }
}
