/// One row of a table, or one JSON object, before its values have types.
///
/// All cells share one buffer, and a reader fills the same row again and again: a million rows cost
/// no allocation each.
public struct RawRow: Sendable {
  /// What an input says of a cell.
  public enum Kind: UInt8, Sendable {
    /// No value: an empty cell of CSV, no such key in JSON.
    case missing
    /// That there is no value: `null` or an array without elements in JSON.
    case empty
    /// A cell of CSV, which may spell anything.
    case plain
    /// A JSON string, which is text even where it looks like a number.
    case text
    /// A JSON number, as its digits.
    case number
    /// `true` or `false` of JSON.
    case boolean
    /// A JSON array without objects and arrays in it, as JSON text.
    case list
    /// Several cells that may each spell anything, as a JSON array of strings.
    case plainList
    /// A JSON object, or an array that holds one, as JSON text.
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
  /// The file that the row is in, where a table is made of several.
  public internal(set) var file: String?
  /// Why the row cannot be used, as far as reading it could tell.
  public internal(set) var problem: RowProblem?

  /// What of the row could not be read, though the rest of it can be used.
  private(set) var losses: [RowProblem] = []

  private(set) var storage: [UInt8] = []
  private(set) var cells: [Cell] = []
  private var cellStart = 0

  /// Creates a row without cells.
  public init() {}

  /// How many cells the row has.
  public var count: Int { cells.count }

  /// The kind of the cell in `column`; a column past the row's end has no value.
  public func kind(at column: Int) -> Kind {
    column < cells.count ? cells[column].kind : .missing
  }

  /// The text of the cell in `column`, empty where there is no value.
  public func text(at column: Int) -> String {
    String(decoding: bytes(at: column), as: UTF8.self)
  }

  /// The bytes of the cell in `column`, without a copy.
  func bytes(at column: Int) -> ArraySlice<UInt8> {
    guard column < cells.count else { return [] }
    return storage[cells[column].start..<cells[column].end]
  }
}

// MARK: - Filling

extension RawRow {
  /// Forgets everything, for a row that starts at `line`, of `file` if there are several; in a line
  /// of several rows it is `element`.
  mutating func begin(line: Int, of file: String? = nil, element: RowLine.Element? = nil) {
    self.line = RowLine(number: line, element: element)
    self.file = file
    problem = nil
    losses.removeAll(keepingCapacity: true)
    storage.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    cellStart = 0
  }

  /// Ends a cell, without its bytes, at places in a line of which all bytes follow; without bytes
  /// it has no value, unless it is text.
  mutating func endCell(from start: Int, to end: Int, isText: Bool = false) {
    let empty = isText ? Kind.text : .missing
    cells.append(Cell(kind: end == start ? empty : .plain, start: start, end: end))
  }

  /// Takes the bytes of the line in which all cells were ended by their places.
  mutating func take(_ line: ArraySlice<UInt8>) {
    storage.append(contentsOf: line)
    cellStart = storage.count
  }

  /// Adds bytes to the cell that is being read.
  mutating func append(_ bytes: ArraySlice<UInt8>) {
    storage.append(contentsOf: bytes)
  }

  /// Adds one byte to the cell that is being read.
  mutating func append(_ byte: UInt8) {
    storage.append(byte)
  }

  /// Takes the carriage returns before line feeds out of the cell that is being read.
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

  /// Ends the cell that is being read.
  ///
  /// - Parameter mayBeEmpty: whether it is an empty text without bytes; else it has no value then.
  mutating func endPlainCell(mayBeEmpty: Bool = false) {
    let end = storage.count
    let empty = mayBeEmpty ? Kind.text : .missing
    cells.append(Cell(kind: end == cellStart ? empty : .plain, start: cellStart, end: end))
    cellStart = end
  }

  /// Forgets the cell that is being read.
  mutating func dropCell() {
    storage.removeLast(storage.count - cellStart)
  }

  /// Puts a value in `column`, with cells of no value before it where there are none yet.
  mutating func set(_ column: Int, _ kind: Kind, _ bytes: some Collection<UInt8>) {
    let nothing = Cell(kind: .missing, start: storage.count, end: storage.count)
    while cells.count <= column { cells.append(nothing) }
    let start = storage.count
    storage.append(contentsOf: bytes)
    cells[column] = Cell(kind: kind, start: start, end: storage.count)
  }

  /// Notes that a part of the row cannot be read.
  mutating func noteLost(_ problem: RowProblem) { losses.append(problem) }

  /// Notes why the row is bad; what was found first stands.
  mutating func note(_ problem: @autoclosure () -> RowProblem) {
    if self.problem == nil { self.problem = problem() }
  }
}

/// Where a row starts: its line, and among several that start there its place in their array.
public struct RowLine: Hashable, Sendable, CustomStringConvertible {
  /// An element of an array of JSON.
  public struct Element: Hashable, Sendable {
    /// Its place in the array, from 1.
    public var number: Int
    /// What the array is called, where it has a name.
    public var array: String?
  }

  /// The line, from 1.
  public var number: Int
  /// Which element it is, in a line where others start as well.
  public var element: Element?

  /// The place as it follows "line": "3", "1, element 4", "1, element 4 of albums".
  public var description: String {
    guard let element else { return "\(number)" }
    let array = element.array.map { " of \($0)" } ?? ""
    return "\(number), element \(element.number)\(array)"
  }
}
