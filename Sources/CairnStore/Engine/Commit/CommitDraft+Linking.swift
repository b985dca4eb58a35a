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
