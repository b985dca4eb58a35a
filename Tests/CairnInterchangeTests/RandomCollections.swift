import CairnStore
import TestSupport

/// A random model with links of every kind, and a store of random records for it.
///
/// It has several links between the same collections, links within one, owned records, fields that
/// are called like links, collections and keys, and orders.
struct RandomCollections {
  private static let entities = ["Task", "Person", "Box", "Part"]
  private static let fieldNames = [
    "Slug", "Kind", "Rating", "Tags", "Notes", "Body", "Box_2", "PartId", "person", "Tasks", "url",
    "Id_2", "Made", "Seen", "Plan", "Site", "Mail", "Phone", "Scan", "Weight", "Price", "Name_2",
  ]
  private static let linkNames = [
    "Owner", "Box", "Boxes", "Part", "Parts", "Next", "Previous", "Task", "People", "Author", "Via",
    "url",
  ]
  private static let plainTypes: [AttributeType] = [
    .string, .text, .integer, .decimal, .double, .boolean, .date, .datetime, .localtime, .choice,
    .uuid, .url, .email, .phone, .file, .data, .tags,
  ]

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns a random model that is valid.
  mutating func model() -> ObjectModel {
    while true {
      if let model = try? ObjectModel(entities: entities()), !model.entities.isEmpty {
        return model
      }
    }
  }

  private mutating func entities() -> [Entity] {
    var entities = Self.entities.prefix(random.number(1...4)).map { name in
      var entity = Entity(name: name, plural: name == "Person" ? "people" : nil)
      var title = Attribute(name: "Name", type: .string)
      title.isRequired = chance(4)
      entity.properties = [.attribute(title)]
      entity.title = chance(5) ? nil : "Name"
      if chance(3) { entity.documentation = "What a \(name) is" }
      entity.isInferred = chance(3)
      return entity
    }
    for place in entities.indices { addFields(to: &entities[place]) }
    for _ in 0..<random.number(0...5) { addLink(among: &entities) }
    for place in entities.indices where chance(3) {
      let lists = entities[place].relationships.filter(\.isToMany)
      entities[place].columns =
        entities[place].attributes.prefix(3).map(\.name)
        + lists.prefix(1).map { "\($0.name).count" }
    }
    return entities
  }

  private mutating func addFields(to entity: inout Entity) {
    for _ in 0..<random.number(1...6) {
      let name = random.element(of: Self.fieldNames)
      guard entity[name] == nil else { continue }
      var attribute = Attribute(name: name, type: random.element(of: Self.plainTypes))
      attribute.isMultiple = attribute.type != .tags && chance(4)
      attribute.isLabeled = attribute.isMultiple && chance(2)
      if attribute.type == .choice { attribute.choices = ["one", "two words", "3", "yes"] }
      if name == "Slug" {
        attribute = Attribute(name: name, type: .string)
        attribute.isUnique = true
        if chance(2) { entity.handle = name }
      }
      attribute.isInferred = chance(3)
      entity.properties.append(.attribute(attribute))
    }
  }

  private mutating func addLink(among entities: inout [Entity]) {
    let (source, goal) = (
      random.number(0...entities.count - 1), random.number(0...entities.count - 1)
    )
    let name = random.element(of: Self.linkNames)
    guard entities[source][name] == nil else { return }
    var link = Relationship(
      name: name, destination: entities[goal].name, isToMany: chance(2))
    link.exportRule = chance(2) ? .follow : .reference
    link.isOrdered = link.isToMany && chance(2)
    let back = random.element(of: Self.linkNames)
    if !chance(4), back != name || source != goal, entities[goal][back] == nil {
      var inverse = Relationship(
        name: back, destination: entities[source].name, isToMany: chance(2))
      inverse.isOrdered = inverse.isToMany && chance(3)
      inverse.exportRule = chance(3) ? .follow : .reference
      if link.isToMany, !inverse.isToMany, chance(2) { link.deleteRule = .cascade }
      // The other side of a link that is not exported has the links, but not their order.
      if !link.isOrdered, chance(5) { link.exportRule = .skip }
      inverse.inverse = name
      link.inverse = back
      entities[source].properties.append(.relationship(link))
      entities[goal].properties.append(.relationship(inverse))
    } else {
      entities[source].properties.append(.relationship(link))
    }
  }

  /// True once in `count` times, more or less.
  private mutating func chance(_ count: Int) -> Bool { random.number(1...count) == 1 }

  /// Puts records into a store with the model.
  mutating func fill(_ store: ObjectStore) throws {
    let context = store.newContext()
    var records: [String: [Record]] = [:]
    let model = store.snapshot.model
    for entity in model.entities {
      for number in 0..<random.number(0...6) {
        let record = try context.create(entity.name)
        for attribute in entity.attributes {
          record[attribute.name] = value(of: attribute, number)
        }
        records[entity.name, default: []].append(record)
      }
    }
    for entity in model.entities {
      for link in entity.relationships {
        for record in records[entity.name] ?? [] where !chance(3) {
          let goals = (records[link.destination] ?? []).shuffled(using: &random)
          record.setLinks(link.name, Array(goals.prefix(link.isToMany ? random.number(0...3) : 1)))
        }
      }
    }
    try context.save(title: "Fill")
  }

  /// Changes, clears and exchanges values and links of a store that this value filled.
  mutating func edit(_ store: ObjectStore) throws {
    let context = store.newContext()
    let model = store.snapshot.model
    for entity in model.entities {
      let records = try store.snapshot.load(entity.name).rows.map {
        try context.existingObject(with: $0.id)
      }
      for attribute in entity.attributes {
        if attribute.isUnique {
          // Records exchange what no two may have.
          let values = records.map { $0[attribute.name] }.shuffled(using: &random)
          for (record, value) in zip(records, values) { record[attribute.name] = value }
          continue
        }
        let isCleared = chance(3) && attribute.name != "Name"
        for (number, record) in records.enumerated() where isCleared || chance(2) {
          record[attribute.name] = isCleared ? nil : value(of: attribute, number)
        }
      }
      for link in entity.relationships where chance(2) {
        let isCleared = chance(3)
        for record in records where isCleared || chance(2) {
          let goals = try store.snapshot.load(link.destination).rows
            .map { try context.existingObject(with: $0.id) }.shuffled(using: &random)
          let count = isCleared ? 0 : link.isToMany ? random.number(0...3) : 1
          record.setLinks(link.name, Array(goals.prefix(count)))
        }
      }
    }
    try context.save(title: "Edit")
  }

  private mutating func value(of attribute: Attribute, _ number: Int) -> Value? {
    if attribute.isUnique { return .text("slug-\(number)") }
    if attribute.name == "Name" { return .text("n" + text(isLine: true) + "\(number)") }
    if chance(3) { return nil }
    guard attribute.isList else { return element(of: attribute) }
    var elements: [Value] = []
    for _ in 0..<random.number(1...3) {
      let value = element(of: attribute)
      let label = attribute.isLabeled && chance(2) ? "at \(random.number(1...9))" : nil
      let labeled = label.map { Value.labeled($0, value) } ?? value
      if !elements.contains(labeled) { elements.append(labeled) }
    }
    return Value(list: elements)
  }

  private mutating func element(of attribute: Attribute) -> Value {
    switch attribute.type {
    case .string, .file: .text(text(isLine: true))
    case .tags: .text("tag \(random.number(1...9))")
    case .text: .text(text(isLine: false))
    case .integer: .integer(Int64(random.number(-9_007_199_254_740_993...9_007_199_254_740_993)))
    case .decimal: .decimal(decimal())
    case .double: .double(Double(random.number(-999...999)) / 8)
    case .boolean: .boolean(chance(2))
    case .date: .date(CalendarDate(days: Int32(random.number(-9999...30000))))
    case .datetime: .datetime(time())
    case .localtime: .localtime(time())
    case .choice: .text(random.element(of: attribute.choices))
    case .uuid: .text("0f3a56c2-9b1d-4c7e-8a44-00000000000\(random.number(0...9))")
    case .url: .text("https://example.org/\(random.number(1...99))?a=b,c")
    case .email: .text("a\(random.number(1...99))@example.org")
    case .phone: .text("+33 6 39 98 \(random.number(10...99))")
    case .data: .data(random.bytes(atMost: 12))
    }
  }

  private mutating func decimal() -> DecimalNumber {
    DecimalNumber("\(random.number(-999...999)).\(random.number(10...99))") ?? DecimalNumber(1)
  }

  private mutating func time() -> Timestamp {
    Timestamp(microseconds: Int64(random.number(0...2_000_000_000)) * 1_000_000)
  }

  /// A text with what formats give a meaning to.
  private mutating func text(isLine: Bool) -> String {
    let parts = [
      "a", "é", "日本", ",", ";", "\"", "'", "|", "p1", "cairn://boxes/p1", "true", "null", "1e5",
      "007", "2026-11-28", "- x", "# y", "---", "\\", "[1]", "{}", ":", "=", "%rec: x", " ", "~",
      "\t", "\u{FEFF}", "\u{2028}", "+ ", "\u{1F9C0}",
    ]
    if chance(8) { return "" }
    var text = chance(4) ? "" : "x"
    for _ in 0..<random.number(0...5) {
      text += random.element(of: parts)
      if !isLine, chance(3) { text += random.element(of: ["\n", "\r", "\r\n", "\n\n"]) }
    }
    return chance(4) ? text : text + "z"
  }
}
