internal import CairnJSON
internal import CairnStore

extension RecordAssembly {
  /// Puts links in the draft whose other end is there already.
  ///
  /// - Returns: The links that cannot be settled yet.
  mutating func settleKnownLinks(of draft: inout RecordDraft) -> [RecordDraft.Reference] {
    var unsettled: [RecordDraft.Reference] = []
    for reference in draft.references {
      guard case .value(let field, let text) = reference.target,
        let key = key(of: .value(field: field, text: text), reference.relationship)
      else {
        unsettled.append(reference)
        continue
      }
      draft.set(reference.relationship.name, .link(key))
    }
    return unsettled
  }

  /// Lets a link wait for its other end; whole records in it are made at once.
  mutating func wait(
    for reference: RecordDraft.Reference, of id: ObjectID, from origin: WaitingLink.Origin,
    into sink: inout some RecordSink
  ) throws(RowFailure) {
    var link = WaitingLink(
      record: id, relationship: reference.relationship, ends: [], origin: origin)
    switch reference.target {
    case .value(let field, let text): link.ends = [.value(field: field, text: text)]
    case .members(let members):
      var places = standing(within: id, for: members, at: reference.relationship)
      for member in members {
        switch member {
        case .address(let address): link.ends.append(.address(address))
        case .record(let draft, let object):
          let made = try put(
            draft, object, at: reference.relationship, of: id, over: &places, from: origin,
            into: &sink)
          link.ends.append(.record(made))
        }
      }
      replaced(places, within: id, by: link.ends, at: reference.relationship)
    }
    if reference.relationship.isStored { waiting.add(link) }
  }

  /// Settles what waited, now that all records are there.
  mutating func settleLinks(into sink: inout some RecordSink) {
    var dead: [String: (count: Int, first: WaitingLink.Origin)] = [:]
    for link in waiting.take() {
      var keys: [RecordKey] = []
      var met: Set<RecordKey> = []
      for end in link.ends {
        if let key = key(of: end, link.relationship) {
          if met.insert(key).inserted { keys.append(key) }
        } else if isStrict {
          report.note(problem(with: end, of: link.relationship), of: link.origin)
        } else {
          let entity = link.record.entity
          let name = "\(plan.model[entity]?.plural ?? entity).\(link.relationship.name)"
          dead[name, default: (0, link.origin)].count += 1
        }
      }
      let links = keys.map(Value.link)
      let value = link.relationship.isToMany ? Value(list: links) : links.first
      let row = storedRow(of: link.record)
      let old = row?[link.relationship.name]
      guard row == nil || old != value else { continue }
      if row != nil, let entity = plan.model[link.record.entity] {
        count(entity) { $0.relinked += 1 }
      }
      sink.update(
        link.record, [FieldChange(name: link.relationship.name, old: old, new: value)])
    }
    for (name, link) in dead.sorted(by: { $0.key < $1.key }) {
      report.notices.append(
        "\(name): \(counted(link.count, "value")) matched no record, the first at "
          + "\(link.first.input), line \(link.first.line)")
    }
  }

  /// What is wrong with a link that leads to no record, or to more than one.
  private func problem(with end: WaitingLink.End, of relationship: Relationship) -> RowProblem {
    let text =
      switch end {
      case .value(_, let text), .address(let text): text
      case .record(let id): "\(id.key)"
      }
    if case .value(let field, _) = end {
      let name = FieldIndex.Name(entity: relationship.destination, field: field)
      if case .several? = indexes[name]?[text] {
        return .ambiguous(field: relationship.name, text: text)
      }
    }
    let plural = plan.model[relationship.destination]?.plural ?? relationship.destination
    return .deadLink(field: relationship.name, text: text, collection: plural)
  }

  /// The record at the end of a link, `nil` if there is none so far.
  private func key(of end: WaitingLink.End, _ relationship: Relationship) -> RecordKey? {
    switch end {
    case .record(let id): return id.key
    case .value(let field, let text):
      let name = FieldIndex.Name(entity: relationship.destination, field: field)
      if case .one(let key)? = indexes[name]?[text] { return key }
      return nil
    case .address(let address):
      if let id = identities[address] { return id.key }
      let destination = plan.model[relationship.destination]
      let named = RecordAddress(address)
      if let named, named.collection != destination?.plural { return nil }
      guard let key = named?.key ?? RecordKey(address) else { return nil }
      return stored.row(ObjectID(entity: relationship.destination, key: key))?.key
    }
  }
}
