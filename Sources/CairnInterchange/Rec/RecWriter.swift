package import CairnStore

/// Writes records in the format of GNU recutils, with the descriptor of their collection.
///
/// 1. The descriptor has every rule of the model, so that an import creates the same collection.
/// 2. A link is written as the key of its end; several ends are several keys. Its inverse is not
///    written. A list that stores the order of links has each link.
/// 3. After the records come the collections that links lead to. Each has the records that an
///    export rule follows, each record once.
struct RecWriter: RecordWriter {
  private(set) var leftover = ExportOperation.Leftover()
  private var bytes: [UInt8] = []
  private let writing: RecordWriting
  /// The records that are written, or will be.
  private var known: Set<ObjectID> = []
  /// The records whose links were not examined yet.
  private var pending: [ObjectID] = []

  init(_ writing: RecordWriting) {
    self.writing = writing
  }

  var byteCount: Int { bytes.count }

  mutating func begin() { writeDescriptor(of: writing.entity) }

  mutating func append(_ row: Row) throws(StoreError) {
    known.insert(row.id)
    try follow(row)
    try write(row)
  }

  mutating func end() throws(StoreError) {
    var linked: [ObjectID] = []
    while let id = pending.popLast() {
      guard known.insert(id).inserted, let row = try writing.snapshot.record(id) else { continue }
      linked.append(id)
      try follow(row)
    }
    let byEntity = Dictionary(grouping: linked, by: \.entity)
    for entity in definedEntities {
      if entity.name != writing.entity.name {
        bytes.append(Byte.lineFeed)
        writeDescriptor(of: entity)
      }
      for id in (byEntity[entity.name] ?? []).sorted(by: { $0.key < $1.key }) {
        if let row = try writing.snapshot.record(id) { try write(row) }
      }
    }
  }

  /// The records' entity, and all entities that links lead to from it, directly or indirectly: a
  /// descriptor needs the descriptors of its links' destinations.
  private var definedEntities: [Entity] {
    var entities = [writing.entity]
    var names: Set<String> = [writing.entity.name]
    var place = 0
    while place < entities.count {
      for link in entities[place].relationships where names.insert(link.destination).inserted {
        if let entity = writing.snapshot.model[link.destination] { entities.append(entity) }
      }
      place += 1
    }
    return entities
  }

  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  private mutating func follow(_ row: Row) throws(StoreError) {
    for link in row.chunk.entity.relationships where link.exportRule == .follow {
      pending += try writing.snapshot.links(of: row, link.name)
        .filter { !known.contains($0) }
    }
  }

  private mutating func writeDescriptor(of entity: Entity) {
    bytes.append(contentsOf: entity.modelText.utf8)
  }

  private mutating func write(_ row: Row) throws(StoreError) {
    leftover.add(row)
    leftover.noteFiles(of: row)
    bytes.append(Byte.lineFeed)
    RecText.append("Id", "\(row.key)", to: &bytes)
    for (column, property) in row.chunk.entity.storedProperties.enumerated() {
      if case .relationship(let link) = property {
        if !link.isWrittenInRec(of: writing.snapshot.model) { continue }
        if link.holdsOrderOnly {
          for key in try writing.snapshot.linkedKeys(of: row, link.name) {
            RecText.append(property.name, "\(key)", to: &bytes)
          }
          continue
        }
      }
      for text in row[column]?.storedTexts ?? [] {
        RecText.append(property.name, text, to: &bytes)
      }
    }
  }
}

extension Snapshot {
  /// The links with values that no format exports, because of their export rules: `tasks.Next`.
  ///
  /// Cost: reads the collections with such links.
  package func unexportedLinks() throws(StoreError) -> [String] {
    var names: [String] = []
    for entity in model.entities {
      for link in entity.relationships where link.isStored && !link.isWrittenInRec(of: model) {
        guard let column = entity.storedIndex(of: link.name) else { continue }
        let rows = try load(entity.name).rows
        if rows.contains(where: { $0[column] != nil }) {
          names.append("\(entity.plural).\(link.name)")
        }
      }
    }
    return names
  }
}

extension Relationship {
  /// Whether rec files have the link where it is stored: one of its two sides is exported.
  func isWrittenInRec(of model: ObjectModel) -> Bool {
    let back = inverse.flatMap { model[destination]?.relationship($0) }
    return exportRule != .skip || back.map { $0.exportRule != .skip } == true
  }
}
