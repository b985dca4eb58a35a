/// The links that a record should have.
package struct LinkStatement: Sendable {
  package let id: ObjectID
  package let relationship: Relationship
  /// The records at the other end, in their order.
  package let keys: [RecordKey]

  package init(id: ObjectID, relationship: Relationship, keys: [RecordKey]) {
    (self.id, self.relationship, self.keys) = (id, relationship, keys)
  }
}

/// A link of a statement that was not added or not removed.
package struct ContestedLink: Sendable {
  /// The index of the statement.
  package let statement: Int
  /// The record at the other end.
  package let key: RecordKey
  /// Whether a record would lose a required link.
  ///
  /// Otherwise, the record at the other end has another new link.
  package let isNeeded: Bool
}

extension CommitDraft {
  /// Sets links of records, on the side that stores them.
  ///
  /// Both ends of a link may have a statement, so only differences from the store count. A new
  /// record only adds links. A record may lose a required link to another record only if the
  /// statements give it another one.
  ///
  /// Cost: the draft's changes are applied, and each link is indexed.
  ///
  /// - Parameter statements: the links that records should have.
  /// - Returns: the indexes of the statements whose links are new, whichever end brought them, and
  ///   the links that could not be added or removed.
  /// - Throws: the errors of reading the records at the other end.
  package mutating func link(
    _ statements: [LinkStatement]
  ) throws(StoreError) -> (changed: [Int], contested: [ContestedLink]) {
    let below = snapshot.with(try batchEditor().tables)
    var merge = LinkMerge(
      before: EditedSnapshot(snapshot),
      content: EditedSnapshot(below, edits: try Edits(changes, cancellation)))
    // Links are added first: a record with a new link no longer needs its old one.
    for add in [true, false] {
      for (place, statement) in statements.enumerated() {
        try cancellation()
        merge.take(statement, at: place, adding: add)
      }
    }
    merge.giveBack(statements)
    merge.noteMetStatements(among: statements)
    try merge.before.failures.rethrow()
    try merge.content.failures.rethrow()
    if !merge.changed.isEmpty { changes = merge.content.changes() }
    return (merge.changed.sorted(), merge.contested)
  }
}

/// Content to which statements about links are applied one by one.
private struct LinkMerge {
  /// A required link of a record.
  struct RequiredLink: Hashable {
    let record: ObjectID
    let relationship: Relationship
  }

  /// The content without the draft.
  let before: EditedSnapshot
  var content: EditedSnapshot
  var changed: Set<Int> = []
  var contested: [ContestedLink] = []
  /// The statements that the other ends had met before.
  private var met: [Int] = []
  /// The required links that records lost to the new links of statements.
  private var losses: [RequiredLink: [ContestedLink]] = [:]
  /// The keys of `losses` and other removed required links, in the order of the statements.
  private var lostLinks: [RequiredLink] = []

  init(before: EditedSnapshot, content: EditedSnapshot) {
    (self.before, self.content) = (before, content)
  }

  /// Adds the new links of a statement, or removes those that it lacks.
  mutating func take(_ statement: LinkStatement, at place: Int, adding add: Bool) {
    let (link, id) = (statement.relationship, statement.id)
    let base = before.links(link, of: id).map(\.key)
    if statement.keys == base, before.exists(id) { return }
    let present = content.links(link, of: id).map(\.key)
    let said = Set(statement.keys)
    var wanted = Set(present)
    for key in add ? statement.keys : base.filter({ !said.contains($0) })
    where wanted.contains(key) != add {
      let other = ObjectID(entity: link.destination, key: key)
      if let inverse = inverse(of: link),
        add ? isTaken(other, inverse, id) : needs(other, inverse, id)
      {
        contested.append(ContestedLink(statement: place, key: key, isNeeded: !add))
      } else if add {
        noteLosses(to: key, link, of: id, at: place, besides: present)
        wanted.insert(key)
      } else {
        if link.isRequired { lostLinks.append(RequiredLink(record: id, relationship: link)) }
        wanted.remove(key)
      }
    }
    let keys =
      statement.keys.filter(wanted.contains)
      + present.filter { wanted.contains($0) && !said.contains($0) }
    let order = link.holdsOrderOnly ? content.value(link.name, of: id).linkedKeys : present
    guard keys != present || link.isOrdered && order != keys else {
      if add, before.exists(id) { met.append(place) }
      return
    }
    content.setLinks(keys + danglingKeys(link, of: id), link, of: id)
    changed.insert(place)
  }

  /// Restores required links of records that got no other one from the statements.
  ///
  /// If another record loses its new link because of this, it gets its earlier one back, too.
  mutating func giveBack(_ statements: [LinkStatement]) {
    var pending = Array(lostLinks.reversed())
    var isChanged = false
    while let lost = pending.popLast() {
      let (id, link) = (lost.record, lost.relationship)
      guard content.exists(id), content.links(link, of: id).isEmpty else { continue }
      let old = before.links(link, of: id).filter(content.exists)
      guard !old.isEmpty else { continue }
      if let inverse = inverse(of: link), !inverse.isToMany {
        for other in old {
          pending += content.links(inverse, of: other).filter { $0 != id }
            .map { RequiredLink(record: $0, relationship: link) }
        }
      }
      content.setLinks(old.map(\.key), link, of: id)
      contested += losses.removeValue(forKey: lost) ?? []
      isChanged = true
    }
    if isChanged { changed = changed.filter { hasNewLinks(statements[$0]) } }
  }

  /// Counts the statements whose links another statement set, so that their order does not matter.
  mutating func noteMetStatements(among statements: [LinkStatement]) {
    let refused = Set(contested.map(\.statement))
    changed.formUnion(met.filter { !refused.contains($0) && hasNewLinks(statements[$0]) })
  }

  private func hasNewLinks(_ statement: LinkStatement) -> Bool {
    let (link, id) = (statement.relationship, statement.id)
    return content.links(link, of: id) != before.links(link, of: id)
  }

  /// Notes the records that lose a required link when a record gets the link to `key`.
  private mutating func noteLosses(
    to key: RecordKey, _ link: Relationship, of id: ObjectID, at place: Int,
    besides present: [RecordKey]
  ) {
    guard let inverse = inverse(of: link) else { return }
    let other = ObjectID(entity: link.destination, key: key)
    var losers: [RequiredLink] = []
    if link.isRequired, !inverse.isToMany {
      losers += content.links(inverse, of: other).filter { $0 != id }
        .map { RequiredLink(record: $0, relationship: link) }
    }
    if inverse.isRequired, !link.isToMany {
      losers += present.map {
        RequiredLink(
          record: ObjectID(entity: link.destination, key: $0), relationship: inverse)
      }
    }
    lostLinks += losers
    for loser in losers {
      losses[loser, default: []]
        .append(ContestedLink(statement: place, key: key, isNeeded: true))
    }
  }

  /// The links of a record to missing records.
  ///
  /// These records may arrive with a later sync, so the links stay.
  private func danglingKeys(_ link: Relationship, of id: ObjectID) -> [RecordKey] {
    guard link.isStored, link.isToMany, !link.holdsOrderOnly else { return [] }
    return content.value(link.name, of: id).linkedKeys.filter {
      !content.exists(ObjectID(entity: link.destination, key: $0))
    }
  }

  private func inverse(of link: Relationship) -> Relationship? {
    link.inverse.flatMap { content.model[link.destination]?.relationship($0) }
  }

  /// Whether a record that may have one link has another one from the draft.
  private func isTaken(_ other: ObjectID, _ inverse: Relationship, _ id: ObjectID) -> Bool {
    guard !inverse.isToMany else { return false }
    let present = content.links(inverse, of: other)
    return present.contains { $0 != id } && present != before.links(inverse, of: other)
  }

  /// Whether a record has a required link, and this is its only one.
  private func needs(_ other: ObjectID, _ inverse: Relationship, _ id: ObjectID) -> Bool {
    inverse.isRequired && content.links(inverse, of: other) == [id]
  }
}
