/// Reads what a program sends to a terminal, and knows what the terminal would show.
///
/// It understands what ncurses sends to an `xterm-256color` and what Cairn sends beside it. It
/// takes nothing for granted: whatever it does not know is listed in `unknown`, and a session fails
/// on it, so that no test passes on a screen that was misread.
public struct ScreenReader {
  private enum State {
    case ground
    case escape
    case charset
    case control
    case command
    case commandEscape
  }

  /// The columns that a terminal gives a scalar.
  public typealias Width = @Sendable (Unicode.Scalar) -> Int

  /// What was sent and is not understood.
  public internal(set) var unknown: [String] = []
  /// The private modes that are on, by their numbers: 1000 is the mouse, 2004 pastes in brackets.
  public internal(set) var modes: Set<Int> = [7, 25]
  /// The states of the keys that the program set and has not set back.
  public internal(set) var ownKeys: Set<String> = []
  /// The title of the window, as far as it was set.
  public internal(set) var title = ""
  /// How often the program asked for a color of the terminal.
  public private(set) var colorQuestions = 0
  /// How often the bell rang.
  public private(set) var bells = 0

  var grid: ScreenGrid
  var otherGrid: ScreenGrid
  var pen = ScreenPen()
  var savedPlace = (column: 0, row: 0)
  var lastWritten: (text: String, width: Int)?
  private let width: Width
  private var state = State.ground
  private var pending: [UInt8] = []
  private var sequence: [UInt8] = []

  /// An empty screen.
  ///
  /// - Parameters:
  ///   - columns: its width.
  ///   - rows: its height.
  ///   - width: the table of widths; the project's own is `GlyphWidth.columns(of:)`.
  public init(columns: Int, rows: Int, width: @escaping Width = { _ in 1 }) {
    grid = ScreenGrid(columns: columns, rows: rows)
    otherGrid = grid
    self.width = width
  }

  /// What a person reads: a line for each row, without the blanks at its end.
  public var text: String { (0..<grid.rows).map(row).joined(separator: "\n") }

  /// What a person reads in a row, without the blanks at its end.
  public func row(_ number: Int) -> String {
    let line = grid.cells[number].map(\.text).joined()
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// How the cell at `column` and `row` looks.
  public func pen(column: Int, row: Int) -> ScreenPen { grid.cells[row][column].pen }

  /// Where the cursor is.
  public var cursor: (column: Int, row: Int) { (grid.column, grid.row) }

  /// Whether the cursor shows.
  public var isCursorVisible: Bool { modes.contains(25) }

  /// Whether the screen is the one that vanishes when the program leaves it.
  public var isAlternate: Bool { modes.contains(1049) }

  /// Takes on another size, as the window of a terminal does.
  public mutating func resize(columns: Int, rows: Int) {
    grid.resize(columns: columns, rows: rows)
    otherGrid.resize(columns: columns, rows: rows)
  }

  /// Reads more of what the program sends, in pieces of any size.
  public mutating func read(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { read(byte) }
  }

  private mutating func read(_ byte: UInt8) {
    switch state {
    case .ground: readGround(byte)
    case .escape: readEscape(byte)
    case .charset:
      if byte != UInt8(ascii: "B") { note("character set \(Character(Unicode.Scalar(byte)))") }
      state = .ground
    case .control:
      sequence.append(byte)
      guard 0x40...0x7E ~= byte else { return }
      state = .ground
      followControl(String(decoding: sequence, as: UTF8.self))
    case .command: readCommand(byte)
    case .commandEscape:
      state = .ground
      if byte == UInt8(ascii: "\\") { followCommand() } else { note("command without end") }
    }
  }

  private mutating func readGround(_ byte: UInt8) {
    if byte >= 0x80 || !pending.isEmpty {
      readPart(byte)
      return
    }
    switch byte {
    case 0x1B: state = .escape
    case 0x07: bells += 1
    case 0x08: grid.place(column: grid.column - 1, row: grid.row)
    case 0x09: grid.place(column: (grid.column / 8 + 1) * 8, row: grid.row)
    case 0x0A: grid.lineFeed()
    case 0x0D: grid.place(column: 0, row: grid.row)
    case 0x20...0x7E: write(Unicode.Scalar(byte))
    default: note("control character \(byte)")
    }
  }

  private mutating func readPart(_ byte: UInt8) {
    pending.append(byte)
    let first = pending[0]
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard pending.count == length else { return }
    let scalar = String(validating: pending, as: UTF8.self)?.unicodeScalars.first
    if let scalar { write(scalar) } else { note("bytes \(pending) that are no UTF-8") }
    pending = []
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    let columns = width(scalar)
    if columns == 0 {
      grid.addMark(String(scalar))
    } else {
      lastWritten = (String(scalar), columns)
      grid.write(String(scalar), width: columns, pen: pen)
    }
  }

  private mutating func readEscape(_ byte: UInt8) {
    state = .ground
    switch byte {
    case UInt8(ascii: "["): (state, sequence) = (.control, [])
    case UInt8(ascii: "]"): (state, sequence) = (.command, [])
    case UInt8(ascii: "("): state = .charset
    case UInt8(ascii: "7"): savedPlace = (grid.column, grid.row)
    case UInt8(ascii: "8"): grid.place(column: savedPlace.column, row: savedPlace.row)
    case UInt8(ascii: "M"): grid.reverseLineFeed()
    case UInt8(ascii: "="), UInt8(ascii: ">"): break
    default: note("ESC \(Character(Unicode.Scalar(byte)))")
    }
  }

  private mutating func readCommand(_ byte: UInt8) {
    switch byte {
    case 0x07:
      state = .ground
      followCommand()
    case 0x1B: state = .commandEscape
    default: sequence.append(byte)
    }
  }

  private mutating func followCommand() {
    let command = String(decoding: sequence, as: UTF8.self)
    let parts = command.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, ["0", "2"].contains(parts[0]) {
      title = String(parts[1])
    } else if ["10;?", "11;?"].contains(command) {
      colorQuestions += 1
    } else if parts.first != "52", parts.first != "104" {  // the clipboard, the palette
      note("command \(command)")
    }
  }

  mutating func note(_ what: String) { unknown.append(what) }
}
