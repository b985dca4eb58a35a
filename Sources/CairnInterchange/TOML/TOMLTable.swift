/// A table of TOML while it is read, as its fields may be in several places.
struct TOMLTable {
  /// The way in which a table was declared, which determines the fields that may be added.
  enum Origin {
    /// By its own header, or it is the whole text.
    case header
    /// By the header of a table within it, so its own header may still follow.
    case implied
    /// By a key with points.
    case dotted
  }

  /// A key that already has a value, or is another kind of table.
  struct Clash: Error {
    let name: String
  }

  private enum Member {
    case value(YAMLValue)
    case table(TOMLTable)
    /// Tables with the header `[[name]]`.
    case tables([TOMLTable])
  }

  private var origin: Origin
  private var names: [String] = []
  private var members: [Member] = []
  private var places: [String: Int] = [:]

  init(_ origin: Origin) {
    self.origin = origin
  }

  /// The fields of the table, after all was read.
  var fields: [YAMLValue.Field] {
    zip(names, members).map { name, member in
      switch member {
      case .value(let value): YAMLValue.Field(name: name, value: value)
      case .table(let table): YAMLValue.Field(name: name, value: .fields(table.fields))
      case .tables(let tables):
        YAMLValue.Field(name: name, value: .list(tables.map { .fields($0.fields) }))
      }
    }
  }

  /// Starts the table with the header `[path]`, or one more with the header `[[path]]`.
  mutating func begin(_ path: [String], isOneOfSeveral: Bool) throws(Clash) {
    try change(at: path.dropLast()[...], making: .implied) { (table) throws(Clash) in
      try table.begin(path[path.count - 1], isOneOfSeveral: isOneOfSeveral)
    }
  }

  private mutating func begin(_ name: String, isOneOfSeveral: Bool) throws(Clash) {
    guard let place = places[name] else {
      add(isOneOfSeveral ? .tables([TOMLTable(.header)]) : .table(TOMLTable(.header)), name)
      return
    }
    switch members[place] {
    case .tables(var tables) where isOneOfSeveral:
      members[place] = .value(.null)
      tables.append(TOMLTable(.header))
      members[place] = .tables(tables)
    case .table(var table) where !isOneOfSeveral && table.origin == .implied:
      table.origin = .header
      members[place] = .table(table)
    case .value, .table, .tables: throw Clash(name: name)
    }
  }

  /// Sets the value of a key with points between its parts, in a section.
  mutating func set(_ value: YAMLValue, at path: [String], in section: [String]) throws(Clash) {
    try change(at: section[...], making: .implied) { (table) throws(Clash) in
      try table.change(at: path.dropLast()[...], making: .dotted) { (table) throws(Clash) in
        let name = path[path.count - 1]
        guard table.places[name] == nil else { throw Clash(name: name) }
        table.add(.value(value), name)
      }
    }
  }

  private mutating func add(_ member: Member, _ name: String) {
    places[name] = members.count
    names.append(name)
    members.append(member)
  }

  /// Changes a table within this one, and creates it if necessary.
  ///
  /// Of several tables with one header, the last one is changed.
  private mutating func change(
    at path: ArraySlice<String>, making origin: Origin,
    _ work: (inout TOMLTable) throws(Clash) -> Void
  ) throws(Clash) {
    guard let name = path.first else { return try work(&self) }
    if places[name] == nil { add(.table(TOMLTable(origin)), name) }
    guard let place = places[name] else { return }
    let member = members[place]
    // The array must not hold the table while it changes, or the table would be copied.
    members[place] = .value(.null)
    switch consume member {
    case .table(var table) where origin == .implied || table.origin == .dotted:
      try table.change(at: path.dropFirst(), making: origin, work)
      members[place] = .table(table)
    case .tables(var tables) where origin == .implied:
      try tables[tables.count - 1].change(at: path.dropFirst(), making: origin, work)
      members[place] = .tables(tables)
    case .value, .table, .tables: throw Clash(name: name)
    }
  }
}

/// A TOML document: its values, and the places of their keys.
///
/// This one reader reads settings and the front matter of notes. TOMLKit was tried for settings: it
/// crashes on some mistakes, sorts the keys, and gives no places of keys. Its C++ code took a tenth
/// of the build time.
package struct TOMLDocument {
  /// A key with its value, in bytes from the document's start.
  package struct Pair {
    /// The start of the key.
    package let start: Int
    /// The range of the value.
    package let value: Range<Int>
    /// The table that the pair's line belongs to, without tables named by the key itself.
    package let table: [String]
    /// Whether the pair is inside an inline table.
    package let isInline: Bool
  }

  /// The places of keys and tables; for a repeated key, the first place.
  struct Marks {
    var pairs: [[String]: Pair] = [:]
    var headers: [(table: [String], bytes: Range<Int>)] = []
    var places: [[String]: Int] = [:]
  }

  /// The values of the outermost table, in order.
  package let fields: [YAMLValue.Field]
  private let marks: Marks
  private let bytes: [UInt8]

  /// Parses a document.
  ///
  /// - Throws: `TOMLError` with the line and column of the first mistake.
  package init(_ text: String) throws(TOMLError) {
    bytes = Array(text.utf8)
    var reader = TOMLReader(bytes)
    fields = try reader.document()
    marks = reader.marks
  }

  /// The pairs by their tables and keys.
  package var pairs: [[String]: Pair] { marks.pairs }

  /// The tables with a header, and the byte ranges of the headers, in order.
  package var headers: [(table: [String], bytes: Range<Int>)] { marks.headers }

  /// The line and the character in it, both from 1, of the key at a path of tables and keys.
  package subscript(path: [String]) -> (line: Int, column: Int)? {
    marks.places[path].map { TOMLReader.lineAndColumn(of: $0, in: bytes) }
  }
}
