/// The entities of a store, and the text that defines them.
///
/// A model reads as rec descriptors (see `ModelText` for the keywords). Making one settles which
/// side of each relationship is stored.
public struct ObjectModel: Hashable, Sendable {
  /// The entities in the order in which the model declares them, without built-in ones.
  public let entities: [Entity]

  /// The features that a program must know to read this model and its records.
  let features: Set<StoreHeader.Feature>

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
    features = Self.features(of: resolved)
  }

  /// The entity called `name`, built-in ones included.
  public subscript(name: String) -> Entity? {
    places[name].map { entities[$0] } ?? Entity.builtIn(name)
  }

  /// Whether there is an entity called `name`, built-in ones included; cheaper than looking at it.
  package func contains(_ name: String) -> Bool {
    places[name] != nil || Entity.builtIn(name) != nil
  }

  /// Returns the current name of an entity, given its current or an earlier name.
  public func currentName(of name: String) -> String {
    if renamings.isEmpty { return name }
    return places[name] == nil ? renamings[name] ?? name : name
  }

  /// Returns the identity of a record under the current name of its entity.
  public func currentID(of id: ObjectID) -> ObjectID {
    ObjectID(entity: currentName(of: id.entity), key: id.key)
  }

  /// Returns the path of a record for people and URLs: `recipes/p3`.
  public func path(of id: ObjectID) -> String {
    "\(self[id.entity]?.plural ?? id.entity)/\(id.key)"
  }

  /// Returns the entity with a name that a person typed.
  ///
  /// Accepts the plural or the singular, exactly or in any case, and earlier names.
  public func entity(matching name: String) -> Entity? {
    entities.first(matching: name)
  }

  /// The plural names that a misspelled name of a collection may mean, the nearest first.
  ///
  /// - Parameters:
  ///   - name: the name, whose nearest words may be singular or captions.
  ///   - limit: the most names to return.
  /// - Returns: the plural names; empty if no name is near.
  public func collections(nearest name: String, limit: Int) -> [String] {
    var plurals: [String: String] = [:]
    for entity in entities.reversed() {
      for word in [entity.caption, entity.name, entity.plural] { plurals[word] = entity.plural }
    }
    var found: [String] = []
    for word in NearestNames.nearest(to: name, among: plurals.keys.sorted(), limit: 3 * limit) {
      if let plural = plurals[word], !found.contains(plural) { found.append(plural) }
    }
    return Array(found.prefix(limit))
  }

  /// The entities whose records the store keeps, built-in ones included.
  var storedEntities: [Entity] { entities + Entity.builtIns }
}

extension [Entity] {
  /// Returns the entity with a name that a person typed.
  ///
  /// Accepts the plural or the singular, exactly or in any case, then captions and earlier names.
  public func first(matching name: String) -> Entity? {
    let folded = name.lowercased()
    return first { $0.plural == name || $0.name == name }
      ?? first { $0.plural.lowercased() == folded || $0.name.lowercased() == folded }
      ?? first { $0.caption.lowercased() == folded }
      ?? first { $0.earlierWords.contains(folded) }
  }

  /// The current name of each renamed entity, by its earlier name.
  var renamings: [String: String] {
    Dictionary(
      flatMap { entity in entity.earlierNames.map { ($0, entity.name) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The entities, whose relationships use the current names of other entities.
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
  /// The words for the entity, in lower case: singular and plural.
  var words: Set<String> { [name.lowercased(), plural.lowercased()] }

  /// The earlier words for the entity, in lower case: singular and plural.
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

  /// The entities of the store itself.
  static let builtIns: [Entity] = [.favorite, .merge]

  /// Returns the entity of the store itself with a name; `nil` for any other name.
  static func builtIn(_ name: String) -> Entity? {
    isBuiltIn(name) ? builtIns.first { $0.name == name } : nil
  }

  /// Whether the entity belongs to the store itself and not to its user.
  public var isBuiltIn: Bool { Self.isBuiltIn(name) }

  static func isBuiltIn(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "~") }
}

// Removals.
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
      var leads = false
      _ = path.mapNames(from: original, in: self) { name, entity in
        if let entity, let property = entity.property(matching: name) {
          leads = leads || fields.contains(ModelPlace(entity: entity.name, property: property.name))
        }
        return name
      }
      return leads
    }
    var changed = original
    changed.properties.removeAll { isGone($0.name) }
    changed.formerNames = original.formerNames.filter { !isGone($0.key) }
    if original.title.map(isGone) == true { changed.title = nil }
    if original.handle.map(isGone) == true { changed.handle = nil }
    if original.due.map(isGone) == true { changed.due = nil }
    if original.repetition?.names.contains(where: isGone) == true
      || original.repetition != nil && changed.due != original.due
    {
      changed.repetition = nil
    }
    changed.columns.removeAll { (try? FieldPath.parse($0)).map(leadsThrough) == true }
    if let keys = original.sort.flatMap({ try? RecordSort.parse($0) }) {
      let left = keys.filter { !leadsThrough($0.field) }
      if left.count < keys.count { changed.sort = left.isEmpty ? nil : RecordSort.print(left) }
    }
    return changed
  }
}

/// The plural that an entity has when its model names none.
public enum Plural {
  /// The lower-case plural of `name`: -y becomes -ies, -s -x -ch -sh take -es, all else -s.
  public static func of(_ name: String) -> String {
    let word = name.lowercased()
    if word.hasSuffix("y") { return word.dropLast() + "ies" }
    let takesE = ["s", "x", "ch", "sh"].contains { word.hasSuffix($0) }
    return word + (takesE ? "es" : "s")
  }
}

/// Something wrong in a model, and the file and the line that say it.
public struct ModelMistake: Hashable, Sendable, CustomStringConvertible {
  /// The file that the model was read from, `nil` for text of no file.
  public let file: String?

  /// The line in the model's text, from 1; 0 when the model was not read from text.
  public let line: Int

  /// The mistake, in lower case and without a full stop.
  public let message: String

  /// The mistake `message` on `line` of `file`.
  public init(file: String? = nil, line: Int, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// The sentence, with the file and the line where there are any.
  public var description: String {
    let place = [file, line > 0 ? "line \(line)" : nil].compactMap(\.self)
    return place.isEmpty ? message : "\(place.joined(separator: ", ")): \(message)"
  }
}
