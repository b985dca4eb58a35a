internal import CairnStore

extension ObjectModel {
  /// The entities whose records others own: they go with what they are linked from.
  var ownedEntities: Set<String> {
    Set(entities.flatMap(\.relationships).filter { $0.deleteRule == .cascade }.map(\.destination))
  }

  /// The link of an owned record to the one that it is a part of; `nil` where it has none.
  func ownerLink(of entity: Entity) -> Relationship? {
    entity.relationships.first { link in
      guard !link.isToMany, let name = link.inverse, let owner = self[link.destination]
      else { return false }
      return owner.relationships.contains { $0.name == name && $0.deleteRule == .cascade }
    }
  }
}

extension Snapshot {
  /// Reads what the owners of an entity's records are called; `nil` where they have none.
  func ownerDisplay(of entity: Entity, at clock: WallClock) -> FieldDisplay? {
    guard let link = model.ownerLink(of: entity), let path = try? FieldPath.parse(link.name)
    else { return nil }
    return try? FieldDisplay(path, of: entity, in: self, at: clock)
  }
}
