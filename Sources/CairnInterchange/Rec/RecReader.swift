internal import CairnJSON
internal import CairnStore

/// Reads the records behind a descriptor as rows, each field a cell.
///
/// The keys of a store's own files become addresses, by which records of the same file are found.
struct RecReader: RowReader {
  private var met = MetColumns()
  private var lines: RecLines
  private let entity: Entity?
  private let model: ObjectModel?

  init(_ lines: RecLines, of entity: Entity?, in model: ObjectModel?) {
    self.lines = lines
    self.entity = entity
    self.model = model
  }

  var columns: [String] { met.names }

  mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool {
    while let record = try lines.next() {
      if record.isDescriptor { continue }
      row.begin(line: record.line)
      if let problem = record.problem {
        row.note(problem)
      } else {
        fill(&row, with: record)
      }
      return true
    }
    return false
  }

  private mutating func fill(_ row: inout RawRow, with record: RecRecord) {
    var names: [String] = []
    var texts: [String: [String]] = [:]
    for field in record.fields {
      let (column, text) = cell(field)
      if texts[column] == nil { names.append(column) }
      texts[column, default: []].append(text)
    }
    for (index, name) in names.enumerated() {
      let values = texts[name] ?? []
      let column = met.place(of: name, expecting: index)
      if values.count == 1, entity?[name]?.isList != true {
        row.set(column, .plain, values[0].utf8)
      } else {
        row.set(column, .array(values.map(JSONValue.string)))
      }
    }
  }

  /// The column of a field, and what it has there.
  private func cell(_ field: RecRecord.Field) -> (column: String, text: String) {
    let text = String(decoding: field.text, as: UTF8.self)
    guard let entity else { return (field.name, text) }
    if field.name == "Id", let key = RecordKey(text) {
      return (RecordJSON.identityKey(of: entity), RecordAddress(key, of: entity).description)
    }
    if let link = entity.relationship(field.name), let key = RecordKey(text),
      let destination = model?[link.destination]
    {
      return (field.name, RecordAddress(key, of: destination).description)
    }
    return (field.name, text)
  }
}
