/// The formats of imports and exports.
public enum InterchangeFormat: String, CaseIterable, Sendable {
  /// Comma-separated values with a header; other delimiters are recognized.
  case csv
  /// Values separated by tabs, with a header.
  case tsv
  /// JSON: an array of objects, one object, or an object of such arrays.
  case json
  /// JSON Lines: an object on each line.
  case jsonl
  /// vCard of version 2.1, 3 or 4: a card for each person.
  case vcard
  /// Records of GNU recutils, with the descriptor of their collection.
  case rec
  /// Markdown: a text for each record, its other fields in YAML above it.
  case markdown
  /// BibTeX: the entries of a bibliography. It can only be imported.
  case bibtex
  /// The bookmarks of a browser, as HTML. They can only be imported.
  case bookmarks
  /// iCalendar: the events and tasks of a calendar. An export has an event for each record with a
  /// date.
  case icalendar
  /// A table for spreadsheet programs, as CSV. It can only be exported.
  case spreadsheet

  /// The formats that an import reads.
  public static let imported = allCases.filter { $0 != .spreadsheet }

  /// The formats that an export writes.
  public static let exported = allCases.filter { $0 != .bibtex && $0 != .bookmarks }

  /// Whether an input consists of rows of cells.
  var isTable: Bool { self == .csv || self == .tsv }

  /// Whether one odd value in an input costs only itself and not its record.
  var isForgiving: Bool { [.vcard, .bibtex, .bookmarks, .icalendar].contains(self) }

  /// The field that identifies a record, so that a later import of the same file changes nothing.
  ///
  /// A record without a value in the field is known if the store has a record with all its values.
  var identifier: String? {
    switch self {
    case .vcard: CardField.identifier
    case .icalendar: CalendarField.identifier
    case .bibtex: BibTeXReader.identifier
    case .bookmarks: BookmarkReader.identifier
    case .markdown: MarkdownReader.name
    default: nil
    }
  }

  /// Whether an export has the calculated columns of its URL.
  ///
  /// A record of recutils or a card has only stored fields.
  public var hasCalculatedColumns: Bool {
    switch self {
    case .csv, .tsv, .json, .jsonl, .markdown, .spreadsheet: true
    case .vcard, .rec, .bibtex, .bookmarks, .icalendar: false
    }
  }

  /// Creates the format for a file's name.
  ///
  /// - Parameter path: A file's name or path; its extension counts, ignoring case.
  public init?(path: String) {
    guard let point = path.lastIndex(of: ".") else { return nil }
    switch path[path.index(after: point)...].lowercased() {
    case "csv", "txt": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "jsonl", "ndjson": self = .jsonl
    case "vcf", "vcard": self = .vcard
    case "rec": self = .rec
    case "md", "markdown": self = .markdown
    case "bib", "bibtex": self = .bibtex
    case "ics", "ical", "vcs": self = .icalendar
    default: return nil
    }
  }

  /// Returns the name of an unsupported text format for a file's extension; `nil` for other files.
  static func foreignForm(of path: String) -> String? {
    guard let point = path.lastIndex(of: ".") else { return nil }
    return switch path[path.index(after: point)...].lowercased() {
    case "yaml", "yml": "YAML"
    case "toml": "TOML"
    case "xml": "XML"
    case "html", "htm": "HTML"
    default: nil
    }
  }

  /// Returns the format that an input's first bytes show.
  static func detect(in sample: [UInt8]) -> InterchangeFormat {
    let first = sample.drop { $0 <= Byte.space || [0xEF, 0xBB, 0xBF].contains($0) }.first
    if first == UInt8(ascii: "{") || first == Byte.openBracket { return .json }
    let text = sample.starts(with: [0xEF, 0xBB, 0xBF]) ? sample.dropFirst(3) : sample[...]
    let start = String(decoding: text.prefix(64), as: UTF8.self).uppercased()
    switch Self.firstLine(of: text) {
    case "BEGIN:VCARD": return .vcard
    case "BEGIN:VCALENDAR", "BEGIN:VEVENT", "BEGIN:VTODO", "BEGIN:VJOURNAL": return .icalendar
    default: break
    }
    if sample.starts(with: "%rec:".utf8) { return .rec }
    if BookmarkReader.isBookmarks(start) { return .bookmarks }
    let word = text.prefix { $0 > Byte.space }
    return ["---", "+++"].contains { word.elementsEqual($0.utf8) } ? .markdown : .csv
  }

  /// Returns the first 64 bytes of the first line with text, in capitals and without blanks around.
  private static func firstLine(of text: ArraySlice<UInt8>) -> String {
    let line = text.drop { $0 <= Byte.space }.prefix {
      $0 != Byte.lineFeed && $0 != Byte.carriageReturn
    }
    let words = line.prefix(64).split(separator: Byte.space)
    return String(decoding: Array(words.joined(separator: [Byte.space])), as: UTF8.self)
      .uppercased()
  }
}

extension InterchangeFormat {
  /// The record that an input of the format must have, in words; `nil` if it may have none.
  ///
  /// A header alone is a table, and an empty list is JSON. Any text is a note.
  var neededRecord: String? {
    switch self {
    case .vcard: "card that begins with BEGIN:VCARD"
    case .rec: "record with a line such as Name: value"
    case .bibtex: "entry such as @book{key, title = {…}}"
    case .bookmarks: "bookmark such as <A HREF=\"…\">"
    case .icalendar: "event or task that begins with BEGIN:VEVENT or BEGIN:VTODO"
    case .csv, .tsv, .json, .jsonl, .markdown, .spreadsheet: nil
    }
  }

  /// The name of the format for people.
  public var title: String {
    switch self {
    case .csv: "CSV"
    case .tsv: "TSV"
    case .json: "JSON"
    case .jsonl: "JSON Lines"
    case .vcard: "vCard"
    case .rec: "rec"
    case .markdown: "Markdown"
    case .bibtex: "BibTeX"
    case .bookmarks: "bookmarks"
    case .icalendar: "iCalendar"
    case .spreadsheet: "spreadsheet"
    }
  }

  /// The extension of its files, without the point.
  public var fileExtension: String {
    switch self {
    case .vcard: "vcf"
    case .bibtex: "bib"
    case .bookmarks: "html"
    case .icalendar: "ics"
    case .spreadsheet: "csv"
    default: rawValue
    }
  }
}
