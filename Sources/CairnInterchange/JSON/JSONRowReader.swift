internal import CairnJSON

/// Reads objects of JSON as rows, each member a cell.
///
/// Columns are the members' names in the order in which they are met. Arrays of plain values become
/// lists; objects, and arrays that hold one, stay JSON text.
struct JSONRowReader: RowReader {
  private enum Pieces {
    case lines(JSONLines)
    case elements(JSONElements)
  }

  /// The members that came more than once in an object.
  private(set) var repeated = RepeatedMembers()
  private var met = MetColumns()
  private let name: String
  private let array: String?
  private var pieces: Pieces
  /// How many elements came, and the line of the last one.
  private var last = (number: 0, line: 0)

  /// Reads an object on each line.
  init(lines: JSONLines, name: String) {
    pieces = .lines(lines)
    self.name = name
    array = nil
  }

  /// Reads the elements of an array, or values one after another.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - name: The input's name.
  ///   - array: What the array is called, where it has a name.
  init(elements: JSONElements, name: String, array: String? = nil) {
    pieces = .elements(elements)
    self.name = name
    self.array = array
  }

  var columns: [String] { met.names }

  mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool {
    guard let piece = try nextPiece() else { return false }
    row.begin(line: piece.start.line, element: element(in: piece.start.line))
    do throws(JSONError) {
      var reader = JSONReader(piece.bytes, from: piece.start)
      guard case .object(let object) = try reader.only() else {
        row.note(.notAnObject)
        return true
      }
      fill(&row, with: object)
    } catch {
      let position = error.position
      row.note(.notJSON(line: position.line, column: position.column, reason: error.reason))
    }
    return true
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

  /// Which element the one is that just came, in a `line` where others start as well.
  private mutating func element(in line: Int) -> RowLine.Element? {
    guard case .elements(let elements) = pieces else { return nil }
    let isAlone = last.line != line && elements.nextLine() != line
    last = (last.number + 1, line)
    return isAlone ? nil : RowLine.Element(number: last.number, array: array)
  }

  private mutating func fill(_ row: inout RawRow, with object: JSONObject) {
    for (index, member) in object.members.enumerated() {
      let place = met.place(of: member.name, expecting: index)
      if row.kind(at: place) != .missing { repeated.add(member.name) }
      row.set(place, member.value)
      if !member.value.isPlain { repeated.search(member.value, of: member.name) }
    }
  }
}

extension RawRow {
  /// Puts a JSON value in `column`.
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
