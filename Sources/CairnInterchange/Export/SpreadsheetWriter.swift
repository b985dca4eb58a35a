internal import CairnStore

/// Writes records as a table for people who go on in a spreadsheet program.
///
/// 1. The table is CSV in UTF-8, with a byte order mark: without it, Excel takes the bytes for an
///    older encoding.
/// 2. A header is the label of its field, with the unit of numbers, as in "Price (€)". A number has
///    no unit, so that it stays a number.
/// 3. Several values have commas between, a link has the titles of its records, and a moment is in
///    local time. Records have no address, and binary values show their size only. So no import
///    gives the same records.
/// 4. Spreadsheets calculate cells that begin like a formula. These cells are counted, or get an
///    apostrophe.
struct SpreadsheetWriter: RecordWriter {
  private(set) var leftover = ExportOperation.Leftover()
  private var table = CSVWriter()
  /// The byte order mark, until it was taken.
  private var mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private let writing: RecordWriting
  private let layout: RecordLayout

  init(_ writing: RecordWriting) {
    self.writing = writing
    layout = RecordLayout(writing.entity)
  }

  var byteCount: Int { mark.count + table.bytes.count }

  mutating func begin() {
    let fields = layout.fields.map { field in
      let unit = field.attribute.type.isNumber ? field.attribute.unit : nil
      return field.attribute.caption + (unit.map { " (\($0))" } ?? "")
    }
    let names =
      fields + layout.links.map(\.relationship.caption) + writing.calculated.map(\.name)
    table.writeRow(names.map { cell($0, of: $0) })
  }

  mutating func append(_ row: Row) throws(StoreError) {
    leftover.noteFiles(of: row)
    leftover.add(row)
    var cells: [String?] = []
    for field in layout.fields {
      let isNumber = field.attribute.type.isNumber && !field.isList
      let text = row[field.column].map(text)
      cells.append(isNumber ? text : text.map { cell($0, of: field.attribute.caption) })
    }
    for link in layout.links {
      let keys = try writing.snapshot.linkedKeys(of: row, link.relationship.name)
      leftover.noteMissing(link.relationship, of: row, besides: keys)
      let titles = keys.map {
        writing.snapshot.title(of: ObjectID(entity: link.relationship.destination, key: $0))
      }
      let text = titles.joined(separator: ", ")
      cells.append(titles.isEmpty ? nil : cell(text, of: link.relationship.caption))
    }
    for (name, content) in writing.calculated {
      let value = content.value(of: row)
      cells.append(
        value.map { value in value.isNumber ? text(value) : cell(text(value), of: name) })
    }
    table.writeRow(cells)
  }

  mutating func end() {}

  mutating func take() -> [UInt8] {
    defer { mark = [] }
    return mark + table.take()
  }

  private func text(_ value: Value) -> String {
    ValueText.display(value, at: writing.clock, isExact: true)
  }

  /// Returns the text of a cell, with an apostrophe before a formula if a person wants it.
  private mutating func cell(_ text: String, of column: String) -> String {
    guard FormulaText.isLike(text) else { return text }
    if writing.quotesFormulas { return "'" + text }
    let (count, first) = leftover.formulas
    leftover.formulas = (count + 1, first ?? "\(text.shortened(to: 40)) in \(column)")
    return text
  }
}

extension Value {
  /// Whether the value is a single number.
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .decimal, .double: true
    default: false
    }
  }
}
