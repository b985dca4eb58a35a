internal import CairnJSON
internal import CairnStore

/// Reads the entries of a bibliography as rows, with a cell for each field.
///
/// LaTeX becomes plain text. Authors, editors and keywords are lists.
struct BibTeXReader: RowReader {
  /// The field with the key by which texts cite an entry.
  static let identifier = "Citekey"

  private var met = MetColumns()
  private var entries: BibTeXEntries
  private var keys: Set<String> = []

  init(_ bytes: [UInt8]) { entries = BibTeXEntries(bytes) }

  var columns: [String] { met.names }

  mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool {
    guard let entry = entries.next() else { return false }
    row.begin(line: entry.line)
    if entry.key.isEmpty, entry.fields.isEmpty {
      row.note(entry.losses.first ?? .unreadable(line: entry.line, reason: "the entry is empty"))
      return true
    }
    for loss in entry.losses { row.noteLost(loss) }
    var index = 0
    func place(of name: String) -> Int {
      defer { index += 1 }
      return met.place(of: name, expecting: index)
    }
    if !entry.key.isEmpty {
      if keys.insert(entry.key).inserted {
        row.set(place(of: Self.identifier), .text, entry.key.utf8)
      } else {
        row.noteLost(.unreadable(line: entry.line, reason: "the key \(entry.key) is repeated"))
      }
    }
    row.set(place(of: "Type"), .text, entry.kind.utf8)
    var known: Set<String> = []
    for field in entry.fields {
      let name = field.name.lowercased()
      guard known.insert(Self.column(of: name)).inserted else {
        row.noteLost(.unreadable(line: entry.line, reason: "\(field.name) is repeated"))
        continue
      }
      let column = place(of: Self.column(of: name))
      switch Self.form(of: name) {
      case .names: row.set(column, .list, Self.list(Self.names(field.value)))
      case .words: row.set(column, .list, Self.list(Self.words(field.value)))
      case .address: row.set(column, .text, LaTeXText.address(field.value).utf8)
      case .number: row.set(column, .plain, LaTeXText.plain(field.value).utf8)
      case .text: row.set(column, .text, LaTeXText.plain(field.value).utf8)
      }
    }
    return true
  }
}

// MARK: - Fields

extension BibTeXReader {
  private enum Form {
    case text, number, address
    /// Persons, joined by "and".
    case names
    /// Words between commas or semicolons.
    case words
  }

  private static func form(of name: String) -> Form {
    switch name {
    case "author", "editor", "translator": .names
    case "keywords", "keyword": .words
    case "url", "doi", "file", "eprint": .address
    case "year", "date", "urldate", "volume", "number", "edition": .number
    default: .text
    }
  }

  /// The column of a field: `journal` is Journal, and `doi` is DOI.
  private static func column(of name: String) -> String {
    switch name {
    case "url", "doi", "isbn", "issn", "pmid": name.uppercased()
    case "keyword": "Keywords"
    case "booktitle": "BookTitle"
    case "urldate": "Visited"
    // A field of these names would be the one that the reader adds.
    case "type": "Subtype"
    case identifier.lowercased(): "CitekeyField"
    default: name.prefix(1).uppercased() + name.dropFirst()
    }
  }

  private static func list(_ texts: [String]) -> [UInt8] {
    JSONValue.array(texts.map(JSONValue.string)).bytes()
  }

  /// Returns the persons of a value; "and" in braces is part of a name.
  private static func names(_ value: String) -> [String] {
    var names: [[Substring]] = [[]]
    var depth = 0
    for word in value.split(whereSeparator: \.isWhitespace) {
      if depth == 0, word.lowercased() == "and" {
        names.append([])
        continue
      }
      depth += word.reduce(0) { $0 + ($1 == "{" ? 1 : $1 == "}" ? -1 : 0) }
      names[names.count - 1].append(word)
    }
    return names.map { LaTeXText.plain($0.joined(separator: " ")) }.filter { !$0.isEmpty }
      .map { $0 == "others" ? "et al." : $0 }
  }

  private static func words(_ value: String) -> [String] {
    value.split { $0 == ";" || $0 == "," }.map { LaTeXText.plain(String($0)) }
      .filter { !$0.isEmpty }
  }

  /// The fields of most bibliographies, in the order in which people read them.
  static var definition: Entity {
    func field(_ name: String, _ type: AttributeType = .string, isMultiple: Bool = false)
      -> Property
    {
      var attribute = Attribute(name: name, type: type)
      attribute.isMultiple = isMultiple
      return .attribute(attribute)
    }
    var entity = Entity(
      name: "Reference",
      properties: [
        field("Title"), field("Author", isMultiple: true), field("Year", .integer),
        field("Type"), field("Journal"), field("BookTitle"), field("Publisher"),
        field("Editor", isMultiple: true), field("Keywords", .tags), field("DOI"),
        field("URL", .url), field("Abstract", .text), field(identifier),
      ])
    entity.title = "Title"
    entity.isInferred = true
    return entity
  }
}
