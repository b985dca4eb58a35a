internal import CairnNavigation
internal import CairnStore

/// Finds the collection, record or link that a URL's segment names.
struct RecordFinder {
  let snapshot: Snapshot
  let clock: WallClock

  func entity(_ name: String) throws(AddressProblem) -> Entity {
    if let entity = snapshot.model.entity(matching: name) { return entity }
    throw .unknownCollection(
      name,
      nearest: snapshot.model.collections(nearest: name, limit: 2))
  }

  func record(_ text: String, in entity: Entity) throws(AddressProblem) -> ObjectID {
    let direct = snapshot.resolve(text, in: entity.name, at: clock)
    // A handle may look like a portable identity. An existing record takes precedence.
    if case .found(let id) = direct { return id }
    guard let portable = PortableID(text), portable.uri.hasPrefix("x-cairn:") else {
      return try id(of: direct, in: entity)
    }
    let id = try id(of: snapshot.resolve(uri: portable.uri), in: entity)
    guard id.entity == entity.name else {
      throw .malformed(
        text, reason: "\(id.key) is a record of \(plural(id.entity)), not of \(entity.plural)")
    }
    return id
  }

  /// Whether `segment` is the app's `word`: with its `~`, or without it if no record has that name.
  func means(_ word: String, _ segment: String, in entity: Entity) -> Bool {
    if segment == word { return true }
    guard "~" + segment == word else { return false }
    switch snapshot.resolve(segment, in: entity.name, at: clock) {
    case .found, .ambiguous: return false
    default: return true
    }
  }

  private func id(
    of resolution: RecordResolution, in entity: Entity
  ) throws(AddressProblem) -> ObjectID {
    switch resolution {
    case .found(let id): return id
    case .deleted(let id): throw .gone(id, collection: plural(id.entity))
    case .ambiguous(_, let text, let ids):
      throw .ambiguous(text, collection: entity.plural, ids.map(\.key))
    case .noMatch(_, let text): throw .noMatch(text, collection: entity.plural)
    case .otherStore(let uri): throw .otherStore(uri)
    case .unknownEntity(let name): throw .unknownCollection(name, nearest: [])
    case .unavailable(let reason): throw .unavailable(reason)
    case .malformed(let text, let reason): throw .malformed(text, reason: reason)
    }
  }

  private func plural(_ entity: String) -> String {
    snapshot.model[entity]?.plural ?? entity
  }
}

extension ObjectModel {
  /// The entities whose records are owned by others and are deleted with their owners.
  var ownedEntities: Set<String> {
    Set(entities.flatMap(\.relationships).filter { $0.deleteRule == .cascade }.map(\.destination))
  }

  /// The links of an entity's records to their owners.
  func ownerLinks(of entity: Entity) -> [Relationship] {
    entity.relationships.filter { link in
      guard !link.isToMany, let name = link.inverse, let owner = self[link.destination]
      else { return false }
      return owner.relationships.contains { $0.name == name && $0.deleteRule == .cascade }
    }
  }
}

/// Reads the titles of the owners of an entity's records.
struct OwnerTitles: Sendable {
  private let displays: [FieldDisplay]

  /// Prepares the reading; links that can't be followed are skipped.
  init(of entity: Entity, in snapshot: Snapshot, at clock: WallClock) {
    displays = snapshot.model.ownerLinks(of: entity).compactMap { link in
      (try? FieldPath.parse(link.name)).flatMap {
        try? FieldDisplay($0, of: entity, in: snapshot, at: clock)
      }
    }
  }

  /// The title of the owner of `row`; empty if it has no owner.
  func title(of row: Row) -> String {
    displays.lazy.map { $0.text(of: row) }.first { !$0.isEmpty } ?? ""
  }
}
