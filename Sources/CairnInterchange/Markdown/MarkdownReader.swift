internal import CairnJSON
internal import CairnStore

/// The fields that an import creates for a Markdown file.
package enum NoteFields {
  /// The name of the file.
  package static let name = "Name"
  /// The path of the file's folder within the imported folder.
  package static let folder = "Folder"
  /// The text.
  package static let body = "Body"
}

/// Reads Markdown texts as rows, with a cell for each field in the front matter.
///
/// 1. The text goes into `Body`, and the path of the file's folder into `Folder`. The file's name
///    goes into `Name`, unless the front matter has such a field. In an export the file's name is
///    ignored, and `@body` names the field of the text.
/// 2. The front matter is YAML, or TOML between `+++`. Plain values may spell any type, as in a
///    table; quoted values are text. Nested fields are a whole record or are kept as JSON, as in
///    JSON.
/// 3. Front matter is read as people write it (`FrontMatter`). If none of it can be read, the whole
///    note is its text. Only an export must be exact: a mistake in it makes a bad row.
struct MarkdownReader: RowReader {
  /// The field of the text.
  static let body = NoteFields.body
  /// The field of the file's name.
  static let name = NoteFields.name
  /// The field for the path of the file's folder within the input's folder.
  static let folder = NoteFields.folder
  /// The key that names the field of the text in an export; it can't be a field itself.
  static let bodyKey = "@body"

  /// The definition of the fields that every file has.
  static var definition: Entity {
    let types: [(name: String, type: AttributeType)] = [
      (name, .string), (folder, .string), (body, .text),
    ]
    let fields = types.map { field in
      var attribute = Attribute(name: field.name, type: field.type)
      attribute.isInferred = true
      return Property.attribute(attribute)
    }
    var entity = Entity(name: "Note", properties: fields)
    entity.isInferred = true
    return entity
  }

  /// Notices about front matter that isn't YAML.
  var notices: [String] {
    remarkCount > remarks.count
      ? remarks + ["\(remarkCount - remarks.count) more lines of front matter were not as expected"]
      : remarks
  }

  private var remarks: [String] = []
  private var remarkCount = 0
  private static let remarkLimit = 20

  private var met = MetColumns()
  /// The first spelling of the fields that a file has itself, by their names in lower case.
  private var spellings: [String: String] = [:]
  private var files: ArraySlice<MarkdownFile>
  private let isFolder: Bool
  private var open: (file: MarkdownFile, documents: MarkdownDocuments)?

  init(_ files: [MarkdownFile], isFolder: Bool) {
    self.files = files[...]
    self.isFolder = isFolder
  }

  var columns: [String] { met.names }

  mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool {
    while true {
      if let file = open?.file {
        guard let document = try open?.documents.next() else {
          open = nil
          continue
        }
        fill(&row, with: document, of: file)
        return true
      }
      guard let file = files.popFirst() else { return false }
      var documents = MarkdownDocuments(
        ByteStream(name: file.name, blocks: file.blocks))
      if let first = try documents.next() {
        open = (file, documents)
        fill(&row, with: first, of: file)
        return true
      } else if isFolder {
        // An empty file is a note as well.
        fill(&row, with: MarkdownDocument(line: 1), of: file)
        return true
      }
    }
  }

  private mutating func fill(
    _ row: inout RawRow, with document: MarkdownDocument, of file: MarkdownFile
  ) {
    row.begin(line: document.line, of: isFolder ? file.name : nil)
    do throws(RowProblem) {
      if let problem = document.problem { throw problem }
      var document = document
      var fields = try fields(of: &document, in: file)
      for loss in document.losses { row.noteLost(loss) }
      try Self.check(document.body)
      var place = 0
      if !Self.isExported(fields), let title = file.title,
        !fields.contains(where: { Self.isName($0.name) })
      {
        set(&row, spelling(of: Self.name), .text(title), &place)
      }
      // A note in another folder is a different note, even with the same name.
      if !Self.isExported(fields), !file.folder.isEmpty,
        !fields.contains(where: { $0.name.lowercased() == Self.folder.lowercased() })
      {
        set(&row, spelling(of: Self.folder), .text(file.folder), &place)
      }
      let isExported = Self.isExported(fields)
      let body = Self.takeBody(from: &fields)
      for field in fields {
        if field.name == body, !document.body.isEmpty {
          guard !document.isExported else {
            throw .notMarkdown(
              line: document.line, column: 1,
              reason: "\(body) is a field, and the file has text below the fields")
          }
          set(&row, "\(body) field", field.value, &place)
          continue
        }
        set(&row, isExported ? field.name : spelling(of: field.name), field.value, &place)
      }
      if !document.body.isEmpty {
        set(&row, body, .text(String(decoding: document.body, as: UTF8.self)), &place)
      }
    } catch {
      row.note(error)
    }
  }

  /// Returns the column of a field.
  ///
  /// The names of files and the fields `name` of other files are one column, in any spelling.
  private mutating func spelling(of name: String) -> String {
    let plain = name.lowercased()
    guard plain == Self.name.lowercased() || plain == Self.folder.lowercased() else { return name }
    if let known = spellings[plain] { return known }
    spellings[plain] = name
    return name
  }

  private mutating func set(
    _ row: inout RawRow, _ name: String, _ value: YAMLValue, _ place: inout Int
  ) {
    let column = met.place(of: name, expecting: place)
    switch value {
    case .null: row.set(column, .empty, [])
    case .plain(let text): row.set(column, .plain, text.utf8)
    case .text(let text): row.set(column, .text, text.utf8)
    case .list, .fields: row.set(column, value.json)
    }
    place = column + 1
  }

  private mutating func fields(
    of document: inout MarkdownDocument, in file: MarkdownFile
  ) throws(RowProblem) -> [YAMLValue.Field] {
    for remark in document.remarks { note(remark, in: file) }
    guard let text = document.frontMatter else { return [] }
    let firstLine = document.line + 1
    if let place = text.firstIndex(of: 0) ?? Self.firstInvalid(in: text) {
      let line = firstLine + text[..<place].count { $0 == Byte.lineFeed }
      throw .notMarkdown(line: line, column: 1, reason: "a byte is not text")
    }
    if document.isTOML {
      do throws(RowProblem) {
        return try Self.toml(text, firstLine: firstLine)
      } catch {
        guard !document.isExported else { throw error }
        note(.init(line: error.position?.line ?? firstLine, reason: error.reason), in: file)
        document.joinFrontMatter()
        return []
      }
    }
    if document.isExported {
      do throws(YAMLError) {
        var reader = YAMLReader(text, firstLine: firstLine)
        return try reader.document()
      } catch {
        throw .notMarkdown(line: error.line, column: error.column, reason: error.reason)
      }
    }
    let matter = FrontMatter(text, firstLine: firstLine)
    guard matter.hasFields else {
      note(
        .init(line: firstLine, reason: "no line is a field, so the whole note is its text"),
        in: file)
      document.joinFrontMatter()
      return []
    }
    for remark in matter.remarks {
      if remark.isLoss {
        document.losses.append(
          .notMarkdown(line: remark.line, column: 1, reason: remark.reason))
      } else {
        note(remark, in: file)
      }
    }
    return matter.fields
  }

  private mutating func note(_ remark: FrontMatter.Remark, in file: MarkdownFile) {
    remarkCount += 1
    guard remarks.count < Self.remarkLimit else { return }
    remarks.append("\(file.name), line \(remark.line): \(remark.reason)")
  }

  private static func toml(
    _ text: [UInt8], firstLine: Int
  ) throws(RowProblem) -> [YAMLValue.Field] {
    do throws(TOMLError) {
      var reader = TOMLReader(text, firstLine: firstLine)
      return try reader.document()
    } catch {
      throw .notMarkdown(line: error.line, column: error.column, reason: error.reason)
    }
  }

  private static func firstInvalid(in text: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: text.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  private static func check(_ body: [UInt8]) throws(RowProblem) {
    if body.contains(0) { throw .zeroByte(column: Self.body) }
    if let byte = UTF8Check.firstInvalidByte(in: body[...]) {
      throw .notUTF8(column: Self.body, byte: byte)
    }
  }

  /// Returns whether the fields include the record's own address.
  private static func isExported(_ fields: [YAMLValue.Field]) -> Bool {
    fields.contains { field in
      switch field.value {
      case .plain(let text), .text(let text):
        RecordJSON.identityKeys.contains(field.name) && RecordAddress(text) != nil
      case .null, .list, .fields: false
      }
    }
  }

  private static func isName(_ text: String) -> Bool { text.lowercased() == name.lowercased() }

  /// Removes and returns the name of the text's field in an export.
  private static func takeBody(from fields: inout [YAMLValue.Field]) -> String {
    guard let place = fields.firstIndex(where: { $0.name == bodyKey }) else { return body }
    switch fields[place].value {
    case .plain(let name), .text(let name):
      fields.remove(at: place)
      return name
    case .null, .list, .fields: return body
    }
  }
}
