internal import CNcurses
internal import CPlatform
internal import CairnInterface
internal import Glibc

/// The screen of ncurses, which sends only differences to the terminal.
///
/// All calls of ncurses are in this file. It has global state in C, so there is only one screen, on
/// one thread.
final class CursesScreen {
  private let handle: CursesHandle
  private let colors: ColorMap
  /// Whether the terminal's window accepts a title.
  let hasTitle: Bool
  /// The keys that the terminal's description has.
  let keys: KeyTable
  /// The modes for reports of the terminal.
  let reports: ReportModes
  private let needsKeypadMode: Bool
  private var pairs: [Pair: Int32] = [:]

  private struct Pair: Hashable {
    let foreground: Int32
    let background: Int32
  }

  // Terminals with colors have at least 64 pairs, of which 0 is the default one.
  private static let maximumPairs = 63

  /// Takes control of the terminal.
  ///
  /// - Parameters:
  ///   - descriptor: the terminal; closed with the screen, or if it cannot be taken over.
  ///   - types: types of terminals; the first that has a description is used.
  ///   - wantsColors: whether to use colors if there are any.
  /// - Throws: `TerminalError` if the terminal can't be drawn on.
  init(descriptor: Int32, types: [String], wantsColors: Bool) throws(TerminalError) {
    use_tioctl(true)
    handle = try CursesHandle(descriptor: descriptor, types: types)
    hasTitle = CursesHandle.hasTitle
    keys = KeyCapabilities.table(CursesHandle.bytes(of:))
    reports = ReportModes(
      drawing: ["cup", "clear"].map { CursesHandle.bytes(of: $0) ?? [] }, keys: keys,
      hasWindow: Self.hasWindow,
      restoring: ["sgr0", "cnorm", "rmcup"].map(CursesHandle.text(of:)).joined())
    needsKeypadMode = Self.needsKeypadMode(reports)
    cn_take_over()
    colors = ColorMap(count: wantsColors ? Self.startColors() : 0)
  }

  /// Whether the entry has a title, a mouse or bracketed paste.
  ///
  /// A console that changes its palette with `ESC ]` gives the sequences of windows another meaning.
  private static var hasWindow: Bool {
    guard CursesHandle.bytes(of: "oc")?.starts(with: "\u{1B}]R".utf8) != true else { return false }
    return CursesHandle.hasTitle
      || ["kmous", "BE"].contains { CursesHandle.bytes(of: $0) != nil }
  }

  /// The terminal type in use.
  var type: String { handle.type }

  /// The bytes that restore the terminal after a crash, when ncurses can't be called.
  var reset: String { (needsKeypadMode ? CursesHandle.text(of: "rmkx") : "") + reports.reset }

  /// The number of colors; 0 if none are used.
  var colorCount: Int { colors.count }

  /// Shows the screen, for the first time or after it was left.
  func enter() {
    // This runs before the first refresh: until then, typed keys would be echoed, and keys such as
    // Ctrl-C would end this program.
    reset_prog_mode()
    if needsKeypadMode { cn_use_keypad() }
    cn_erase()
    cn_forget()
  }

  /// Restores the terminal's own screen and modes.
  func leave() {
    if !CursesHandle.hasScreenAside { cn_clear_last_row() }
    endwin()
  }

  /// Changes the size and redraws everything.
  func resize(_ size: Size) {
    resize_term(Int32(size.rows), Int32(size.columns))
    cn_erase()
    // Without this, a terminal that became smaller would keep the text that it moved.
    cn_forget()
  }

  /// Puts a row of cells on the screen; the next refresh sends it.
  func put(_ cells: some Sequence<Cell>, row: Int) {
    for (column, cell) in cells.enumerated() where !cell.isContinuation {
      put(cell, row: row, column: column)
    }
  }

  /// Clears the screen; the next refresh sends it.
  func erase() { cn_erase() }

  /// Sends the changes, and places or hides the cursor.
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

  /// Whether ncurses uses the same width for the cell.
  ///
  /// It asks the C library, whose version of Unicode is older, and draws nothing for an unknown
  /// character.
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

  /// The number of a style's pair of colors.
  ///
  /// Without colors there are no pairs, and `alloc_pair` would crash.
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

  /// Whether the terminal must be switched to the keys of its description.
  ///
  /// A terminal with control sequences is not switched if that changes only arrows and the keypad:
  /// both forms of arrows are known, and digits of the keypad stay digits.
  private static func needsKeypadMode(_ reports: ReportModes) -> Bool {
    var text = CursesHandle.text(of: "smkx")
    guard reports.areUnderstood else { return !text.isEmpty }
    for known in ["\u{1B}[?1h", "\u{1B}[?1l", "\u{1B}="] { text.replace(known, with: "") }
    return !text.isEmpty
  }

  private static func startColors() -> Int {
    guard has_colors(), start_color() == OK else { return 0 }
    // The user's default colors stay, even if they are light, dark or transparent.
    use_default_colors()
    return Int(cn_color_count())
  }
}

/// The handle of a terminal in ncurses, which is freed with its owner.
///
/// It is safe to use, since its pointers never leave it.
@safe struct CursesHandle: ~Copyable {
  /// The terminal type in use.
  let type: String
  private let screen: OpaquePointer
  private let file: UnsafeMutablePointer<FILE>

  /// Opens the terminal with the first type that has a description.
  init(descriptor: Int32, types: [String]) throws(TerminalError) {
    guard let file = unsafe fdopen(descriptor, "r+") else {
      throw .system(action: "open the terminal", code: errno)
    }
    for type in types {
      let short = unsafe ShortEntry.use(type) { unsafe newterm(type, file, file) }
      guard let screen = unsafe short ?? newterm(type, file, file) else {
        if Self.isHardcopy(type, descriptor) {
          unsafe fclose(file)
          throw .tooSimple(type: type)
        }
        continue
      }
      guard Self.hasCapability("cup") else {
        // Opening the terminal changed its modes.
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

  /// Whether the terminal's window accepts a title as in xterm; a console would print it.
  static var hasTitle: Bool {
    if unsafe tigetflag("XT") == 1 { return true }
    guard hasCapability("tsl"), let start = unsafe tigetstr("tsl") else { return false }
    return unsafe String(cString: start).hasPrefix("\u{1B}]")
  }

  /// Whether the terminal has a second screen for programs.
  static var hasScreenAside: Bool { hasCapability("rmcup") }

  /// Returns the bytes of a capability; `nil` if the description lacks it.
  static func bytes(of name: String) -> [UInt8]? {
    // For a capability that is no text, the address is -1.
    guard let text = unsafe tigetstr(name), Int(bitPattern: text) != -1 else { return nil }
    let characters = unsafe UnsafeBufferPointer(start: text, count: strlen(text))
    return unsafe characters.map(UInt8.init(bitPattern:))
  }

  /// Returns a capability as text without its pauses, which only old terminals need.
  static func text(of name: String) -> String {
    let parts = String(decoding: bytes(of: name) ?? [], as: UTF8.self)
      .split(separator: "$<", omittingEmptySubsequences: false)
    let kept = parts.dropFirst().map { $0.drop { $0 != ">" }.dropFirst() }
    return (parts.prefix(1) + kept).joined()
  }

  /// Whether the description has a text for a capability.
  ///
  /// Called after opening, since ncurses accepts even terminals that can't move their cursor.
  private static func hasCapability(_ name: String) -> Bool { bytes(of: name) != nil }

  /// Whether a type that ncurses refuses is described as a printing terminal.
  private static func isHardcopy(_ type: String, _ descriptor: Int32) -> Bool {
    var reason: Int32 = 0
    return unsafe setupterm(type, descriptor, &reason) != OK && reason == 1
  }
}
