/// Completes inverses and settles which side of a relationship records hold.
enum RelationshipResolver {
  static func resolve(_ entities: [Entity]) -> [Entity] {
    var inverses: [Side: String] = [:]
    for entity in entities {
      for relationship in entity.relationships {
        guard let inverse = relationship.inverse else { continue }
        inverses[Side(entity: entity.name, name: relationship.name)] = inverse
        inverses[Side(entity: relationship.destination, name: inverse)] = relationship.name
      }
    }
    var seen: Set<Side> = []
    let byName = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0) })
    return entities.map { entity in
      guard !entity.relationships.isEmpty else { return entity }
      var resolved = entity
      resolved.properties = entity.properties.map { property in
        guard case .relationship(var relationship) = property else { return property }
        let side = Side(entity: entity.name, name: relationship.name)
        relationship.inverse = inverses[side]
        let other = relationship.inverse.flatMap {
          byName[relationship.destination]?.relationship($0)
        }
        settle(&relationship, against: other, isFirst: !seen.contains(side))
        if let other { seen.insert(Side(entity: relationship.destination, name: other.name)) }
        return .relationship(relationship)
      }
      return resolved
    }
  }

  private struct Side: Hashable {
    var entity: String
    var name: String
  }

  private static func settle(
    _ relationship: inout Relationship, against other: Relationship?, isFirst: Bool
  ) {
    guard let other else {
      relationship.isStored = true
      relationship.holdsOrderOnly = false
      return
    }
    if relationship.isToMany == other.isToMany {
      relationship.isStored = isFirst || relationship.isOrdered
      relationship.holdsOrderOnly = !isFirst && relationship.isOrdered
    } else {
      relationship.isStored = !relationship.isToMany || relationship.isOrdered
      relationship.holdsOrderOnly = relationship.isToMany && relationship.isOrdered
    }
  }
}
