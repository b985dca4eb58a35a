internal import CairnNavigation
public import CairnScreens
public import CairnStore

extension StoreClient {
  /// Duplicates a record and the records that it owns, and opens the copy's form.
  ///
  /// Values that must be unique are left out; a required text gets the suffix "(copy)".
  ///
  /// - Parameter id: the record.
  /// - Returns: the effects that start the work.
  public func duplicate(_ id: ObjectID) -> [Effect] {
    let seen = snapshot
    let title = seen.title(of: id)
    return change("duplicating \(title)") { (store) throws(StoreError) in
      let context = store.newContext()
      let record = try context.existingObject(
        with: context.snapshot.currentID(of: id, since: seen))
      _ = try context.duplicate(record)
      return try context.save(title: "duplicate \(title)")
    } completion: { [self] outcome in
      switch outcome {
      case .success(let transaction):
        let copy = transaction?.changes.first { $0.kind == .insert && $0.id.entity == id.entity }
        let form = copy.map { url(of: $0.id).appending(StoreAddress.editSegment) }
        return (form.map { [.open($0)] } ?? [])
          + [.say(.saved("duplicated \(title)", isChange: copy != nil))]
      case .failure(let error):
        return [.say(Message(error.description(in: seen.model), tone: .bad))]
      }
    }
  }
}

extension ObjectContext {
  /// Copies a record and the records that it owns.
  ///
  /// The owned copies link to the new copy.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - owner: the link to the record's owner; the owner's copy sets it.
  /// - Returns: the copy.
  /// - Throws: errors from creating a record.
  fileprivate func duplicate(
    _ record: Record, ownedBy owner: String? = nil
  ) throws(StoreError) -> Record {
    let copy = try create(record.id.entity)
    for attribute in record.entity.attributes {
      let value = record[attribute.name]
      copy[attribute.name] =
        record.entity.hasUniqueValues(attribute) ? attribute.copied(value) : value
    }
    for link in record.entity.relationships where link.name != owner {
      let linked = record.links(link.name)
      guard !linked.isEmpty else { continue }
      // If only one record may link to a record, that record keeps its link.
      let inverse = link.inverse.flatMap { linked[0].entity.relationship($0) }
      if link.isToMany, link.deleteRule == .cascade, inverse?.isToMany == false {
        var owned: [Record] = []
        for record in linked { owned.append(try duplicate(record, ownedBy: link.inverse)) }
        copy.setLinks(link.name, owned)
      } else if inverse?.isToMany != false {
        copy.setLinks(link.name, linked)
      }
    }
    return copy
  }
}

extension Attribute {
  /// Returns the copy's value of an attribute with unique values: `nil`, unless the attribute is
  /// required.
  fileprivate func copied(_ value: Value?) -> Value? {
    guard isRequired, case .text(let text)? = value else { return nil }
    return .text("\(text) (copy)")
  }
}
