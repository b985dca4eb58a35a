/// A kind of record: its name, its fields, and the way lists show it.
///
/// A copy has one reference, as each lookup in a model makes one. A change makes a new object.
public struct Entity: Hashable, Sendable {
  /// The name in the singular, such as `Recipe`.
  public var name: String {
    get { content.parts.name }
    set { parts.name = newValue }
  }

  /// The name in the plural and in lower case, such as `recipes`, as it stands in addresses.
  ///
  /// A letter, then letters, digits, `-` and `_`, all of ASCII.
  public var plural: String {
    get { content.parts.plural }
    set { parts.plural = newValue }
  }

  /// The words for the records in lists and titles, if they differ from the plural.
  public var label: String? {
    get { content.parts.label }
    set { parts.label = newValue }
  }

  /// The words that screens show for the records.
  public var caption: String { Caption.of(plural, label) }

  /// The earlier names of the entity.
  ///
  /// Files, history, and links in the model may still have these names. Addresses may have them in
  /// the plural.
  public var earlierNames: [String] {
    get { content.parts.earlierNames }
    set { parts.earlierNames = newValue }
  }

  /// Attributes and relationships in the model's order.
  ///
  /// Setting it costs time proportional to all properties; `append` and `replace` avoid that.
  public var properties: [Property] {
    get { content.parts.properties }
    set { parts.setProperties(newValue) }
  }

  /// The attribute that identifies a record to people.
  public var title: String? {
    get { content.parts.title }
    set { parts.title = newValue }
  }

  /// The unique attribute whose value can name a record in an address.
  public var handle: String? {
    get { content.parts.handle }
    set { parts.handle = newValue }
  }

  /// The default columns of a list; empty for the store's own choice.
  public var columns: [String] {
    get { content.parts.columns }
    set { parts.columns = newValue }
  }

  /// The default order of a list, such as `-Rating Name`.
  public var sort: String? {
    get { content.parts.sort }
    set { parts.sort = newValue }
  }

  /// The date by which a record needs attention; `nil` if there is none.
  public var due: String? {
    get { content.parts.due }
    set { parts.due = newValue }
  }

  /// How records come back after they are done; `nil` if they don't.
  public var repetition: Repetition? {
    get { content.parts.repetition }
    set { parts.repetition = newValue }
  }

  /// The earlier names of each property, which text and history may still have.
  public var formerNames: [String: [String]] {
    get { content.parts.formerNames }
    set {
      if formerNames != newValue { parts.setFormerNames(newValue) }
    }
  }

  /// Whether the entity was inferred from data.
  public var isInferred: Bool {
    get { content.parts.isInferred }
    set { parts.isInferred = newValue }
  }

  /// A description of the records for people.
  public var documentation: String? {
    get { content.parts.documentation }
    set { parts.documentation = newValue }
  }

  /// The properties that records hold as fields, in the model's order: a chunk's columns.
  public var storedProperties: [Property] { lookup.storedProperties }

  /// The current name of each renamed property, by its earlier name.
  var renamings: [String: String] { lookup.renamings }

  private var lookup: EntityLookup { content.parts.lookup }

  private var content: EntityContent

  /// The parts for a change.
  private var parts: EntityParts {
    get { content.parts }
    _modify {
      var parts = content.parts
      // Without another reference, arrays and tables are changed in place.
      content = .none
      defer { content = EntityContent(parts) }
      yield &parts
    }
  }

  /// An entity with `properties` and every other property at its default.
  public init(name: String, plural: String? = nil, properties: [Property] = []) {
    content = EntityContent(
      EntityParts(
        name: name, plural: plural ?? Plural.of(name), properties: properties,
        lookup: EntityLookup(properties, [:])))
  }

  /// The attributes in the model's order.
  public var attributes: [Attribute] { lookup.attributes }

  /// The attributes whose values must be unique: those declared unique, and the handle.
  public var uniqueAttributes: [Attribute] { attributes.filter(hasUniqueValues) }

  /// Whether an attribute's values must be unique.
  public func hasUniqueValues(_ attribute: Attribute) -> Bool {
    attribute.isUnique || attribute.name == handle
  }

  /// The relationships in the model's order.
  public var relationships: [Relationship] { lookup.relationships }

  /// The property called `name`.
  public subscript(name: String) -> Property? {
    lookup.places[name].map { content.parts.properties[$0] }
  }

  /// The attribute called `name`.
  public func attribute(_ name: String) -> Attribute? {
    if case .attribute(let attribute)? = self[name] { attribute } else { nil }
  }

  /// The relationship called `name`.
  public func relationship(_ name: String) -> Relationship? {
    if case .relationship(let relationship)? = self[name] { relationship } else { nil }
  }

  /// The index of `name` among the stored properties, which is its column in a chunk.
  public func storedIndex(of name: String) -> Int? {
    lookup.storedPlaces[name]
  }

  /// Returns the current name of a property, given its current or an earlier name.
  public func currentName(of name: String) -> String {
    lookup.places[name] == nil ? lookup.renamings[name] ?? name : name
  }

  /// Returns a property's name in `other`, an older or newer version of the entity.
  ///
  /// Tries the same name, the new name and the earlier names; `nil` if `other` lacks the property.
  func name(of property: String, in other: Entity) -> String? {
    other[other.currentName(of: property)]?.name
      ?? formerNames[property]?.last { other[$0] != nil }
  }

  /// Adds a property after all others.
  public mutating func append(_ property: Property) {
    parts.append(property)
  }

  /// Replaces the property with the same name, if the entity has one.
  public mutating func replace(_ property: Property) {
    guard let place = lookup.places[property.name] else { return }
    parts.replace(property, at: place)
  }

  /// Returns the property with this name in lower case; the first if several match.
  func property(folded name: String) -> Property? {
    lookup.foldedPlaces[name].map { content.parts.properties[$0] }
  }

  /// Returns the property with this caption in lower case; the first if several match.
  func property(captioned caption: String) -> Property? {
    lookup.captionPlaces[caption].map { content.parts.properties[$0] }
  }

  /// Returns the property with this earlier name in lower case; the first by its name if several
  /// match.
  func property(formerlyFolded name: String) -> Property? {
    lookup.foldedRenamings[name].flatMap { self[$0] }
  }
}

/// The one reference of an entity.
private final class EntityContent: Hashable, Sendable {
  static let none = EntityContent(
    EntityParts(name: "", plural: "", properties: [], lookup: EntityLookup([], [:])))

  let parts: EntityParts

  init(_ parts: EntityParts) { self.parts = parts }

  static func == (first: EntityContent, second: EntityContent) -> Bool {
    first === second || first.parts == second.parts
  }

  func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

/// The parts of an entity.
private struct EntityParts: Hashable {
  var name: String
  var plural: String
  var label: String?
  var earlierNames: [String] = []
  var properties: [Property]
  var title: String?
  var handle: String?
  var columns: [String] = []
  var sort: String?
  var due: String?
  var repetition: Repetition?
  var formerNames: [String: [String]] = [:]
  var isInferred = false
  var documentation: String?
  var lookup: EntityLookup

  mutating func append(_ property: Property) {
    lookup.note(property, at: properties.count)
    properties.append(property)
  }

  mutating func replace(_ property: Property, at place: Int) {
    let old = properties[place]
    properties[place] = property
    if !lookup.replace(old, by: property, at: place) { findPlaces() }
  }

  mutating func setProperties(_ new: [Property]) {
    properties = new
    findPlaces()
  }

  mutating func setFormerNames(_ new: [String: [String]]) {
    formerNames = new
    findPlaces()
  }

  private mutating func findPlaces() { lookup = EntityLookup(properties, formerNames) }
}

/// The lookup tables for an entity's properties, built from the properties and their former names.
///
/// They follow from those, so they never make two equal entities different.
private struct EntityLookup: Hashable {
  /// The properties that records hold as fields.
  private(set) var storedProperties: [Property] = []
  private(set) var attributes: [Attribute] = []
  private(set) var relationships: [Relationship] = []
  /// The place of each property among the attributes or the relationships.
  private var kindPlaces: [Int] = []
  private(set) var places: [String: Int] = [:]
  /// For each name in lower case, the first property that has it.
  private(set) var foldedPlaces: [String: Int] = [:]
  private(set) var storedPlaces: [String: Int] = [:]
  /// For each caption in lower case that is no name, the first property that has it.
  private(set) var captionPlaces: [String: Int] = [:]
  /// The current name of each renamed property, by its earlier name.
  private(set) var renamings: [String: String] = [:]
  /// The current name of each renamed property, by its earlier name in lower case.
  private(set) var foldedRenamings: [String: String] = [:]

  init(_ properties: [Property], _ formerNames: [String: [String]]) {
    storedProperties.reserveCapacity(properties.count)
    places.reserveCapacity(properties.count)
    foldedPlaces.reserveCapacity(properties.count)
    storedPlaces.reserveCapacity(properties.count)
    for (place, property) in properties.enumerated() { note(property, at: place) }
    for (name, former) in formerNames.sorted(by: { $0.key < $1.key }) {
      for old in former {
        renamings[old] = name
        let folded = old.lowercased()
        if foldedRenamings[folded] == nil { foldedRenamings[folded] = name }
      }
    }
  }

  /// Adds a property after the known ones.
  mutating func note(_ property: Property, at place: Int) {
    Self.note(property.name, place, in: &places)
    Self.note(property.name.lowercased(), place, in: &foldedPlaces)
    let caption = property.caption
    if caption != property.name { Self.note(caption.lowercased(), place, in: &captionPlaces) }
    switch property {
    case .attribute(let attribute):
      kindPlaces.append(attributes.count)
      attributes.append(attribute)
    case .relationship(let relationship):
      kindPlaces.append(relationships.count)
      relationships.append(relationship)
    }
    guard property.isStored else { return }
    Self.note(property.name, storedProperties.count, in: &storedPlaces)
    storedProperties.append(property)
  }

  /// Replaces a property by another one with its name.
  ///
  /// - Returns: whether that was possible; if not, the tables have to be built again.
  mutating func replace(_ old: Property, by new: Property, at place: Int) -> Bool {
    guard old.isStored == new.isStored, old.label == new.label, places[new.name] == place else {
      return false
    }
    switch (old, new) {
    case (.attribute, .attribute(let attribute)): attributes[kindPlaces[place]] = attribute
    case (.relationship, .relationship(let link)): relationships[kindPlaces[place]] = link
    case (.attribute, .relationship), (.relationship, .attribute): return false
    }
    if new.isStored, let stored = storedPlaces[new.name] { storedProperties[stored] = new }
    return true
  }

  private static func note(_ name: String, _ place: Int, in places: inout [String: Int]) {
    if places[name] == nil { places[name] = place }
  }

  static func == (_: Self, _: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
