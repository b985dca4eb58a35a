internal import CPlatform
public import CairnInterface
internal import Glibc
internal import Synchronization

/// The terminal of this process: its screen, its keys and its signals.
///
/// One thread uses it, to draw canvases and wait for input; the compiler ensures that, as it is not
/// `Sendable`. Rules:
///
/// 1. The terminal's modes, screen, cursor and reports are restored at any end of the process:
///    `close`, `exit`, a signal that can be caught, or a crash.
/// 2. Text that is written to standard error while the screen is shown appears on the terminal
///    afterwards.
/// 3. A wait without a deadline ends only by input, a signal or `WakePipe.wake`.
/// 4. Drawing sends only differences from the shown screen.
/// 5. A process has only one terminal at a time.
///
///     open ──▶ on screen ──suspend, handOver──▶ aside
///                │   ▲                            │
///              close └──────────returns───────────┘
///                ▼
///              closed
public final class Terminal {
  /// The used features of the terminal.
  public struct Options: Sendable {
    /// Whether to use colors if there are any.
    public var usesColors: Bool
    /// Whether clicks and wheel turns are events; if not, the terminal handles them.
    public var usesMouse: Bool
    /// The maximum time between an `ESC` and the rest of a key.
    public var escapeDelay: Duration

    /// Creates options from environment variables.
    ///
    /// `NO_COLOR` turns colors off. `ESCDELAY` is the delay in milliseconds; the default is 25, or
    /// 150 over SSH, whose packets may part a key's bytes.
    public init(environment: [String: String] = [:]) {
      usesColors = (environment["NO_COLOR"] ?? "").isEmpty
      usesMouse = true
      let isRemote = ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].contains { environment[$0] != nil }
      let usual = isRemote ? 150 : 25
      let asked = environment["ESCDELAY"].flatMap(Int.init).map { min(max($0, 1), 5_000) }
      escapeDelay = .milliseconds(asked ?? usual)
    }
  }

  enum Place {
    case onScreen
    case aside
    case closed
  }

  private static let isInUse = Atomic<Bool>(false)

  /// The size of the terminal, at least 1x1.
  public internal(set) var size: Size

  /// The environment's type, if it has no description and another type is used.
  public let replacedType: String?

  /// Whether the terminal uses UTF-8; if not, characters that the locale lacks appear as `?`.
  public let isUTF8: Bool

  /// Ends a wait from any thread.
  public let wakePipe: WakePipe

  let descriptor: Int32
  let screen: CursesScreen
  let signals: SignalPipe
  let start = ContinuousClock.now
  /// Whether clicks and wheel turns are events now.
  private(set) var usesMouse: Bool
  var decoder: InputDecoder
  var place = Place.onScreen
  var shown: Canvas?
  /// The window's title, if it was set.
  var shownTitle: String?
  var waitingSignals: [Int32] = []
  /// The bytes that were typed before the terminal was opened.
  var early: [UInt8] = []
  /// Input that the next wait returns.
  var waitingInputs: [TerminalInput] = []
  /// The time of the question about the terminal's colors, while an answer is expected.
  var askedAt: ContinuousClock.Instant?

  /// Opens the controlling terminal of this process, with any standard streams.
  ///
  /// - Parameters:
  ///   - type: the type of the terminal, from the variable `TERM`.
  ///   - options: the features to use.
  /// - Throws: `TerminalError` without a terminal that can be drawn on.
  public init(type: String?, options: Options = Options()) throws(TerminalError) {
    guard !Self.isInUse.exchange(true, ordering: .relaxed) else { throw .alreadyOpen }
    do throws(TerminalError) {
      let parts = try Self.open(type: type, options: options)
      (descriptor, signals, screen) = (parts.descriptor, parts.signals, parts.screen)
      (isUTF8, wakePipe) = (parts.isUTF8, parts.wakePipe)
    } catch {
      Self.isInUse.store(false, ordering: .relaxed)
      throw error
    }
    replacedType = screen.type == type ? nil : type ?? ""
    usesMouse = options.usesMouse
    decoder = InputDecoder(
      escapeDelay: options.escapeDelay, keys: screen.keys, encoding: isUTF8 ? .utf8 : .locale)
    size = Self.size(of: descriptor)
    enter()
    // In its original modes, the terminal sent a line feed for Enter.
    if hasInput(descriptor), let bytes = readSome(from: descriptor, atMost: Self.maximumRead) {
      early = bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: "\r") : $0 }
    }
  }

  deinit { close() }

  /// The type whose description is used.
  public var type: String { screen.type }

  /// The number of colors; 0 if none are used.
  public var colorCount: Int { screen.colorCount }

  /// Makes clicks and wheel turns events, or leaves the mouse to the terminal, which then selects
  /// text with it.
  public func setMouse(_ isUsed: Bool) {
    guard isUsed != usesMouse else { return }
    usesMouse = isUsed
    if place == .onScreen { send(isUsed ? screen.reports.mouseOn : screen.reports.mouseOff) }
  }

  /// Restores the terminal; a second call does nothing.
  public func close() {
    guard place != .closed else { return }
    leave()
    place = .closed
    signals.stop()
    platform_guard_remove()
    Self.isInUse.store(false, ordering: .relaxed)
  }
}

extension Terminal {
  /// Shows a canvas with its cursor.
  ///
  /// A canvas of another size is cropped. Only differences are sent, so an unchanged canvas costs
  /// nothing. While the screen is left, nothing happens.
  ///
  /// - Parameter canvas: what to show.
  public func draw(_ canvas: Canvas) {
    guard place == .onScreen else { return }
    CharacterWidths.use()
    let isKnown = shown?.size == canvas.size
    if !isKnown { screen.erase() }
    for row in 0..<min(canvas.size.rows, size.rows) {
      let cells = canvas.cells(inRow: row).prefix(size.columns)
      if isKnown, shown?.cells(inRow: row).elementsEqual(canvas.cells(inRow: row)) == true {
        continue
      }
      screen.put(isUTF8 ? Array(cells) : Self.known(cells), row: row)
    }
    screen.refresh(cursor: canvas.cursor)
    shown = canvas
  }

  /// The cells with a `?` in each column of a glyph that the locale's characters lack.
  private static func known(_ cells: some Sequence<Cell>) -> [Cell] {
    var isKnown = true
    return cells.map { cell in
      if !cell.isContinuation {
        isKnown = cell.text.unicodeScalars.allSatisfy {
          $0.isASCII || platform_has_character($0.value) == 1
        }
      }
      return isKnown ? cell : cell.withoutGlyph
    }
  }

  /// Makes the next drawing send the whole screen, after another program wrote to the terminal.
  public func redraw() {
    guard place == .onScreen else { return }
    screen.resize(size)
    shown = nil
  }
}

extension Terminal {
  /// Sets the title of the terminal's window, if it has one.
  ///
  /// Leaving the terminal restores the earlier title.
  ///
  /// An unchanged title sends nothing.
  ///
  /// - Parameter title: the title; control characters in it appear as pictures.
  public func setTitle(_ title: String) {
    guard place == .onScreen, screen.hasTitle, title != shownTitle else { return }
    let keep = shownTitle == nil ? Self.keepTitle : ""
    shownTitle = title
    // A title may be a whole pasted text, of which only the start is needed.
    let start = String(title.unicodeScalars.prefix(Self.maximumTitle))
    let shown = TerminalText.visible(start).unicodeScalars.filter { isUTF8 || $0.isASCII }
    send("\(keep)\u{1B}]2;\(String(String.UnicodeScalarView(shown)))\u{7}")
  }

  /// Restores the window's earlier title.
  func restoreTitle() {
    guard shownTitle != nil else { return }
    shownTitle = nil
    send(ReportModes.restoreTitle)
  }

  private static let keepTitle = "\u{1B}[22;2t"
  /// The maximum length, which is more than windows and tabs show.
  private static let maximumTitle = 200
}
