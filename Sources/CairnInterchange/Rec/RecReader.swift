internal import CairnJSON
internal import CairnStore

/// Reads the records after a descriptor as rows, with a cell for each field.
///
/// Keys in a store's own files become addresses, which find the records of the same file.
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

  /// Returns the column and the text of a field.
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

/// Finds the tables in a file of GNU recutils: one for the records after each descriptor, and one
/// for the records before the first.
enum RecTables {
  private struct Section {
    /// The name of the records in the descriptor.
    var name: String?
    var descriptor: [RecRecord.Field] = []
    var hasRecords = false
    /// The number of the first line, and the bytes of the section.
    var line = 1
    var range: Range<Int>
  }

  /// Returns the tables of `bytes`.
  ///
  /// A line of a descriptor that the model's language does not have is left out with a notice.
  static func tables(
    of bytes: [UInt8], name: String, notices: inout [String]
  ) throws(InterchangeError) -> [RawTable] {
    let hasFeeds = bytes.contains(Byte.lineFeed)
    let bytes = hasFeeds ? bytes : bytes.map { $0 == Byte.carriageReturn ? Byte.lineFeed : $0 }
    let sections = try sections(of: bytes, name: name)
    // Without any record, the descriptors still describe collections.
    let hasRecords = sections.contains(where: \.hasRecords)
    let used = sections.filter { hasRecords ? $0.hasRecords : $0.descriptor.count > 1 }
    guard !used.isEmpty else { throw .empty(name: name) }
    let model = model(of: sections, name: name, &notices)
    guard hasRecords || model != nil else { throw .empty(name: name) }
    var tables: [RawTable] = []
    let main = sections.first { $0.name != nil }?.name
    for section in used {
      let definition = section.name.flatMap { model?[$0] }
      let entity = definition ?? section.name.map { Entity(name: $0) }
      tables.append(
        RawTable(
          input: name, name: section.name, definition: definition, others: model?.entities ?? []
        ) {
          let source = ByteStream(name: name, blocks: [Array(bytes[section.range])])
          return RecReader(RecLines(source, firstLine: section.line), of: entity, in: model)
        })
      tables[tables.count - 1].cameAlong = section.name != main
    }
    return tables
  }

  private static func sections(
    of bytes: [UInt8], name: String
  ) throws(InterchangeError) -> [Section] {
    var lines = RecLines(ByteStream(name: name, blocks: [bytes]))
    var sections = [Section(range: bytes.indices)]
    while let record = try lines.next() {
      let last = sections.count - 1
      if !record.isDescriptor {
        sections[last].hasRecords = true
      } else if let title = record.title {
        sections[last].range = sections[last].range.lowerBound..<record.offset
        sections.append(
          Section(
            name: title, descriptor: record.fields, line: record.line,
            range: record.offset..<bytes.count))
      }
    }
    return sections
  }

  /// Returns the model of the descriptors; `nil` if they describe no field, or none can be read.
  private static func model(
    of sections: [Section], name: String, _ notices: inout [String]
  ) -> ObjectModel? {
    let told = sections.map(\.descriptor).filter { $0.count > 1 }
    guard !told.isEmpty else { return nil }
    var descriptors = RecDescriptors(told, name: name)
    let model = descriptors.model()
    notices += descriptors.notices
    return model
  }
}

extension RecRecord {
  /// The descriptor's name for the records after it; `nil` without a name.
  var title: String? {
    guard let field = fields.first(where: { $0.name == "%rec" }) else { return nil }
    // The name may be followed by a file or address of the descriptor.
    return String(decoding: field.text, as: UTF8.self).split(separator: " ").first.map(String.init)
  }
}
