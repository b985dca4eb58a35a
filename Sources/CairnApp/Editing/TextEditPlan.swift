internal import CairnInterchange
internal import CairnRecords
internal import CairnStore

/// What an edited text asks for, judged before anything is done.
struct TextEditPlan {
  /// What is wrong with a text, and where.
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
    /// What the fields become that are not as they were.
    let values: [(name: String, value: Value?)]
  }

  let entity: Entity
  let entries: [Entry]
  /// Where the records of the text stand.
  let lines: [ObjectID: RecordLines]

  /// The field of a record's key.
  static let key = "Id"
  /// What stands before the key of a record that is to go.
  static let deletion = "-"

  /// The records in a text.
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

  /// Does what the text asks for.
  ///
  /// - Returns: The lines of the records that were made.
  func apply(to context: ObjectContext) throws(StoreError) -> [ObjectID: Int] {
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
      for (name, value) in entry.values { record[name] = value }
    }
    try context.delete(entries.filter(\.isDeleted).compactMap(\.id))
    return created
  }

  /// Where a field of a record stands in the text, or the record where it has none.
  func line(of id: ObjectID, field: String?) -> Int? {
    guard let record = lines[id] else { return nil }
    return record.fields.first { $0.name == field }?.line ?? record.line
  }
}
