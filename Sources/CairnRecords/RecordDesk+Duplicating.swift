internal import CairnNavigation
public import CairnScreens
public import CairnStore

extension RecordDesk {
  /// Makes another record like one that is there, with what it owns, and opens its form.
  ///
  /// What no two records may share is left out; a text that must be there is said to be a copy.
  ///
  /// - Parameter id: the record.
  /// - Returns: the effects that start the work.
  public func duplicate(_ id: ObjectID) -> [Effect] {
    let (title, model) = (snapshot.title(of: id), snapshot.model)
    return change("duplicating \(title)") { (store) throws(StoreError) in
      let context = store.newContext()
      let record = try context.existingObject(with: id)
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
        return [.say(Message(error.description(in: model), tone: .bad))]
      }
    }
  }
}

extension ObjectContext {
  /// Makes a copy of a record, and of those that it owns, which link to the copy.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - owner: its link to the record that it is copied with, which is set by that.
  /// - Returns: the copy.
  /// - Throws: what creating throws.
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
      // A record that another one alone may link to stays with that.
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
  /// Returns the value of a copy in an attribute with unique values: none, unless the attribute is
  /// required.
  fileprivate func copied(_ value: Value?) -> Value? {
    guard isRequired, case .text(let text)? = value else { return nil }
    return .text("\(text) (copy)")
  }
}
