internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// The changes in an edited text, checked before any of them is made.
struct TextEditPlan {
  /// A mistake in a text, with its place.
  struct Mistake: Error {
    /// The line, from 1; `nil` for the text as a whole.
    var line: Int?
    var reason: String
  }

  /// A record of the text.
  struct Entry {
    /// The record; `nil` for a new one.
    let id: ObjectID?
    let isDeleted: Bool
    let lines: RecordLines
    /// The new values of the changed fields.
    let values: [(name: String, value: Value?)]
  }

  let entity: Entity
  let entries: [Entry]
  /// The lines of the records in the text.
  let lines: [ObjectID: RecordLines]

  /// The name of the field for a record's key.
  static let key = "Id"
  /// The prefix of a key that deletes its record.
  static let deletion = "-"

  /// Returns the records in a text.
  static func records(in text: [UInt8]) throws(Mistake) -> [RecordLines] {
    do throws(InterchangeError) {
      return try RecordLines.all(in: text, name: "the text")
    } catch {
      guard case .malformed(_, let line, _, let reason) = error else {
        throw Mistake(reason: error.description)
      }
      throw Mistake(line: line, reason: reason)
    }
  }

  init(
    _ records: [RecordLines], of ids: Set<ObjectID>, by reader: TextEditReader
  ) throws(Mistake) {
    entity = reader.entity
    var entries: [Entry] = []
    var lines: [ObjectID: RecordLines] = [:]
    for record in records {
      let (id, isDeleted) = try Self.identity(of: record, among: ids, entity)
      if let id, let other = lines.updateValue(record, forKey: id) {
        throw Mistake(
          line: record.line, reason: "\(id.key) is repeated, first at line \(other.line)")
      }
      let row = id.flatMap { reader.snapshot.row($0) }
      let values = isDeleted ? [] : try reader.values(of: record, over: row)
      entries.append(Entry(id: id, isDeleted: isDeleted, lines: record, values: values))
    }
    self.entries = entries
    self.lines = lines
  }

  private static func identity(
    of record: RecordLines, among ids: Set<ObjectID>, _ entity: Entity
  ) throws(Mistake) -> (id: ObjectID?, isDeleted: Bool) {
    let fields = record.fields.filter { $0.name == key }
    guard let field = fields.first else { return (nil, false) }
    if fields.count > 1 {
      throw Mistake(line: fields[1].line, reason: "the record has a second \(key)")
    }
    let isDeleted = field.text.hasPrefix(deletion)
    let text = isDeleted ? String(field.text.dropFirst(deletion.utf8.count)) : field.text
    guard let key = RecordKey(text) else {
      throw Mistake(
        line: field.line,
        reason: "\(field.text) is not a key; leave out \(Self.key) for a new record"
      )
    }
    let id = ObjectID(entity: entity.name, key: key)
    guard ids.contains(id) else {
      throw Mistake(
        line: field.line,
        reason:
          "\(key) is not among the edited records; leave out \(Self.key) for a new record")
    }
    return (id, isDeleted)
  }

  /// Makes the changes.
  ///
  /// - Parameters:
  ///   - context: the context.
  ///   - keeper: keeps copies of the files that paths in the text name.
  /// - Returns: The lines of the created records.
  /// - Throws: the errors of changing a record and of keeping a file.
  func apply(
    to context: ObjectContext, keeping keeper: FileKeeper
  ) throws(StoreError) -> [ObjectID: Int] {
    var created: [ObjectID: Int] = [:]
    for entry in entries where !entry.isDeleted {
      let record: Record
      if let id = entry.id {
        if entry.values.isEmpty { continue }
        record = try context.existingObject(with: id)
      } else {
        record = try context.create(entity.name)
        created[record.id] = entry.lines.line
      }
      for (name, value) in entry.values {
        if let value, record.entity.attribute(name)?.type == .file {
          record[name] = try keeper.value(value, besides: [record[name]])
        } else {
          record[name] = value
        }
      }
    }
    try context.delete(entries.filter(\.isDeleted).compactMap(\.id))
    return created
  }

  /// Returns the line of a field of a record, or of the record if it doesn't have the field.
  func line(of id: ObjectID, field: String?) -> Int? {
    guard let record = lines[id] else { return nil }
    return record.fields.first { $0.name == field }?.line ?? record.line
  }
}

/// Reads the fields of a record that a person edited as text.
struct TextEditReader {
  let entity: Entity
  let snapshot: Snapshot
  let clock: WallClock
  let links: LinkInput

  /// Returns the values of the fields that differ from `row`.
  ///
  /// - Parameters:
  ///   - record: the record in the text.
  ///   - row: the record that was shown; `nil` for a new one.
  /// - Returns: the changed fields with their new values, `nil` for a cleared one.
  /// - Throws: the first mistake, with its line.
  func values(
    of record: RecordLines, over row: Row?
  ) throws(TextEditPlan.Mistake) -> [(name: String, value: Value?)] {
    var given: [String: [RecordLines.Field]] = [:]
    for field in record.fields where field.name != TextEditPlan.key {
      given[try property(of: field).name, default: []].append(field)
    }
    var values: [(name: String, value: Value?)] = []
    for property in entity.storedProperties {
      let fields = given[property.name] ?? []
      let shown = row?[property.name]?.storedTexts ?? []
      // A field missing from a new record gets its default.
      if fields.map(\.text).elementsEqual(shown, by: { $0.isIdentical(to: $1) })
        || fields.isEmpty && row == nil
      {
        continue
      }
      values.append((property.name, try value(of: fields, for: property)))
    }
    return values
  }

  private func property(
    of field: RecordLines.Field
  ) throws(TextEditPlan.Mistake) -> Property {
    guard let property = entity.property(matching: field.name) else {
      throw TextEditPlan.Mistake(
        line: field.line, reason: RecordEditor.unknown(field.name, of: entity))
    }
    guard entity.storedIndex(of: property.name) != nil else {
      throw TextEditPlan.Mistake(
        line: field.line, reason: "\(property.name) is an inverse link; edit the link itself")
    }
    return property
  }

  private func value(
    of fields: [RecordLines.Field], for property: Property
  ) throws(TextEditPlan.Mistake) -> Value? {
    var elements: [Value] = []
    for field in fields {
      do throws(AppError) {
        if let element = try element(of: field.text, for: property) { elements.append(element) }
      } catch {
        throw TextEditPlan.Mistake(line: field.line, reason: error.description)
      }
    }
    if property.isList { return Value(list: elements) }
    if fields.count > 1 {
      throw TextEditPlan.Mistake(
        line: fields[1].line, reason: "\(property.name) has one value, and this is a second one")
    }
    return elements.first
  }

  private func element(of text: String, for property: Property) throws(AppError) -> Value? {
    switch property {
    case .attribute(let attribute):
      // The text is first read in the store's form, else in a person's form. Times are always read
      // in a person's form, as a time without a zone means local time here.
      let isTime = attribute.type == .datetime || attribute.type == .localtime
      if !isTime, let value = attribute.element(fromText: text), attribute.accepts(value) {
        return value
      }
      if text.isEmpty { return nil }
      do throws(InputError) {
        return try ValueInput(clock: clock).element(of: text, for: attribute)
      } catch {
        throw .failed(error.description)
      }
    case .relationship(let link):
      guard !text.isEmpty, let destination = snapshot.model[link.destination] else { return nil }
      return .link(try links.key(text, destination))
    }
  }
}
