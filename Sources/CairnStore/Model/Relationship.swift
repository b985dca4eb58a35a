/// A link of an entity's records to records of another entity.
public struct Relationship: Hashable, Sendable {
  /// The effect of a record's deletion on the records at the other end.
  public enum DeleteRule: String, CaseIterable, Sendable {
    /// Clears the links to the deleted record.
    case nullify
    /// Deletes the linked records too.
    case cascade
    /// Refuses the deletion.
    case deny
    /// Does nothing, and leaves links without a record.
    case none
  }

  /// The treatment of the records at the other end in an export.
  public enum ExportRule: String, CaseIterable, Sendable {
    /// Writes them inside their owner.
    case follow
    /// Writes their addresses.
    case reference
    /// Leaves them out.
    case skip
  }

  /// The name, unique within the entity.
  public var name: String

  /// The name of the entity at the other end.
  public var destination: String

  /// Whether a record can have more than one link.
  public var isToMany: Bool

  /// Whether the order of the links is kept.
  public var isOrdered = false

  /// The name of the destination's relationship that leads back.
  public var inverse: String?

  /// The rule for the other end when a record is deleted.
  public var deleteRule = DeleteRule.nullify

  /// The rule for the other end when a record is exported.
  public var exportRule = ExportRule.reference

  /// Whether a record must have a link.
  public var isRequired = false

  /// The words for people, if they differ from the name.
  public var label: String?

  /// Whether records hold this side as a field; the other side is found through its inverse.
  ///
  /// The stored side is the to-one side, or the first declared of two sides of the same kind. A
  /// to-many side without an inverse is stored too. An ordered to-many side is stored, but its
  /// field holds only the order.
  public internal(set) var isStored = true

  /// Whether the stored field only orders links that the other side's to-one fields make.
  public internal(set) var holdsOrderOnly = false

  /// The words that screens show for the link.
  public var caption: String { Caption.of(name, label) }

  /// A relationship with every other property at its default.
  public init(name: String, destination: String, isToMany: Bool) {
    self.name = name
    self.destination = destination
    self.isToMany = isToMany
  }
}

extension Relationship {
  /// Whether the linking record owns the linked ones, and each of them fits on a line of text.
  public func isOwning(in model: ObjectModel) -> Bool {
    guard deleteRule == .cascade, isExclusive(in: model), let owned = model[destination] else {
      return false
    }
    return owned.properties.contains { property in
      if case .attribute(let attribute) = property { attribute.type != .data } else { false }
    }
  }

  /// Whether the link leads to the owner of this record: it is required, or the owner's deletion
  /// also deletes this record.
  func leadsToOwner(in model: ObjectModel) -> Bool {
    guard isStored, !isToMany else { return false }
    let back = inverse.flatMap { model[destination]?.relationship($0) }
    return isRequired || back?.deleteRule == .cascade
  }

  /// Whether it leads to many, each of which only one record can have.
  public func isExclusive(in model: ObjectModel) -> Bool {
    guard isToMany, let inverse else { return false }
    return model[destination]?.relationship(inverse)?.isToMany == false
  }
}

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
