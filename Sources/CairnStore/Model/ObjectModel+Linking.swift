/// Links that take the place of attributes.
extension ObjectModel {
  /// Returns the model with a link instead of an attribute, and with the inverse link.
  ///
  /// - Parameters:
  ///   - attribute: the attribute's name, and the link's.
  ///   - entity: the entity that has it.
  ///   - destination: the entity at the other end of the link.
  ///   - isRequired: whether a record must have a link.
  /// - Returns: the changed model; an attribute with several values becomes a to-many link. The
  ///   link is no title or handle, and has no constraints on values.
  /// - Throws: `StoreError.invalidModel` if the attribute or an entity no longer exists.
  public func linking(
    _ attribute: String, of entity: String, to destination: String, isRequired: Bool = false
  ) throws(StoreError) -> ObjectModel {
    try ObjectModel(
      entities: entities.linking(
        attribute, of: entity, to: destination, isRequired: isRequired))
  }
}

extension [Entity] {
  /// Returns the entities with a link instead of an attribute, and with the inverse link.
  ///
  /// The parameters are those of ``ObjectModel/linking(_:of:to:isRequired:)``.
  package func linking(
    _ attribute: String, of entity: String, to destination: String, isRequired: Bool = false
  ) throws(StoreError) -> [Entity] {
    guard let old = named(entity)?.attribute(attribute) else {
      throw ObjectModel.unknown("\(entity).\(attribute)")
    }
    var sides = try sides(
      ofLink: attribute, of: entity, to: destination, isToMany: old.isList)
    sides.there.isRequired = isRequired
    // Tags have no order, but several values of another type have one.
    sides.there.isOrdered = old.isMultiple
    return map { original in
      var changed = original
      if original.name == entity {
        // By default, a list shows attributes only. The link keeps the attribute's place.
        let columns = original.listedFields
        if columns.contains(attribute) { changed.columns = columns }
        changed.properties = original.properties.map {
          $0.name == attribute ? .relationship(sides.there) : $0
        }
        if original.title == attribute { changed.title = nil }
        if original.handle == attribute { changed.handle = nil }
        changed = changed.withFittingLooks
      }
      if original.name == destination { changed.properties.append(.relationship(sides.back)) }
      return changed
    }
  }

  /// Returns both sides of a new link; the inverse has the name of the entity's plural.
  func sides(
    ofLink link: String, of entity: String, to destination: String, isToMany: Bool
  ) throws(StoreError) -> (there: Relationship, back: Relationship) {
    guard let source = named(entity) else { throw ObjectModel.unknown(entity) }
    guard let goal = named(destination) else { throw ObjectModel.unknown(destination) }
    let words = source.plural.prefix(1).uppercased() + source.plural.dropFirst()
    let name = words.replacing("-", with: "_")
    let taken = Set(goal.properties.map(\.name)).union(goal.formerNames.values.joined())
      .union(entity == destination ? [link] : [])
    var free = name
    var number = 2
    while taken.contains(free) {
      free = "\(name)\(number)"
      number += 1
    }
    var there = Relationship(name: link, destination: destination, isToMany: isToMany)
    there.inverse = free
    there.label = source[link]?.label
    var back = Relationship(name: free, destination: entity, isToMany: true)
    back.inverse = link
    return (there, back)
  }

  private func named(_ name: String) -> Entity? { first { $0.name == name } }
}
