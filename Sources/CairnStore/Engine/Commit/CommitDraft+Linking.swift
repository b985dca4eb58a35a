extension CommitDraft {
  /// Turns an attribute into a link to the records that its values name.
  ///
  /// ``LinkConversion`` says which records are found and added.
  ///
  /// Cost: every record of both entities is read, and each link is indexed.
  ///
  /// - Parameters:
  ///   - attribute: the name of the attribute, and of the link.
  ///   - entity: the entity that has the attribute.
  ///   - destination: the entity that the link leads to; it is added if the model has none of its
  ///     name.
  ///   - addsMissing: whether values that name no record become new records.
  /// - Returns: the conversion.
  /// - Throws: `StoreError.invalidModel` if a part no longer exists, or if a value that names no
  ///   record looks like a key, because it would link to the record that gets this key; the errors
  ///   of reading the records.
  @discardableResult
  public mutating func makeLink(
    of attribute: String, of entity: String, to destination: Entity,
    addingMissing addsMissing: Bool = false
  ) throws(StoreError) -> LinkConversion {
    let conversion = try LinkConversion(
      of: attribute, of: entity, to: destination, addingMissing: addsMissing, in: snapshot)
    let model = try conversion.model(from: self.model)
    changes += conversion.clearing
    try updateModel(model)
    let keys = try insert(conversion.added, into: conversion.destination.name)
    guard let link = model[entity]?.relationship(attribute) else { return conversion }
    _ = try self.link(conversion.statements(link, keys))
    return conversion
  }

  /// Inserts records that have only names.
  private mutating func insert(
    _ names: [RecordName], into entity: String
  ) throws(StoreError) -> [RecordName: RecordKey] {
    guard let goal = model[entity], let title = goal.nameAttribute else { return [:] }
    var keys: [RecordName: RecordKey] = [:]
    for name in names {
      guard let values = goal.values(called: name, in: title) else { continue }
      keys[name] = try insert(values, into: entity)
    }
    return keys
  }
}
