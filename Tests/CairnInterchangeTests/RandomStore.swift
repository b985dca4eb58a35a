import CairnStore
import TestSupport

@testable import CairnInterchange

/// A store of three collections that link to each other in every way, with random rules, and names
/// by which its records can be told apart whatever their keys are.
struct RandomStore {
  let store: ObjectStore
  private static let entities = ["Alpha", "Beta", "Gamma"]

  init(_ random: inout SeededGenerator) throws {
    store = try makeStore(Self.model(&random))
    let counts = Self.entities.map { _ in random.number(1...12) }
    let context = store.newContext()
    var records: [String: [Record]] = [:]
    for (entity, count) in zip(Self.entities, counts) {
      for number in 0..<count {
        let record = try context.create(entity)
        record["Name"] = .text("\(entity) \(number) \(random.number(0...9))")
        if random.number(0...3) > 0 { record["Size"] = .double(Double(random.number(-9...9)) / 4) }
        if random.number(0...3) > 0 {
          record["Seen"] = .datetime(Timestamp(microseconds: Int64(random.number(0...1 << 50))))
        }
        if random.number(0...3) > 0 { record["Blob"] = .data(random.bytes(atMost: 5) + [0]) }
        records[entity, default: []].append(record)
      }
    }
    for record in records.values.flatMap(\.self).sorted(by: { $0.id.key < $1.id.key }) {
      for link in record.entity.relationships where random.number(0...2) > 0 {
        let ends = (records[link.destination] ?? []).shuffled(using: &random)
        record.setLinks(link.name, Array(ends.prefix(link.isToMany ? random.number(0...3) : 1)))
      }
    }
    try context.save(title: "Fill")
  }

  private static func model(_ random: inout SeededGenerator) -> [Entity] {
    var links: [String: [Property]] = [:]
    for number in 0..<6 {
      let (origin, end) = (random.number(0...2), random.number(0...2))
      var link = Relationship(
        name: "Link\(number)", destination: entities[end], isToMany: random.number(0...1) == 0)
      link.exportRule = random.number(0...1) == 0 ? .follow : .reference
      if random.number(0...1) == 0 {
        var back = Relationship(
          name: "Back\(number)", destination: entities[origin], isToMany: random.number(0...1) == 0)
        back.exportRule = random.number(0...1) == 0 ? .follow : .reference
        back.isOrdered = back.isToMany && random.number(0...1) == 0
        link.inverse = back.name
        links[entities[end], default: []].append(.relationship(back))
      }
      links[entities[origin], default: []].append(.relationship(link))
    }
    let types: [(String, AttributeType)] = [
      ("Name", .string), ("Size", .double), ("Seen", .datetime), ("Blob", .data),
    ]
    let attributes = types.map { Property.attribute(Attribute(name: $0.0, type: $0.1)) }
    return entities.map { Entity(name: $0, properties: attributes + (links[$0] ?? [])) }
  }

  /// A store of the same model with what an import makes of an export of each collection.
  func copy(as format: InterchangeFormat) throws -> (store: ObjectStore, report: ImportReport) {
    let copy = try makeStore(store.snapshot.model.entities)
    let inputs = try Self.entities.map { entity in
      ImportInput(
        source(
          try store.export(entity, as: format), name: "\(entity.lowercased())s.\(format)",
          blockSize: 4096))
    }
    return (copy, try Importer(copy, ImportOptions()).run(inputs))
  }

  /// Every record with its values and, by their names, the records that it links to.
  static func outline(of store: ObjectStore) throws -> Set<String> {
    let snapshot = store.snapshot
    var lines: Set<String> = []
    for entity in snapshot.model.entities {
      for row in try snapshot.load(entity.name).rows {
        var line = entity.attributes.map { attribute in
          row[attribute.name].map(ValueText.export) ?? "-"
        }
        for link in entity.relationships {
          let names = try snapshot.linkedKeys(of: row.id, link.name).map {
            snapshot.title(of: ObjectID(entity: link.destination, key: $0))
          }
          line.append("\(link.name)=\(link.isOrdered ? names : names.sorted())")
        }
        lines.insert(line.joined(separator: " | "))
      }
    }
    return lines
  }
}
