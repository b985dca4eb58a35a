internal import CNcurses
internal import CPlatform
internal import CairnInterface
internal import Glibc

/// The screen of ncurses, which sends a terminal only what differs from what it shows.
///
/// All calls of ncurses are here and in `CursesHandle`. It keeps its state in globals of C, so
/// there is one at a time and it stays on one thread.
final class CursesScreen {
  private let handle: CursesHandle
  private let colors: ColorMap
  /// Whether the terminal's window takes a title.
  let hasTitle: Bool
  /// The keys that the terminal's description has.
  let keys: KeyTable
  /// What the terminal can be asked to report.
  let reports: ReportModes
  private let needsKeypadMode: Bool
  private var pairs: [Pair: Int32] = [:]

  private struct Pair: Hashable {
    let foreground: Int32
    let background: Int32
  }

  // The least number of pairs that a terminal with colors has is 64, of which 0 is the usual one.
  private static let maximumPairs = 63

  /// Takes the terminal over.
  ///
  /// - Parameters:
  ///   - descriptor: the terminal; closed with the screen, or if it cannot be taken over.
  ///   - types: kinds of terminals, of which the first that is described is taken.
  ///   - wantsColors: whether colors are used if there are any.
  /// - Throws: `TerminalError` if there is no way to draw on it.
  init(descriptor: Int32, types: [String], wantsColors: Bool) throws(TerminalError) {
    use_tioctl(true)
    handle = try CursesHandle(descriptor: descriptor, types: types)
    hasTitle = CursesHandle.hasTitle
    keys = KeyCapabilities.table(CursesHandle.bytes(of:))
    reports = ReportModes(
      drawing: ["cup", "clear"].map { CursesHandle.bytes(of: $0) ?? [] }, keys: keys,
      restoring: ["sgr0", "cnorm", "rmcup"].map(CursesHandle.text(of:)).joined())
    needsKeypadMode = Self.needsKeypadMode(reports)
    cn_take_over()
    colors = ColorMap(count: wantsColors ? Self.startColors() : 0)
  }

  /// The type that the terminal is treated as.
  var type: String { handle.type }

  /// What brings the terminal back after a crash, where ncurses cannot be asked any more.
  var reset: String { (needsKeypadMode ? CursesHandle.text(of: "rmkx") : "") + reports.reset }

  /// How many colors the terminal has; 0 if none are used.
  var colorCount: Int { colors.count }

  /// Shows the screen again after it was left, or for the first time.
  func enter() {
    // At once, not with the first refresh: what is typed until then would be shown, and keys for
    // ending programs would end this one.
    reset_prog_mode()
    if needsKeypadMode { cn_use_keypad() }
    cn_erase()
    cn_forget()
  }

  /// Gives the terminal its own screen and modes back.
  func leave() {
    if !CursesHandle.hasScreenAside { cn_clear_last_row() }
    endwin()
  }

  /// Takes on another size and forgets what is shown.
  func resize(_ size: Size) {
    resize_term(Int32(size.rows), Int32(size.columns))
    cn_erase()
    // Without this, a terminal that was made smaller keeps what it moved about by itself.
    cn_forget()
  }

  /// Puts a row of cells on the screen, to be sent with the next refresh.
  func put(_ cells: some Sequence<Cell>, row: Int) {
    for (column, cell) in cells.enumerated() where !cell.isContinuation {
      put(cell, row: row, column: column)
    }
  }

  /// Blanks the screen, to be sent with the next refresh.
  func erase() { cn_erase() }

  /// Sends what changed, and places or hides the cursor.
  func refresh(cursor: Position?) {
    curs_set(cursor == nil ? 0 : 1)
    cn_refresh(Int32(cursor?.row ?? 0), Int32(cursor?.column ?? 0))
  }

  private func put(_ cell: Cell, row: Int, column: Int) {
    let scalars = cell.text.unicodeScalars.prefix(Int(CN_CELL_SCALARS)).map(\.value)
    if Self.isKnown(scalars, columns: cell.columns) {
      put(scalars, style: cell.style, row: row, column: column)
    } else {
      put([0xFFFD], style: cell.style, row: row, column: column)
      if cell.columns == 2 { put([0x20], style: cell.style, row: row, column: column + 1) }
    }
  }

  /// Whether ncurses will move as far as the cell is wide.
  ///
  /// It asks the C library, which is some versions of Unicode behind, and draws nothing for a
  /// character that is not known there.
  private static func isKnown(_ scalars: [UInt32], columns: Int) -> Bool {
    guard let base = scalars.first, base >= 0x7F else { return true }
    return platform_width(base) == columns
  }

  private func put(_ scalars: [UInt32], style: Style, row: Int, column: Int) {
    unsafe cn_put(
      Int32(row), Int32(column), scalars, Int32(scalars.count), Self.attributes(of: style),
      pair(for: style))
  }

  private static func attributes(of style: Style) -> attr_t {
    let table: [(Style.Attributes, attr_t)] = [
      (.bold, CN_BOLD), (.dim, CN_DIM), (.italic, CN_ITALIC), (.underline, CN_UNDERLINE),
      (.reverse, CN_REVERSE),
    ]
    guard !style.attributes.isEmpty else { return 0 }
    return table.reduce(0) { style.attributes.contains($1.0) ? $0 | $1.1 : $0 }
  }

  /// The number of the pair of a style's colors.
  ///
  /// Without colors there are no pairs: `alloc_pair` would crash.
  private func pair(for style: Style) -> Int32 {
    let pair = Pair(
      foreground: colors.number(of: style.foreground),
      background: colors.number(of: style.background))
    guard pair.foreground >= 0 || pair.background >= 0 else { return 0 }
    if let known = pairs[pair] { return known }
    guard pairs.count < Self.maximumPairs else { return 0 }
    let number = max(0, alloc_pair(pair.foreground, pair.background))
    pairs[pair] = number
    return number
  }

  /// Whether the terminal has to be told to send what its description has for its keys.
  ///
  /// Those with control sequences are left alone if that would only change what is sent for arrows
  /// and the keypad: both ways are known for arrows, and digits of the keypad stay digits.
  private static func needsKeypadMode(_ reports: ReportModes) -> Bool {
    var text = CursesHandle.text(of: "smkx")
    guard reports.areUnderstood else { return !text.isEmpty }
    for known in ["\u{1B}[?1h", "\u{1B}[?1l", "\u{1B}="] { text.replace(known, with: "") }
    return !text.isEmpty
  }

  private static func startColors() -> Int {
    guard has_colors(), start_color() == OK else { return 0 }
    // The usual colors stay the user's, be they light or dark or transparent.
    use_default_colors()
    return Int(cn_color_count())
  }
}

/// What ncurses needs to know of a terminal, given back with its owner.
///
/// It is safe to use, as the addresses in it are never given away.
@safe struct CursesHandle: ~Copyable {
  /// The type that the terminal is treated as.
  let type: String
  private let screen: OpaquePointer
  private let file: UnsafeMutablePointer<FILE>

  /// Lets ncurses treat the terminal as the first of the types that is described.
  init(descriptor: Int32, types: [String]) throws(TerminalError) {
    guard let file = unsafe fdopen(descriptor, "r+") else {
      throw .system(action: "open the terminal", code: errno)
    }
    for type in types {
      guard let screen = unsafe newterm(type, file, file) else {
        if Self.isHardcopy(type, descriptor) {
          unsafe fclose(file)
          throw .tooSimple(type: type)
        }
        continue
      }
      guard Self.hasCapability("cup") else {
        // The terminal's modes were changed when it was opened.
        reset_shell_mode()
        unsafe delscreen(screen)
        unsafe fclose(file)
        throw .tooSimple(type: type)
      }
      unsafe self.screen = screen
      unsafe self.file = file
      self.type = type
      return
    }
    unsafe fclose(file)
    throw .undescribed(type: types.first ?? "")
  }

  deinit {
    unsafe delscreen(screen)
    unsafe fclose(file)
  }

  /// Whether the terminal's window takes a title as xterm's does; a console would draw it.
  static var hasTitle: Bool {
    if unsafe tigetflag("XT") == 1 { return true }
    guard hasCapability("tsl"), let start = unsafe tigetstr("tsl") else { return false }
    return unsafe String(cString: start).hasPrefix("\u{1B}]")
  }

  /// Whether the terminal has a screen for programs aside from the shell's.
  static var hasScreenAside: Bool { hasCapability("rmcup") }

  /// The bytes that the terminal's description has for a capability; `nil` if it has none.
  static func bytes(of name: String) -> [UInt8]? {
    // A capability that is no text is the address -1.
    guard let text = unsafe tigetstr(name), Int(bitPattern: text) != -1 else { return nil }
    let characters = unsafe UnsafeBufferPointer(start: text, count: strlen(text))
    return unsafe characters.map(UInt8.init(bitPattern:))
  }

  /// The same as text without the pauses that it asks for, which only terminals of old need.
  static func text(of name: String) -> String {
    let parts = String(decoding: bytes(of: name) ?? [], as: UTF8.self)
      .split(separator: "$<", omittingEmptySubsequences: false)
    let kept = parts.dropFirst().map { $0.drop { $0 != ">" }.dropFirst() }
    return (parts.prefix(1) + kept).joined()
  }

  /// Whether the terminal can do something that its description has a text for.
  ///
  /// Asked after opening, as ncurses accepts terminals that cannot even place their cursor.
  private static func hasCapability(_ name: String) -> Bool { bytes(of: name) != nil }

  /// Whether a type that ncurses refuses is described, as one that prints on paper.
  private static func isHardcopy(_ type: String, _ descriptor: Int32) -> Bool {
    var reason: Int32 = 0
    return unsafe setupterm(type, descriptor, &reason) != OK && reason == 1
  }
}
