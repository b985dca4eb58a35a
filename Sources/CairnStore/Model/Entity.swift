/// A kind of record: its name, what its records have, and how lists show them.
public struct Entity: Hashable, Sendable {
  /// The name in the singular, such as `Recipe`.
  public var name: String

  /// The name in the plural and in lower case, such as `recipes`, as it stands in addresses.
  ///
  /// A letter, then letters, digits, `-` and `_`, all of ASCII.
  public var plural: String

  /// The names that the entity had before: files, history, links in the model and, in the plural
  /// too, addresses may still have these names.
  public var earlierNames: [String] = []

  /// Attributes and relationships in the model's order.
  ///
  /// Setting it costs time in proportion to all of them, which `append` and `replace` don't.
  public var properties: [Property] {
    get { declared }
    set {
      declared = newValue
      lookup = EntityLookup(declared, formerNames)
    }
  }

  /// The attribute that names a record to people.
  public var title: String?

  /// The unique attribute by whose bare value an address may name a record.
  public var handle: String?

  /// The fields that a list shows when its address says nothing; empty: the store's own choice.
  public var columns: [String] = []

  /// The order of a list when its address says nothing, such as `-Rating Name`.
  public var sort: String?

  /// The names that properties had before, under which text and history may still have them.
  public var formerNames: [String: [String]] = [:] {
    didSet {
      if formerNames != oldValue { lookup = EntityLookup(declared, formerNames) }
    }
  }

  /// Whether the entity was inferred from data.
  public var isInferred = false

  /// What the records are, for people.
  public var documentation: String?

  /// The properties that records hold as fields, in the model's order: a chunk's columns.
  public var storedProperties: [Property] { lookup.storedProperties }

  /// The name by now of what had another one, by that.
  var renamings: [String: String] { lookup.renamings }

  private var declared: [Property]
  private var lookup: EntityLookup

  /// An entity with `properties` and every other property at its default.
  public init(name: String, plural: String? = nil, properties: [Property] = []) {
    self.name = name
    self.plural = plural ?? Plural.of(name)
    declared = properties
    lookup = EntityLookup(properties, [:])
  }

  /// The attributes in the model's order.
  public var attributes: [Attribute] {
    properties.compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
  }

  /// The attributes of which no two records may have the same value: the unique ones and the handle.
  public var uniqueAttributes: [Attribute] { attributes.filter(hasUniqueValues) }

  /// Whether no two records may have the same value in an attribute of the entity.
  public func hasUniqueValues(_ attribute: Attribute) -> Bool {
    attribute.isUnique || attribute.name == handle
  }

  /// The relationships in the model's order.
  public var relationships: [Relationship] {
    properties.compactMap { if case .relationship(let link) = $0 { link } else { nil } }
  }

  /// The property called `name`.
  public subscript(name: String) -> Property? {
    lookup.places[name].map { declared[$0] }
  }

  /// The attribute called `name`.
  public func attribute(_ name: String) -> Attribute? {
    if case .attribute(let attribute)? = self[name] { attribute } else { nil }
  }

  /// The relationship called `name`.
  public func relationship(_ name: String) -> Relationship? {
    if case .relationship(let relationship)? = self[name] { relationship } else { nil }
  }

  /// The place of `name` among the stored properties, which is its column in a chunk.
  public func storedIndex(of name: String) -> Int? {
    lookup.storedPlaces[name]
  }

  /// The name of the property that text calls `name`: its own, or what it was renamed to.
  public func currentName(of name: String) -> String {
    lookup.places[name] == nil ? lookup.renamings[name] ?? name : name
  }

  /// What a property of this entity is called in `other`, an older one or a newer: by the same name,
  /// by what it was renamed to, or by the name that it had before; `nil` if it isn't there.
  func name(of property: String, in other: Entity) -> String? {
    other[other.currentName(of: property)]?.name
      ?? formerNames[property]?.last { other[$0] != nil }
  }

  /// Adds a property behind the others.
  public mutating func append(_ property: Property) {
    lookup.note(property, at: declared.count)
    declared.append(property)
  }

  /// Puts a property in the place of the one with its name, if there is one.
  public mutating func replace(_ property: Property) {
    guard let place = lookup.places[property.name] else { return }
    let wasStored = declared[place].isStored
    declared[place] = property
    if property.isStored, wasStored, let stored = lookup.storedPlaces[property.name] {
      lookup.storedProperties[stored] = property
    } else if property.isStored || wasStored {
      lookup = EntityLookup(declared, formerNames)
    }
  }

  /// The property called `name` in small letters, the first if there are several.
  func property(folded name: String) -> Property? {
    lookup.foldedPlaces[name].map { declared[$0] }
  }

  /// The property that was called `name` in small letters before; the first by its name if several
  /// were.
  func property(formerlyFolded name: String) -> Property? {
    lookup.foldedRenamings[name].flatMap { self[$0] }
  }
}

/// What an entity's properties are found by, made of them and of their former names.
///
/// Entities that are alike in these are alike in it, so that it makes no difference between two.
private struct EntityLookup: Hashable {
  /// The properties that records hold as fields.
  var storedProperties: [Property] = []
  private(set) var places: [String: Int] = [:]
  /// The first property of those whose names are the same but for capitals, by that in small letters.
  private(set) var foldedPlaces: [String: Int] = [:]
  private(set) var storedPlaces: [String: Int] = [:]
  /// The name by now of what had another one, by that.
  private(set) var renamings: [String: String] = [:]
  /// The same by the earlier name in small letters.
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

  /// Takes in a property behind those that are there.
  mutating func note(_ property: Property, at place: Int) {
    Self.note(property.name, place, in: &places)
    Self.note(property.name.lowercased(), place, in: &foldedPlaces)
    guard property.isStored else { return }
    Self.note(property.name, storedProperties.count, in: &storedPlaces)
    storedProperties.append(property)
  }

  private static func note(_ name: String, _ place: Int, in places: inout [String: Int]) {
    if places[name] == nil { places[name] = place }
  }

  static func == (_: Self, _: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
