extension CommitDraft {
  /// The result of turning an attribute into a link.
  public struct Linked: Hashable, Sendable {
    /// The attribute of the destination with the same values; `nil` if there is none.
    public var key: String?
    /// The number of records that have links now.
    public var count = 0
    /// The number of records whose values name no record; the values stay as text.
    public var leftCount = 0

    /// Creates a result without links.
    public init() {}
  }

  /// Turns an attribute into a link to the records that its values name.
  ///
  /// A value names a record by its key, its title, its handle, a unique value, or a field whose
  /// name ends in Id. The field that has the most of the values is used. A value that two records
  /// have names neither. If one value of a record names no record, all values of that record stay
  /// as text.
  ///
  /// Cost: every record of both entities is read.
  ///
  /// - Parameters:
  ///   - attribute: the name of the attribute, and of the link.
  ///   - entity: the entity that has the attribute.
  ///   - destination: the entity that the link leads to.
  /// - Returns: the result.
  /// - Throws: `StoreError.invalidModel` if a part no longer exists, or if a value that names no
  ///   record looks like a key, because it would link to the record that gets this key; the errors
  ///   of reading the records.
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
      // Under the old model, so that the history has the value, and undo brings it back.
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

  /// Returns the records that `texts` name, and the attribute by which most of the texts name one.
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
