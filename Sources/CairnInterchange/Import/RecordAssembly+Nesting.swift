internal import CairnJSON
internal import CairnStore

/// Records that stand whole within others.
///
/// 1. One that has the address or a unique field's value of another record is that record.
/// 2. Where records belong to the one that they stand in, they take the places of those that stand
///    there: the first the first's, and so on; what is left over is deleted.
/// 3. All others are new.
extension RecordAssembly {
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
  ///   - ends: What took the others' places.
  ///   - relationship: The link at which they stand.
  mutating func replaced(
    _ rest: [RecordKey], within id: ObjectID, by ends: [WaitingLink.End],
    at relationship: Relationship
  ) {
    surplus += rest.map { ObjectID(entity: relationship.destination, key: $0) }
    guard mayRepeat, relationship.deleteRule == .cascade else { return }
    inner[WaitingLinks.Name(record: id, relationship: relationship.name)] =
      ends.compactMap { end in
        guard case .record(let id) = end else { return nil }
        return id.key
      }
  }

  /// Makes a record that stands at the end of a link, or changes the one that it is.
  mutating func put(
    _ object: JSONObject, at reference: RecordDraft.Reference, of owner: ObjectID,
    over standing: inout [RecordKey], from origin: WaitingLink.Origin,
    into sink: inout some RecordSink
  ) throws(RowFailure) -> ObjectID {
    let relationship = reference.relationship
    guard let entity = plan.model[relationship.destination] else {
      throw .store(.unknownEntity(relationship.destination))
    }
    for rule in rules(of: entity).unique {
      index(FieldIndex.Name(entity: entity.name, field: rule.attribute.name))
    }
    let nested = NestedRecord(object, entity, reference.members)
    for member in nested.unknownMembers {
      unknownMembers["\(entity.plural).\(member)", default: (0, origin)].count += 1
    }
    var draft: RecordDraft
    do throws(RowProblem) {
      draft = try nested.draft()
    } catch {
      throw .problem(error)
    }
    let inverse = relationship.inverse.flatMap { entity.relationship($0) }
    let isOwned = inverse.map { $0.isStored && !$0.isToMany } ?? false
    if isOwned, let inverse { draft.set(inverse.name, .link(owner.key)) }
    let found = draft.identity.flatMap { identities[$0] } ?? holder(of: draft)
    let known = found ?? standing.first.map { ObjectID(entity: entity.name, key: $0) }
    // Whose place it takes is another record to people.
    if found == nil, known != nil { draft.clearOtherAttributes() }
    standing.removeAll { $0 == known?.key }
    var id = known
    if isOwned || known.flatMap({ wholes[$0] }) != object {
      id = try save(draft, over: known, from: origin, into: &sink)
    }
    guard let id else { preconditionFailure("what is saved has an id") }
    if !rules(of: entity).unique.isEmpty { wholes[id] = object }
    if let inverse, inverse.isStored, inverse.isToMany,
      !draft.references.contains(where: { $0.relationship.name == inverse.name })
    {
      let others = known == nil ? [] : stored.links(of: id, inverse.name)
      waiting.append(
        WaitingLink(record: id, relationship: inverse, ends: [.record(owner)], origin: origin),
        after: others.map { .record(ObjectID(entity: owner.entity, key: $0)) })
    }
    return id
  }

  /// The record that has one of the draft's values which no two records have.
  private mutating func holder(of draft: RecordDraft) -> ObjectID? {
    for rule in rules(of: draft.entity).unique {
      if case .one(let key)? = match(of: draft, rule.attribute, at: rule.place)?.match {
        return ObjectID(entity: draft.entity.name, key: key)
      }
    }
    return nil
  }

  /// Takes out the records whose places nothing took.
  mutating func removeSurplus(from sink: inout some RecordSink) throws(InterchangeError) {
    guard !surplus.isEmpty else { return }
    do throws(StoreError) {
      try sink.delete(surplus)
    } catch {
      throw .store(error)
    }
    for id in surplus {
      if let entity = plan.model[id.entity] { count(entity) { $0.deleted += 1 } }
    }
  }
}

extension RecordDraft.Reference.Member {
  /// Whether it is a whole record.
  fileprivate var isWhole: Bool {
    if case .object = self { true } else { false }
  }
}
