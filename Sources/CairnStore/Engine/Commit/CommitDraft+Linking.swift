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
  /// What became of the values of an attribute that is a link now.
  public struct Linked: Hashable, Sendable {
    /// The attribute of the destination that has the same values; `nil` where none has.
    public var key: String?
    /// How many records have links.
    public var count = 0
    /// How many records have values that no other record has; these stay as they were written.
    public var leftCount = 0

    /// None.
    public init() {}
  }

  /// Makes an attribute a link to the records that its values name.
  ///
  /// A record is named by its key, its title, its handle, a unique value, or that of a field whose
  /// name ends in Id, whichever of these has the most of the values. Where two records have the
  /// same, neither is meant; where one of several values means none, all of the record's values stay
  /// as they were written.
  ///
  /// Cost: every record of both entities is read.
  ///
  /// - Parameters:
  ///   - attribute: the attribute's name, and the link's.
  ///   - entity: the entity that has it.
  ///   - destination: the entity that the link leads to.
  /// - Returns: what became of the values.
  /// - Throws: `StoreError.invalidModel` where one of them is not there any more, or a value that
  ///   names no record looks like a key, as it would be a link to whatever has that; what reading
  ///   the records throws.
  public mutating func makeLink(
    of attribute: String, of entity: String, to destination: String
  ) throws(StoreError) -> Linked {
    let model = try self.model.linking(attribute, of: entity, to: destination)
    let values = try snapshot.load(entity).rows.compactMap { row in
      row[attribute].map { (id: row.id, value: $0) }
    }
    let texts = Set(values.flatMap { $0.value.elements.map(ValueText.export) })
    let (key, named) = try namesakes(of: texts, in: destination)
    var linked = Linked()
    linked.key = key
    var links: [(id: ObjectID, keys: [RecordKey])] = []
    for (id, value) in values {
      let keys = value.elements.compactMap { named[ValueText.export($0)] }
      guard keys.count == value.elements.count else {
        linked.leftCount += 1
        if let key = value.elements.map(ValueText.export).first(where: { RecordKey($0) != nil }) {
          throw .invalidModel(
            [
              ModelMistake(
                line: 0,
                message: "\(key) looks like a key, but \(destination) has no such record")
            ])
        }
        continue
      }
      links.append((id, keys))
      // Under the model that has the value, so that the history has it, and undo brings it back.
      changes.append(
        RecordChange(
          id: id, kind: .update, fields: [FieldChange(name: attribute, old: value, new: nil)]))
    }
    linked.count = links.count
    try updateModel(model)
    guard let link = model[entity]?.relationship(attribute) else { return linked }
    var content = EditedSnapshot(snapshot)
    for (id, keys) in links { content.setLinks(keys, link, of: id) }
    changes += content.changes()
    return linked
  }

  /// Sets links, on whichever side they are stored, of records of the store or of the draft.
  ///
  /// Both ends may say something of a link. Only changes count: a
  /// record of the store that says what it said before changes nothing, and a new record only adds
  /// links. So the other end may have changed the link meanwhile. If both ends changed the same,
  /// and there is room for one, the draft's own change stays.
  ///
  /// Cost: that of applying the draft's changes, and an index of each link.
  ///
  /// - Parameter statements: what the links of records are to be.
  /// - Returns: the places of the statements that changed links, and the links that have no room.
  /// - Throws: what reading the records at the other end throws.
  package mutating func link(
    _ statements: [LinkStatement]
  ) throws(StoreError) -> (changed: [Int], contested: [(statement: Int, key: RecordKey)]) {
    let tables = try batchEditor().tables
    let below = Snapshot(
      storeID: snapshot.storeID, model: model, version: snapshot.version, tables: tables,
      queries: snapshot.queries)
    let before = EditedSnapshot(snapshot)
    var content = EditedSnapshot(below, edits: try Edits(changes, cancellation))
    var changed: Set<Int> = []
    var contested: [(statement: Int, key: RecordKey)] = []
    // Links are added first: a record that got another one no longer needs the one that it had.
    for isAdding in [true, false] {
      for (place, statement) in statements.enumerated() {
        try cancellation()
        let (link, id) = (statement.relationship, statement.id)
        let base = before.links(link, of: id).map(\.key)
        if statement.keys == base, before.exists(id) { continue }
        let inverse = link.inverse.flatMap { model[link.destination]?.relationship($0) }
        let present = content.links(link, of: id).map(\.key)
        let said = Set(statement.keys)
        var wanted = Set(present)
        for key in isAdding ? statement.keys : base.filter({ !said.contains($0) })
        where wanted.contains(key) != isAdding {
          let other = ObjectID(entity: link.destination, key: key)
          if isAdding {
            let isTaken =
              inverse.map { inverse in
                !inverse.isToMany
                  && content.links(inverse, of: other).contains { $0 != id }
                  && before.links(inverse, of: other) != content.links(inverse, of: other)
              } ?? false
            if isTaken { contested.append((place, key)) } else { wanted.insert(key) }
          } else if let inverse, inverse.isRequired, content.links(inverse, of: other) == [id] {
            contested.append((place, key))
          } else {
            wanted.remove(key)
          }
        }
        let keys =
          statement.keys.filter(wanted.contains)
          + present.filter { wanted.contains($0) && !said.contains($0) }
        let order = link.holdsOrderOnly ? content.value(link.name, of: id).linkedKeys : present
        guard keys != present || link.isOrdered && order != keys else { continue }
        content.setLinks(keys, link, of: id)
        changed.insert(place)
      }
    }
    try before.failures.rethrow()
    try content.failures.rethrow()
    if !changed.isEmpty { changes = content.changes() }
    return (changed.sorted(), contested)
  }

  /// The records of an entity by those of `texts` that name them, and the attribute by which most of
  /// them do.
  private func namesakes(
    of texts: Set<String>, in entity: String
  ) throws(StoreError) -> (key: String?, [String: RecordKey]) {
    guard let goal = model[entity] else { return (nil, [:]) }
    let attributes = goal.attributes.filter { attribute in
      !attribute.isList
        && (goal.hasUniqueValues(attribute) || attribute.name == goal.title
          || attribute.name.hasSuffix("Id") || attribute.name.hasSuffix("_id"))
    }
    let rows = try snapshot.load(entity).rows
    let own = rows.filter { texts.contains("\($0.key)") }.map { ("\($0.key)", $0.key) }
    var best: (key: String?, [String: RecordKey]) = (
      own.isEmpty ? nil : "Id", Dictionary(own) { first, _ in first }
    )
    for attribute in attributes {
      var named: [String: RecordKey] = [:]
      var ambiguous: Set<String> = []
      for row in rows {
        guard let text = row[attribute.name].map(ValueText.export), texts.contains(text) else {
          continue
        }
        if named.updateValue(row.key, forKey: text) != nil { ambiguous.insert(text) }
      }
      for text in ambiguous { named[text] = nil }
      if named.count > best.1.count { best = (attribute.name, named) }
    }
    return best
  }
}
