/// The entities of a store, and the text that defines them.
///
/// A model reads as rec descriptors (see `ModelText` for the keywords). Making one settles which
/// side of each relationship is stored.
public struct ObjectModel: Hashable, Sendable {
  /// The entities in the order in which the model declares them, without built-in ones.
  public let entities: [Entity]

  private let places: [String: Int]
  private let renamings: [String: String]

  /// A model of `entities`, with inverses completed and the stored sides settled.
  ///
  /// - Throws: `StoreError.invalidModel` with every mistake: names that clash, relationships that
  ///   lead nowhere, values that cannot be.
  public init(entities: [Entity]) throws(StoreError) {
    let entities = entities.linkedByPresentNames
    let mistakes = ModelCheck(entities).mistakes
    guard mistakes.isEmpty else { throw .invalidModel(mistakes) }
    self.init(checked: entities)
  }

  /// A model of entities in which `ModelCheck` found no mistake.
  init(checked entities: [Entity]) {
    self.init(resolved: RelationshipResolver.resolve(entities))
  }

  /// A model without entities.
  public init() {
    self.init(resolved: [])
  }

  private init(resolved: [Entity]) {
    entities = resolved
    places = Dictionary(
      uniqueKeysWithValues: resolved.enumerated().map { ($1.name, $0) })
    renamings = resolved.renamings
  }

  /// The entity called `name`, built-in ones included.
  public subscript(name: String) -> Entity? {
    places[name].map { entities[$0] } ?? (name == Entity.favorite.name ? .favorite : nil)
  }

  /// Whether there is an entity called `name`, built-in ones included; cheaper than looking at it.
  func contains(_ name: String) -> Bool { places[name] != nil || name == Entity.favorite.name }

  /// The name of the entity that text calls `name`: its own, or what it was renamed to.
  public func currentName(of name: String) -> String {
    if renamings.isEmpty { return name }
    return places[name] == nil ? renamings[name] ?? name : name
  }

  /// The record that text calls `id`, under the name that its entity has.
  public func currentID(of id: ObjectID) -> ObjectID {
    ObjectID(entity: currentName(of: id.entity), key: id.key)
  }

  /// The record as people and URLs name it: `recipes/p3`.
  public func path(of id: ObjectID) -> String {
    "\(self[id.entity]?.plural ?? id.entity)/\(id.key)"
  }

  /// The entity that a person means by `name`: its plural or singular, exactly or ignoring case, or
  /// what it was called before.
  public func entity(matching name: String) -> Entity? {
    entities.first(matching: name)
  }

  /// The entities whose records the store keeps, built-in ones included.
  var storedEntities: [Entity] { entities + [.favorite] }
}

extension [Entity] {
  /// The entity that a person means by `name`: its plural or singular, exactly or ignoring case, or
  /// what it was called before.
  public func first(matching name: String) -> Entity? {
    let folded = name.lowercased()
    return first { $0.plural == name || $0.name == name }
      ?? first { $0.plural.lowercased() == folded || $0.name.lowercased() == folded }
      ?? first { $0.earlierWords.contains(folded) }
  }

  /// What the entities are called now, by what they were called before.
  var renamings: [String: String] {
    Dictionary(
      flatMap { entity in entity.earlierNames.map { ($0, entity.name) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The entities with relationships that lead to others by the names that these have now.
  var linkedByPresentNames: [Entity] {
    let renamings = renamings
    if renamings.isEmpty { return self }
    let names = Set(map(\.name))
    return map { entity in
      var linked = entity
      linked.properties = entity.properties.map { property in
        guard case .relationship(var relationship) = property,
          !names.contains(relationship.destination),
          let present = renamings[relationship.destination]
        else { return property }
        relationship.destination = present
        return .relationship(relationship)
      }
      return linked
    }
  }
}

extension Entity {
  /// The words that mean the entity, in lower case: singular and plural.
  var words: Set<String> { [name.lowercased(), plural.lowercased()] }

  /// The words that may have meant the entity before, in lower case: singular and plural.
  var earlierWords: Set<String> {
    Set(earlierNames.flatMap { [$0.lowercased(), Plural.of($0)] })
  }

  /// The favorites of the launcher, which every store has and no list of collections shows.
  public static let favorite = Entity(
    name: "~Favorite", plural: "~favorites",
    properties: [
      .attribute(Attribute(name: "Url", type: .string)),
      .attribute(Attribute(name: "Title", type: .string)),
      .attribute(Attribute(name: "Letter", type: .string)),
      .attribute(Attribute(name: "Name", type: .string)),
      .attribute(Attribute(name: "Section", type: .string)),
      .attribute(Attribute(name: "Position", type: .double)),
      .attribute(Attribute(name: "Removed", type: .boolean)),
      .attribute(Attribute(name: "Declared", type: .string)),
      .attribute(Attribute(name: "Glyph", type: .string)),
    ])

  /// Whether the entity belongs to the store itself and not to its user.
  public var isBuiltIn: Bool { Self.isBuiltIn(name) }

  static func isBuiltIn(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "~") }
}
