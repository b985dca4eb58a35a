internal import CairnJSON

/// Reads JSON objects as rows, with a cell for each member.
///
/// If an array begins with a plain value, each value is a row with one cell.
/// The columns are the names of the members, in the order in which they are found. Arrays of plain
/// values become lists. Objects, and arrays that contain one, stay JSON text.
struct JSONRowReader: RowReader {
  private enum Pieces {
    case lines(JSONLines)
    case elements(JSONElements)
  }

  /// The members that are repeated in an object.
  private(set) var repeated = RepeatedMembers()
  /// The number of members such as `NaN`, which have no value.
  private(set) var nonNumberCount = 0
  private var met = MetColumns()
  /// The text of the last row, and its value if it can be read.
  private(set) var source: (text: ArraySlice<UInt8>, value: JSONValue?) = ([], nil)
  /// Whether the rows are plain values; `nil` before the first one.
  private var arePlain: Bool?
  private let name: String
  private let array: String?
  private var pieces: Pieces
  /// The number of elements read, and the line of the last one.
  private var last = (number: 0, line: 0)

  /// Creates a reader of one object on each line.
  init(lines: JSONLines, name: String) {
    pieces = .lines(lines)
    self.name = name
    array = nil
  }

  /// Creates a reader of an array's elements, or of consecutive values.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - name: The input's name.
  ///   - array: The name of the array, if it has one.
  init(elements: JSONElements, name: String, array: String? = nil) {
    pieces = .elements(elements)
    self.name = name
    self.array = array
  }

  var columns: [String] { met.names }

  mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool {
    guard let piece = try nextPiece() else { return false }
    row.begin(line: piece.start.line, element: element(in: piece.start.line))
    source = (piece.bytes, nil)
    do throws(JSONError) {
      let value = try value(of: piece)
      source.value = value
      if arePlain == nil { arePlain = value.isPlain && isArray }
      switch value {
      case .object(let object):
        if arePlain == true { row.note(.notPlain) } else { fill(&row, with: object) }
      case _ where arePlain == true && (value.isPlain || value == .null):
        row.set(met.place(of: Self.plainColumn, expecting: 0), value)
      default: row.note(arePlain == true ? .notPlain : .notAnObject)
      }
    } catch {
      let position = error.position
      row.note(.notJSON(line: position.line, column: position.column, reason: error.reason))
    }
    return true
  }

  /// The column of plain values.
  static let plainColumn = "Value"

  private var isArray: Bool {
    if case .elements(let elements) = pieces { elements.isArray } else { false }
  }

  private mutating func value(of piece: JSONPiece) throws(JSONError) -> JSONValue {
    do throws(JSONError) {
      var reader = JSONReader(piece.bytes, from: piece.start)
      return try reader.only()
    } catch {
      guard let (bytes, count) = JSONNonNumbers.emptied(piece.bytes) else { throw error }
      var reader = JSONReader(bytes[...], from: piece.start)
      let value = try reader.only()
      nonNumberCount += count
      return value
    }
  }

  private mutating func nextPiece() throws(InterchangeError) -> JSONPiece? {
    switch pieces {
    case .lines(var lines):
      let piece = try lines.next()
      pieces = .lines(lines)
      return piece
    case .elements(var elements):
      let piece = elements.next()
      if piece == nil, !elements.isAtEnd() {
        let position = elements.position()
        throw .malformed(
          name: name, line: position.line, column: position.column,
          reason: "expected a comma or the end of the array")
      }
      pieces = .elements(elements)
      return piece
    }
  }

  /// Returns the element that was just read, if others start in the same `line`.
  private mutating func element(in line: Int) -> RowLine.Element? {
    guard case .elements(let elements) = pieces else { return nil }
    let isAlone = last.line != line && elements.nextLine() != line
    last = (last.number + 1, line)
    return isAlone ? nil : RowLine.Element(number: last.number, array: array)
  }

  private mutating func fill(_ row: inout RawRow, with object: JSONObject) {
    for (index, member) in object.members.enumerated() {
      let place = met.place(of: member.name, expecting: index)
      if row.kind(at: place) != .missing {
        row.noteLost(
          .disputed(
            field: member.name, text: row.text(at: place),
            reason: "the key is repeated in the object, and its last value counts"))
      }
      row.set(place, member.value)
      if !member.value.isPlain { repeated.search(member.value, of: member.name) }
    }
  }
}

extension RawRow {
  /// Sets the JSON value in `column`.
  mutating func set(_ column: Int, _ value: JSONValue) {
    switch value {
    case .null: set(column, .empty, [])
    case .boolean(let flag): set(column, .boolean, (flag ? "true" : "false").utf8)
    case .number(let number): set(column, .number, number.text.utf8)
    case .string(let text): set(column, .text, text.utf8)
    case .object: set(column, .nested, value.bytes())
    case .array(let elements):
      let kind: Kind =
        elements.isEmpty ? .empty : elements.allSatisfy(\.isPlain) ? .list : .nested
      set(column, kind, value.bytes())
    }
  }
}

extension JSONValue {
  /// Whether the value is a text, a number or a truth value.
  var isPlain: Bool {
    switch self {
    case .string, .number, .boolean: true
    case .null, .array, .object: false
    }
  }
}
