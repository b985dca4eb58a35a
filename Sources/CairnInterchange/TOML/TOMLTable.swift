/// A table of TOML while it is read: its fields may stand in several places.
struct TOMLTable {
  /// How a table came to be, which says what may still be added to it.
  enum Origin {
    /// By its header, or it is the whole text.
    case header
    /// By the header of a table in it, so that its own may still come.
    case implied
    /// By a key with points.
    case dotted
  }

  /// A key that has a value already, or another kind of table.
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

  /// What the table is, where all is read.
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

  /// Begins the table with the header `[path]`, or one more with the header `[[path]]`.
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

  /// Sets the value of a key with points between its parts, which stands in a section.
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

  /// Changes a table within this one, which is made where it is not there.
  ///
  /// Of tables with one header the last is meant.
  private mutating func change(
    at path: ArraySlice<String>, making origin: Origin,
    _ work: (inout TOMLTable) throws(Clash) -> Void
  ) throws(Clash) {
    guard let name = path.first else { return try work(&self) }
    if places[name] == nil { add(.table(TOMLTable(origin)), name) }
    guard let place = places[name] else { return }
    let member = members[place]
    // Nothing else may hold what is changed, or all of it would be copied.
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

/// A TOML document: its values, and where their keys stand.
///
/// This one reader reads settings and the front matter of notes. TOMLKit was tried for settings: it
/// ends the program for some mistakes, sorts the keys, and gives no places of keys. Its C++ took a
/// tenth of the time of a build.
package struct TOMLDocument {
  /// A key with its value, in bytes from the document's start.
  package struct Pair {
    /// Where the key begins.
    package let start: Int
    /// Where the value stands.
    package let value: Range<Int>
    /// The table to which the pair's line belongs, without tables that the key itself names.
    package let table: [String]
    /// Whether it stands between the braces of a table within a line.
    package let isInline: Bool
  }

  /// Where keys and tables stand: of a key that comes again, the first place.
  struct Marks {
    var pairs: [[String]: Pair] = [:]
    var headers: [(table: [String], bytes: Range<Int>)] = []
    var places: [[String]: Int] = [:]
  }

  /// The values of the outermost table, in their order.
  package let fields: [YAMLValue.Field]
  private let marks: Marks
  private let bytes: [UInt8]

  /// Reads a document.
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

  /// The tables that have a line of their own, and the bytes of its brackets, in their order.
  package var headers: [(table: [String], bytes: Range<Int>)] { marks.headers }

  /// The line and the character in it, both from 1, of the key at a path of tables and keys.
  package subscript(path: [String]) -> (line: Int, column: Int)? {
    marks.places[path].map { TOMLReader.lineAndColumn(of: $0, in: bytes) }
  }
}
