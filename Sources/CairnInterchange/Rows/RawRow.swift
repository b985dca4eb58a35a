/// One row of a table, or one JSON object, before its values have types.
///
/// All cells share one buffer, and a reader fills the same row repeatedly. So rows need no
/// allocations of their own, even if there are a million.
public struct RawRow: Sendable {
  /// The kind of a cell in an input.
  public enum Kind: UInt8, Sendable {
    /// No value: an empty cell of CSV, or a missing key in JSON.
    case missing
    /// An explicit absence of a value: `null` or an empty array in JSON.
    case empty
    /// A cell of CSV, which may spell any type.
    case plain
    /// A JSON string, which is text even if it looks like a number.
    case text
    /// A JSON number, as its digits.
    case number
    /// `true` or `false` in JSON.
    case boolean
    /// A JSON array without nested objects and arrays, as JSON text.
    case list
    /// Several cells that may each spell any type, as a JSON array of strings.
    case plainList
    /// A JSON object, or an array that contains one, as JSON text.
    case nested

    var hasValue: Bool { self != .missing && self != .empty }
  }

  struct Cell: Sendable {
    var kind: Kind
    var start: Int
    var end: Int
  }

  /// The line at which the row starts.
  public internal(set) var line = RowLine(number: 0)
  /// The file of the row, if the table consists of several files.
  public internal(set) var file: String?
  /// The reason why the row cannot be used, as far as the reader can tell.
  public internal(set) var problem: RowProblem?

  /// The parts of the row that could not be read, while the rest is usable.
  private(set) var losses: [RowProblem] = []

  /// Whether some cell of a table has no value.
  private(set) var hasGap = false

  private(set) var storage: [UInt8] = []
  private(set) var cells: [Cell] = []
  private var cellStart = 0

  /// Creates a row without cells.
  public init() {}

  /// The number of cells.
  public var count: Int { cells.count }

  /// Returns the kind of the cell in `column`; a column past the row's end has no value.
  public func kind(at column: Int) -> Kind {
    column < cells.count ? cells[column].kind : .missing
  }

  /// Returns the text of the cell in `column`; empty without a value.
  public func text(at column: Int) -> String {
    String(decoding: bytes(at: column), as: UTF8.self)
  }

  /// Returns the bytes of the cell in `column`, without a copy.
  func bytes(at column: Int) -> ArraySlice<UInt8> {
    guard column < cells.count else { return [] }
    return storage[cells[column].start..<cells[column].end]
  }
}

// MARK: - Filling

extension RawRow {
  /// Clears the row for a new one that starts at `line`.
  ///
  /// The `file` is given if there are several. In a line with several rows, the row is the given
  /// `element`.
  mutating func begin(line: Int, of file: String? = nil, element: RowLine.Element? = nil) {
    self.line = RowLine(number: line, element: element)
    self.file = file
    problem = nil
    hasGap = false
    losses.removeAll(keepingCapacity: true)
    storage.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    cellStart = 0
  }

  /// Ends a cell at positions in a line whose bytes are added later.
  ///
  /// An empty cell has no value, unless it is text.
  mutating func endCell(from start: Int, to end: Int, isText: Bool = false) {
    let empty = isText ? Kind.text : .missing
    if end == start { hasGap = true }
    cells.append(Cell(kind: end == start ? empty : .plain, start: start, end: end))
  }

  /// Adds the bytes of a line whose cells were ended by their positions.
  mutating func take(_ line: ArraySlice<UInt8>) {
    storage.append(contentsOf: line)
    cellStart = storage.count
  }

  /// Adds bytes to the current cell.
  mutating func append(_ bytes: ArraySlice<UInt8>) {
    storage.append(contentsOf: bytes)
  }

  /// Adds one byte to the current cell.
  mutating func append(_ byte: UInt8) {
    storage.append(byte)
  }

  /// Removes the carriage returns before line feeds from the current cell.
  mutating func endLinesWithLineFeeds() {
    guard storage[cellStart...].contains(Byte.carriageReturn) else { return }
    var end = cellStart
    for place in cellStart..<storage.count {
      let next = place + 1 < storage.count ? storage[place + 1] : 0
      if storage[place] == Byte.carriageReturn, next == Byte.lineFeed { continue }
      storage[end] = storage[place]
      end += 1
    }
    storage.removeSubrange(end...)
  }

  /// Ends the current cell.
  ///
  /// - Parameters:
  ///   - mayBeEmpty: Whether an empty cell is an empty text; otherwise it has no value.
  ///   - isTrimmed: Whether blanks at the edges are no part of the cell.
  mutating func endPlainCell(mayBeEmpty: Bool = false, isTrimmed: Bool = false) {
    let (start, end) = edges(isTrimmed: isTrimmed)
    let empty = mayBeEmpty ? Kind.text : .missing
    if end == start { hasGap = true }
    cells.append(Cell(kind: end == start ? empty : .plain, start: start, end: end))
    cellStart = storage.count
  }

  /// Drops the current cell.
  ///
  /// - Returns: Whether it had a value.
  mutating func dropCell(isTrimmed: Bool) -> Bool {
    let (start, end) = edges(isTrimmed: isTrimmed)
    storage.removeLast(storage.count - cellStart)
    return start < end
  }

  private func edges(isTrimmed: Bool) -> (start: Int, end: Int) {
    guard isTrimmed else { return (cellStart, storage.count) }
    let range = CellEdges.trimmed(cellStart..<storage.count, of: storage.span)
    return (range.lowerBound, range.upperBound)
  }

  /// Makes the cells with one of these texts cells without a value.
  mutating func removeValues(_ texts: [[UInt8]]) {
    for column in cells.indices where cells[column].kind == .plain {
      let bytes = storage[cells[column].start..<cells[column].end]
      guard texts.contains(where: bytes.elementsEqual) else { continue }
      cells[column].kind = .missing
      hasGap = true
    }
  }

  /// Sets the value in `column`, and adds cells without values before it if necessary.
  mutating func set(_ column: Int, _ kind: Kind, _ bytes: some Collection<UInt8>) {
    let nothing = Cell(kind: .missing, start: storage.count, end: storage.count)
    while cells.count <= column { cells.append(nothing) }
    let start = storage.count
    storage.append(contentsOf: bytes)
    cells[column] = Cell(kind: kind, start: start, end: storage.count)
  }

  /// Records that a part of the row cannot be read.
  mutating func noteLost(_ problem: RowProblem) { losses.append(problem) }

  /// Records why the row is bad; the first reason stays.
  mutating func note(_ problem: @autoclosure () -> RowProblem) {
    if self.problem == nil { self.problem = problem() }
  }
}

/// The start of a row: its line, and its position in an array if several rows start there.
public struct RowLine: Hashable, Sendable, CustomStringConvertible {
  /// An element of a JSON array.
  public struct Element: Hashable, Sendable {
    /// The position in the array, from 1.
    public var number: Int
    /// The name of the array, if it has one.
    public var array: String?
  }

  /// The line, from 1.
  public var number: Int
  /// The element, if several rows start in the line.
  public var element: Element?

  /// The place in words after "line": "3", "1, element 4", "1, element 4 of albums".
  public var description: String {
    guard let element else { return "\(number)" }
    let array = element.array.map { " of \($0)" } ?? ""
    return "\(number), element \(element.number)\(array)"
  }
}
