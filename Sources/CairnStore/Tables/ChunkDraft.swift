/// A mutable chunk: the records of a shard during edits.
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

  /// Adds an empty record, which must not exist yet, and returns its row.
  mutating func insert(_ key: RecordKey) -> Int {
    let row = keys.lowerBound(of: key)
    keys.insert(key, at: row)
    for column in columns.indices { columns[column].insert(at: row) }
    return row
  }

  /// Restores a record's comments.
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

// Values by field name, including unknown fields.
extension ChunkDraft {
  /// Returns a field's value from its column, or all of its texts if the file has more.
  func value(of name: String, row: Int) -> Value? {
    let held = entity.storedIndex(of: name).flatMap { columns[$0][row] }
    let others = extras.fields[keys[row]]?.filter { $0.name == name } ?? []
    if others.isEmpty { return held }
    return Self.value((held?.storedTexts ?? []) + others.map(\.text))
  }

  /// Sets a field's value; any part that the column can't hold is kept as text.
  mutating func setValue(_ value: Value?, of name: String, row: Int) {
    setValues([(name, value)], row: row)
  }

  /// Sets the values of different fields; any part that a column can't hold is kept as text.
  ///
  /// Cost: proportional to the fields and to the record's unknown fields.
  mutating func setValues(_ values: [(name: String, value: Value?)], row: Int) {
    var others: [(name: String, texts: [String])] = []
    for (name, value) in values {
      guard let column = entity.storedIndex(of: name) else {
        others.append((name, value?.storedTexts ?? []))
        continue
      }
      let property = entity.storedProperties[column]
      let isFit = value.map { property.accepts($0) } ?? true
      if isFit, columns[column].replace(row, with: value) {
        others.append((name, []))
        continue
      }
      let (held, texts) = property.content(ofTexts: value?.storedTexts ?? [])
      _ = columns[column].replace(row, with: held)
      others.append((name, texts))
    }
    setUnknown(others, row: row)
  }

  /// Returns every field that has a value, in the order of the text.
  func fields(ofRow row: Int) -> [(name: String, value: Value)] {
    var fields: [(name: String, value: Value)] = []
    let others = extras.fields[keys[row]] ?? []
    var texts = Dictionary(grouping: others, by: \.name).mapValues { $0.map(\.text) }
    for (column, property) in entity.storedProperties.enumerated() {
      guard let value = columns[column][row] else { continue }
      let more = others.isEmpty ? nil : texts.removeValue(forKey: property.name)
      fields.append((property.name, more.map { Self.value(value.storedTexts + $0) } ?? value))
    }
    for field in others {
      guard let own = texts.removeValue(forKey: field.name) else { continue }
      fields.append((field.name, Self.value(own)))
    }
    return fields
  }

  private static func value(_ texts: [String]) -> Value {
    texts.count == 1 ? .text(texts[0]) : .list(texts.map(Value.text))
  }

  /// Replaces the unknown texts of fields in place.
  private mutating func setUnknown(_ changes: [(name: String, texts: [String])], row: Int) {
    let key = keys[row]
    guard extras.fields[key] != nil || changes.contains(where: { !$0.texts.isEmpty }) else {
      return
    }
    var new = Dictionary(changes.map { ($0.name, $0.texts) }) { $1 }
    var placed: Set<String> = []
    var fields: [ChunkExtras.Field] = []
    func place(_ name: String, _ texts: [String]) {
      for text in texts { fields.append(ChunkExtras.Field(name: name, text: text)) }
    }
    for field in extras.fields[key] ?? [] {
      if let texts = new.removeValue(forKey: field.name) {
        place(field.name, texts)
        placed.insert(field.name)
      } else if !placed.contains(field.name) {
        fields.append(field)
      }
    }
    for (name, _) in changes {
      if let texts = new.removeValue(forKey: name) { place(name, texts) }
    }
    extras.fields[key] = fields.isEmpty ? nil : fields
  }
}

// Records that the text has in several versions.
extension ChunkDraft {
  /// Gives contested records their values in `file`, which has the same text.
  ///
  /// The history keeps the saved values, and `log` names them.
  mutating func showContested(of file: Chunk, _ log: inout ReplayLog) {
    guard !extras.contested.isEmpty else { return }
    let before = finished()
    for change in file.changes(since: before) {
      guard let contest = extras.contested[change.id.key] else { continue }
      log.doubt(change.id, nil, "was changed, but \(contest.standing)")
      switch change.kind {
      case .delete: if let row = row(of: change.id.key) { remove(row: row) }
      case .insert, .update:
        let row = row(of: change.id.key) ?? insert(change.id.key)
        setValues(change.fields.map { ($0.name, $0.new) }, row: row)
      }
    }
  }
}

extension Contest {
  /// A phrase that says which text stays in the file.
  var standing: String {
    switch self {
    case .merge: "the conflict stays in the file"
    case .repetition: "it is repeated in the file, which is kept"
    }
  }
}

/// The reason why a record can't change: its text has several versions, and a person has to choose.
enum Contest: Hashable, Sendable {
  /// A merge left both sides in the file.
  case merge

  /// Different records have the same Id; they begin on these lines, ascending.
  case repetition(lines: [Int])
}

extension Chunk {
  /// Returns the records with the fields of `entity`, and other fields as text.
  func converted(to entity: Entity) -> Chunk {
    let old = ChunkDraft(self)
    var new = ChunkDraft(entity: entity, shard: shard)
    new.extras = extras
    new.extras.fields = [:]
    new.extras.comments = extras.comments.mapValues { $0.renamed(for: entity) }
    new.origin = origin
    for (row, key) in keys.enumerated() {
      let place = new.insert(key)
      let fields = old.fields(ofRow: row)
      for field in fields {
        let name = entity.currentName(of: field.name)
        let isTaken = name != field.name && fields.contains { $0.name == name }
        new.setValue(field.value, of: isTaken ? field.name : name, row: place)
      }
    }
    return new.finished()
  }
}
