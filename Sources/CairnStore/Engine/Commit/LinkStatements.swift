/// What the links of a record are to be.
package struct LinkStatement: Sendable {
  package let id: ObjectID
  package let relationship: Relationship
  /// The records at the other end, in their order.
  package let keys: [RecordKey]

  package init(id: ObjectID, relationship: Relationship, keys: [RecordKey]) {
    (self.id, self.relationship, self.keys) = (id, relationship, keys)
  }
}

extension CommitDraft {
  /// Sets links of records, on the side that stores them.
  ///
  /// Both ends of a link may have a statement, so only differences from the store count. A new record
  /// only adds links.
  ///
  /// Cost: that of applying the changes of the draft, and an index for each link.
  ///
  /// - Parameter statements: the links that records are to have.
  /// - Returns: the places of the statements that changed links. Also the links that could not be
  ///   added or taken away, because the other record has a new link or must keep this one.
  /// - Throws: what reading the records at the other end throws.
  package mutating func link(
    _ statements: [LinkStatement]
  ) throws(StoreError) -> (changed: [Int], contested: [(statement: Int, key: RecordKey)]) {
    let below = Snapshot(
      storeID: snapshot.storeID, model: model, version: snapshot.version,
      tables: try batchEditor().tables, queries: snapshot.queries)
    var merge = LinkMerge(
      before: EditedSnapshot(snapshot),
      content: EditedSnapshot(below, edits: try Edits(changes, cancellation)))
    // Links are added first: a record that got another one no longer needs the one that it had.
    for add in [true, false] {
      for (place, statement) in statements.enumerated() {
        try cancellation()
        merge.take(statement, at: place, adding: add)
      }
    }
    try merge.before.failures.rethrow()
    try merge.content.failures.rethrow()
    if !merge.changed.isEmpty { changes = merge.content.changes() }
    return (merge.changed.sorted(), merge.contested)
  }
}

/// Content that takes statements about links, one after the other.
private struct LinkMerge {
  /// The content without the draft.
  let before: EditedSnapshot
  var content: EditedSnapshot
  var changed: Set<Int> = []
  var contested: [(statement: Int, key: RecordKey)] = []

  init(before: EditedSnapshot, content: EditedSnapshot) {
    (self.before, self.content) = (before, content)
  }

  /// Adds the new links of a statement, or takes away those that it lacks.
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
        contested.append((place, key))
      } else if add {
        wanted.insert(key)
      } else {
        wanted.remove(key)
      }
    }
    let keys =
      statement.keys.filter(wanted.contains)
      + present.filter { wanted.contains($0) && !said.contains($0) }
    let order = link.holdsOrderOnly ? content.value(link.name, of: id).linkedKeys : present
    guard keys != present || link.isOrdered && order != keys else { return }
    content.setLinks(keys, link, of: id)
    changed.insert(place)
  }

  private func inverse(of link: Relationship) -> Relationship? {
    link.inverse.flatMap { content.model[link.destination]?.relationship($0) }
  }

  /// Whether a record that may have one link has another one, which the draft gave it.
  private func isTaken(_ other: ObjectID, _ inverse: Relationship, _ id: ObjectID) -> Bool {
    guard !inverse.isToMany else { return false }
    let present = content.links(inverse, of: other)
    return present.contains { $0 != id } && present != before.links(inverse, of: other)
  }

  /// Whether a record must have a link, and has only this one.
  private func needs(_ other: ObjectID, _ inverse: Relationship, _ id: ObjectID) -> Bool {
    inverse.isRequired && content.links(inverse, of: other) == [id]
  }
}
