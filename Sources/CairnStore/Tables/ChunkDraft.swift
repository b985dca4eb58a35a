/// A chunk in the making: the records of a shard while they are edited.
struct ChunkDraft {
  let entity: Entity
  let shard: ShardName
  var keys: [RecordKey] = []
  var columns: [Column]
  var extras = ChunkExtras()
  var origin: FileFingerprint?

  init(entity: Entity, shard: ShardName) {
    self.entity = entity
    self.shard = shard
    columns = entity.storedProperties.map(Column.init(for:))
  }

  init(_ chunk: Chunk) {
    entity = chunk.entity
    shard = chunk.shard
    keys = chunk.keys
    columns = chunk.columns
    extras = chunk.extras
    origin = chunk.origin
  }

  func finished() -> Chunk {
    Chunk(
      entity: entity, shard: shard, keys: keys, columns: columns, extras: extras, origin: origin)
  }

  func row(of key: RecordKey) -> Int? { keys.place(of: key) }

  /// Makes room for a record without values, which must not exist, and returns its row.
  mutating func insert(_ key: RecordKey) -> Int {
    let row = keys.lowerBound(of: key)
    keys.insert(key, at: row)
    for column in columns.indices { columns[column].insert(at: row) }
    return row
  }

  /// Gives a record its comments back.
  mutating func setComments(_ comments: RecordComments, of key: RecordKey) {
    if !comments.isEmpty { extras.comments[key] = comments }
  }

  mutating func remove(row: Int) {
    extras.fields[keys[row]] = nil
    extras.comments[keys[row]] = nil
    keys.remove(at: row)
    for column in columns.indices { columns[column].remove(at: row) }
  }
}

// Values by field name, the ones that the model does not know included.
extension ChunkDraft {
  /// What a field has: the value that its column holds, or as texts all that the file has of it.
  func value(of name: String, row: Int) -> Value? {
    let held = entity.storedIndex(of: name).flatMap { columns[$0][row] }
    let others = extras.fields[keys[row]]?.filter { $0.name == name } ?? []
    if others.isEmpty { return held }
    let texts = (held?.storedTexts ?? []) + others.map(\.text)
    return texts.count == 1 ? .text(texts[0]) : .list(texts.map(Value.text))
  }

  /// Gives a field a value; what its column cannot hold of it is kept as text.
  mutating func setValue(_ value: Value?, of name: String, row: Int) {
    guard let column = entity.storedIndex(of: name) else {
      return setUnknown(name, texts: value?.storedTexts ?? [], row: row)
    }
    let property = entity.storedProperties[column]
    let isFit = value.map { property.accepts($0) } ?? true
    if isFit, columns[column].replace(row, with: value) {
      return setUnknown(name, texts: [], row: row)
    }
    let (held, others) = property.content(ofTexts: value?.storedTexts ?? [])
    _ = columns[column].replace(row, with: held)
    setUnknown(name, texts: others, row: row)
  }

  /// Every field that has a value, in the order in which text has them.
  func fields(ofRow row: Int) -> [(name: String, value: Value)] {
    var fields: [(name: String, value: Value)] = []
    var names: Set<String> = []
    let others = extras.fields[keys[row]] ?? []
    for (column, property) in entity.storedProperties.enumerated() {
      guard var value = columns[column][row] else { continue }
      if others.contains(where: { $0.name == property.name }) {
        value = self.value(of: property.name, row: row) ?? value
        names.insert(property.name)
      }
      fields.append((property.name, value))
    }
    for field in others where names.insert(field.name).inserted {
      if let value = value(of: field.name, row: row) { fields.append((field.name, value)) }
    }
    return fields
  }

  private mutating func setUnknown(_ name: String, texts: [String], row: Int) {
    let key = keys[row]
    guard extras.fields[key] != nil || !texts.isEmpty else { return }
    var fields = extras.fields[key] ?? []
    let place = fields.firstIndex { $0.name == name } ?? fields.count
    fields.removeAll { $0.name == name }
    fields.insert(
      contentsOf: texts.map { ChunkExtras.Field(name: name, text: $0) },
      at: min(place, fields.count))
    extras.fields[key] = fields.isEmpty ? nil : fields
  }
}
