internal import CairnStore

extension ObjectModel {
  /// The entities whose records others own: they go with what they are linked from.
  var ownedEntities: Set<String> {
    Set(entities.flatMap(\.relationships).filter { $0.deleteRule == .cascade }.map(\.destination))
  }

  /// The links of an entity's records to those that they are a part of.
  func ownerLinks(of entity: Entity) -> [Relationship] {
    entity.relationships.filter { link in
      guard !link.isToMany, let name = link.inverse, let owner = self[link.destination]
      else { return false }
      return owner.relationships.contains { $0.name == name && $0.deleteRule == .cascade }
    }
  }
}

/// Reads what the owners of an entity's records are called.
struct OwnerTitles: Sendable {
  private let displays: [FieldDisplay]

  /// Prepares the reading; links that can't be followed are passed over.
  init(of entity: Entity, in snapshot: Snapshot, at clock: WallClock) {
    displays = snapshot.model.ownerLinks(of: entity).compactMap { link in
      (try? FieldPath.parse(link.name)).flatMap {
        try? FieldDisplay($0, of: entity, in: snapshot, at: clock)
      }
    }
  }

  /// What the record is called that `row` is a part of; empty where it is a part of none.
  func title(of row: Row) -> String {
    displays.lazy.map { $0.text(of: row) }.first { !$0.isEmpty } ?? ""
  }
}
