/// What an entity's records have: an attribute or a relationship.
public enum Property: Hashable, Sendable {
  case attribute(Attribute)
  case relationship(Relationship)

  /// The property's name, unique within the entity.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// Whether records hold it as a field.
  public var isStored: Bool {
    switch self {
    case .attribute: true
    case .relationship(let relationship): relationship.isStored
    }
  }

  /// Whether its stored value is a list.
  public var isList: Bool {
    switch self {
    case .attribute(let attribute): attribute.isList
    case .relationship(let relationship): relationship.isToMany
    }
  }

  /// Whether a record must have a value or a link.
  public var isRequired: Bool {
    switch self {
    case .attribute(let attribute): attribute.isRequired
    case .relationship(let relationship): relationship.isRequired
    }
  }
}
