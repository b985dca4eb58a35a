/// Changes of a model that take something out of it.
extension ObjectModel {
  /// The model without a field; a link goes with the way back.
  ///
  /// What the model says of the field goes as well: that it is a title, a column or an order, also
  /// where these look through links. Values stay in the text.
  ///
  /// - Throws: `StoreError.invalidModel` where something else needs the field, or it is gone.
  public func removing(
    field: String, of entity: String
  ) throws(StoreError) -> ObjectModel {
    guard self[entity]?[field] != nil else { throw Self.unknown("\(entity).\(field)") }
    var fields: Set<ModelPlace> = [ModelPlace(entity: entity, property: field)]
    if let link = self[entity]?.relationship(field), let inverse = link.inverse {
      fields.insert(ModelPlace(entity: link.destination, property: inverse))
    }
    return try ObjectModel(entities: entities.map { without(fields, $0) })
  }

  /// The model without an entity and the links to it.
  ///
  /// - Throws: `StoreError.invalidModel` where something else needs one of them, or it is gone.
  public func removing(entity: String) throws(StoreError) -> ObjectModel {
    guard self[entity] != nil else { throw Self.unknown(entity) }
    let links = entities.flatMap { other in
      other.relationships.filter { $0.destination == entity }
        .map { ModelPlace(entity: other.name, property: $0.name) }
    }
    return try ObjectModel(
      entities: entities.filter { $0.name != entity }.map { without(Set(links), $0) })
  }

  private func without(_ fields: Set<ModelPlace>, _ original: Entity) -> Entity {
    func isGone(_ name: String) -> Bool {
      fields.contains(ModelPlace(entity: original.name, property: name))
    }
    func leadsThrough(_ path: FieldPath) -> Bool {
      var entity: Entity? = original
      return path.names.contains { name in
        guard let start = entity, let property = start.property(matching: name) else {
          return false
        }
        entity = start.relationship(property.name).flatMap { self[$0.destination] }
        return fields.contains(ModelPlace(entity: start.name, property: property.name))
      }
    }
    var changed = original
    changed.properties.removeAll { isGone($0.name) }
    changed.formerNames = original.formerNames.filter { !isGone($0.key) }
    if original.title.map(isGone) == true { changed.title = nil }
    if original.handle.map(isGone) == true { changed.handle = nil }
    changed.columns.removeAll { (try? FieldPath.parse($0)).map(leadsThrough) == true }
    if let keys = original.sort.flatMap({ try? SortDescriptor.parse($0) }) {
      let left = keys.filter { !leadsThrough($0.field) }
      if left.count < keys.count { changed.sort = left.isEmpty ? nil : SortDescriptor.print(left) }
    }
    return changed
  }
}
