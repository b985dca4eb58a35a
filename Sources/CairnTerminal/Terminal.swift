internal import CPlatform
public import CairnInterface
internal import Glibc
internal import Synchronization

/// The terminal of this process: its screen, its keys and its signals.
///
/// It is used by one thread, which draws canvases and waits for input; the compiler keeps it there,
/// as it is not `Sendable`. What holds:
///
/// 1. However the process ends, by `close`, by `exit`, by a signal that can be caught or by a
///    crash, the terminal is left as it was found: its modes, its screen, its cursor, its reports.
/// 2. What is written to standard error while the screen is up appears on the terminal afterwards.
/// 3. A wait without a deadline wakes up for nothing but input, a signal or `WakePipe.wake`.
/// 4. Drawing sends only what differs from what the terminal shows.
/// 5. There is one at a time.
///
///     open ──▶ on screen ──suspend, handOver──▶ aside
///                │   ▲                            │
///              close └──────────returns───────────┘
///                ▼
///              closed
public final class Terminal {
  /// What is used of the terminal.
  public struct Options: Sendable {
    /// Whether colors are used if there are any.
    public var usesColors: Bool
    /// Whether clicks and wheel turns are events, rather than the terminal's own.
    public var usesMouse: Bool
    /// How long after an `ESC` byte the rest of a key may come.
    public var escapeDelay: Duration

    /// Options for the given environment variables.
    ///
    /// `NO_COLOR` turns colors off. `ESCDELAY` sets the delay in milliseconds; without it, it is
    /// 25, or 100 over SSH.
    public init(environment: [String: String] = [:]) {
      usesColors = (environment["NO_COLOR"] ?? "").isEmpty
      usesMouse = true
      let usual = environment["SSH_CONNECTION"] == nil ? 25 : 100
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

  /// The terminal's size, at least 1x1.
  public internal(set) var size: Size

  /// The type in the environment, if it has no description and a common one is used instead.
  public let replacedType: String?

  /// Whether the terminal's characters are UTF-8; if not, what is not ASCII is drawn as `?`.
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
  /// The title that the window was given, if it was.
  var shownTitle: String?
  var waitingSignals: [Int32] = []
  /// What was typed before the terminal was taken over.
  var early: [UInt8] = []

  /// Takes over the terminal that controls this process, whatever its standard streams are.
  ///
  /// - Parameters:
  ///   - type: the kind of terminal, as the variable `TERM` has it.
  ///   - options: what is used of it.
  /// - Throws: `TerminalError` if there is no terminal, or none that can be drawn on.
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
    decoder = InputDecoder(escapeDelay: options.escapeDelay, keys: screen.keys)
    size = Self.size(of: descriptor)
    enter()
    // The terminal made a line's end of Enter as long as it had its usual modes.
    if hasMore(), let bytes = readSome(from: descriptor, atMost: Self.maximumRead) {
      early = bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: "\r") : $0 }
    }
  }

  deinit { close() }

  /// How many colors the terminal has; 0 if none are used.
  public var colorCount: Int { screen.colorCount }

  /// Lets clicks and wheel turns be events, or leaves the mouse to the terminal, which selects text
  /// with it.
  public func setMouse(_ isUsed: Bool) {
    guard isUsed != usesMouse else { return }
    usesMouse = isUsed
    if place == .onScreen { send(isUsed ? screen.reports.mouseOn : screen.reports.mouseOff) }
  }

  /// Leaves the terminal as it was found; does nothing the second time.
  public func close() {
    guard place != .closed else { return }
    leave()
    place = .closed
    signals.stop()
    platform_guard_remove()
    Self.isInUse.store(false, ordering: .relaxed)
  }
}

/// What the terminal shows.
extension Terminal {
  /// Shows a canvas and places the cursor where the canvas has it.
  ///
  /// A canvas of another size shows as far as it fits. Sends only what differs from what is shown;
  /// costs nothing to the terminal if nothing does. Does nothing while the terminal is left.
  ///
  /// - Parameter canvas: what to show.
  public func draw(_ canvas: Canvas) {
    guard place == .onScreen else { return }
    let isKnown = shown?.size == canvas.size
    if !isKnown { screen.erase() }
    for row in 0..<min(canvas.size.rows, size.rows) {
      let cells = canvas.cells(inRow: row).prefix(size.columns)
      if isKnown, shown?.cells(inRow: row).elementsEqual(canvas.cells(inRow: row)) == true {
        continue
      }
      screen.put(isUTF8 ? Array(cells) : cells.map(\.inASCII), row: row)
    }
    screen.refresh(cursor: canvas.cursor)
    shown = canvas
  }

  /// Sends the whole screen again with the next drawing, for a terminal that something else wrote
  /// to.
  public func redraw() {
    guard place == .onScreen else { return }
    screen.resize(size)
    shown = nil
  }
}

extension Terminal {
  /// Gives the terminal's window a title, where it has one; the one before is back once the
  /// terminal is left.
  ///
  /// Sends nothing while the title stays the same.
  ///
  /// - Parameter title: the title; control characters in it show as pictures.
  public func setTitle(_ title: String) {
    guard place == .onScreen, screen.hasTitle, title != shownTitle else { return }
    let keep = shownTitle == nil ? Self.keepTitle : ""
    shownTitle = title
    // A title may hold a whole pasted text, of which no more is read than is shown.
    let start = String(title.unicodeScalars.prefix(Self.maximumTitle))
    let shown = TerminalText.visible(start).unicodeScalars.filter { isUTF8 || $0.isASCII }
    send("\(keep)\u{1B}]2;\(String(String.UnicodeScalarView(shown)))\u{7}")
  }

  /// Brings back the title that the window had.
  func restoreTitle() {
    guard shownTitle != nil else { return }
    shownTitle = nil
    send(ReportModes.restoreTitle)
  }

  private static let keepTitle = "\u{1B}[22;2t"
  /// More than windows and tabs show.
  private static let maximumTitle = 200
}
