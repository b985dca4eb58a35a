import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// A model with a field of every kind and a link of every kind, and random records for it.
enum RandomCatalog {
  static let modelText = """
    # What there is.
    %rec: Thing
    %doc: Things of
    + every kind
    %title: Name
    %handle: Slug
    %mandatory: Name
    %singular: Slug
    %length: Name 0 999
    %type: Code regexp /^[A-Z]/
    %attribute: Notes text
    %type: Rating range 0 5
    %type: Count int
    %attribute: Price decimal
    %attribute: Weight double
    %type: Vegan bool
    %type: Made date
    %attribute: Seen datetime
    %choices: Kind soup | main dish | a.b (c) | 2/3
    %choices: Size small | large
    %type: Key uuid
    %attribute: Site url
    %type: Mail email
    %attribute: Phone phone
    %attribute: Photo file
    %attribute: Scan data
    %attribute: Tags tags
    %attribute: Phones phone multiple labeled
    %attribute: Years integer multiple labeled
    %attribute: Prices decimal multiple
    %attribute: Weights double multiple
    %attribute: Moments datetime multiple
    %attribute: Scans data multiple
    %attribute: Kinds choice multiple
    %choices: Kinds one | two
    %default: Kind main dish
    %describe: Kind What it is
    %renamed: Count Number
    %relationship: Owner to-one Person inverse=Things export=follow
    %relationship: Parts to-many Part inverse=Thing ordered delete=cascade
    %relationship: Shelves to-many Shelf inverse=Things ordered
    %relationship: Next to-one Thing delete=none
    %columns: Name Owner.Name
    %sort: Name
    %inferred: Count

    %rec: Person
    %attribute: Name string
    %relationship: Things to-many Thing

    %rec: Part
    %plural: parts
    %attribute: Name string
    %relationship: Thing to-one Thing required

    %rec: Shelf
    %attribute: Name string
    %relationship: Things to-many Thing delete=deny

    """

  static var model: ObjectModel {
    get throws { try ObjectModel(parsing: modelText) }
  }

  /// Some of the fields of a record of `entity`; `number` tells it from the others.
  static func fields(
    of entity: Entity, _ number: Int, _ generator: inout SeededGenerator
  ) -> [FieldChange] {
    entity.storedProperties.compactMap { property in
      let isNeeded = property.isRequired || property.name == "Slug"
      guard isNeeded || generator.number(0...3) > 0 else { return nil }
      let value =
        property.name == "Slug" ? .text("slug-\(number)") : value(of: property, &generator)
      return value.map { FieldChange(name: property.name, old: nil, new: $0) }
    }
  }

  private static func value(of property: Property, _ generator: inout SeededGenerator) -> Value? {
    guard property.isList else { return element(of: property, &generator) }
    let elements = (0..<generator.number(0...3)).map { _ in element(of: property, &generator) }
    guard case .attribute(let attribute) = property, attribute.isLabeled else {
      return Value(list: elements)
    }
    let labels = [nil, "home", "at work", "çà"]
    return Value(list: elements.map { Value($0, label: labels[generator.number(0...3)]) })
  }

  private static func element(of property: Property, _ generator: inout SeededGenerator) -> Value {
    guard case .attribute(let attribute) = property else {
      let replica = generator.number(0...3) == 0 ? Replica("k7q2") : nil
      return .link(
        RecordKey(
          replica: replica ?? .founder, sequence: UInt64(generator.number(1...1_000_000))))
    }
    let texts: [String]
    switch attribute.type {
    case .choice: texts = attribute.choices
    case .uuid: texts = ["910a2dec-8902-4cc1-beeb-8da1658eec67"]
    case .url: texts = ["https://example.com/?q=a%20b#c", "http://exämple.se"]
    case .email: texts = ["ann@example.com", "änn@exämple.se"]
    case .phone: texts = ["+46 8 123", "112 (ask)"]
    case .file: texts = ["photos/a b.jpg", "C:\\dir\\"]
    case .integer where attribute.range != nil:
      return .integer(Int64(generator.number(0...5)))
    case _ where attribute.pattern != nil: texts = ["A", "Zoë", "B\n+ c"]
    case .tags: return .text(generator.storableText())
    default: return generator.value(of: attribute.type)
    }
    return .text(texts[generator.number(0...texts.count - 1)])
  }

  /// A store in `folder` with random records of every collection, and favorites.
  static func makeStore(in folder: String, _ generator: inout SeededGenerator) throws {
    let options = Fixture.options(RealFileSystem(), folder: folder)
    let store = try ObjectStore.create(options, modelText: modelText)
    for entity in store.snapshot.model.entities + [Entity.favorite] {
      try store.commitUnchecked(title: "Add") { draft throws(StoreError) in
        for number in 1...12 {
          let id = ObjectID(entity: entity.name, key: try draft.mintKey(for: entity.name))
          let fields = fields(of: entity, number, &generator)
          draft.changes.append(RecordChange(id: id, kind: .insert, fields: fields))
        }
      }
    }
    try store.fold()
    try store.close()
  }
}
