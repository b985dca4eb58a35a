internal import CairnInterface
internal import CairnNavigation
internal import CairnScreens

/// An application at work, without a terminal: events in, canvases out.
///
/// The driver of a session passes events to it, tells it about time and other threads, draws it,
/// and performs its requests. `run` does that with a terminal and `render` without one; the session
/// can't tell them apart. Rules:
///
/// 1. Drawing changes nothing: the canvas is a function of the state and the size.
/// 2. Keys act in the order typed, each on the screen that the one before led to. While a job runs
///    whose result the next key needs, keys and refreshes wait; none is lost. Keys after the one
///    that quits do nothing.
/// 3. No function waits for a disk or for long work.
/// 4. Changes go to the keeper 100 ms later, or when it is done with the last state, and at once at
///    the end. So they are on disk within 250 ms, unless the disk is slow.
/// 5. Only the top overlay gets keys, and one Escape closes one layer.
///
///     event ─▶ typed text? ─▶ screen.insert ──┐
///        └──▶ keymap ─▶ action ─▶ screen.perform ─▶ effects ─▶ navigator, overlays, jobs, requests
final class Session {
  let application: Application
  var keymap: Keymap
  /// The theme, adapted to this terminal.
  var theme: Theme
  /// The theme as the app has set it.
  var chosenTheme: Theme { didSet { fitTheme() } }
  /// The colors that the terminal told; `nil` if it has not.
  private var terminalColors: TerminalColors? { didSet { fitTheme() } }
  /// Whether the terminal may still tell its colors.
  private var mayHearColors = true
  /// Whether the session gets clicks and the wheel; if not, the terminal gets them.
  var usesMouse: Bool
  let worker: any Worker
  let navigator: Navigator<any Screen>
  /// The shown screen: the navigator's top screen, which knows its surroundings.
  var screen: any Screen
  /// The URL of the shown screen when it appeared; `nil` before the first one.
  var shownURL: ScreenURL?
  var size: Size
  var now: ContinuousClock.Instant
  var overlays: [any Overlay] = []
  /// The keys of an unfinished sequence.
  var typed: [Key] = []
  /// The layout of the keyboard, as the last letter told.
  var layout = KeyboardLayout.latin
  var message: Message? {
    didSet { if let message { said.append((message, application.clock())) } }
  }
  /// The messages since the start, oldest first.
  var said = MessageHistory()
  var delays = Delays()
  var saving = SaveSchedule()
  var jobs = RunningJobs()
  var held = HeldInput()
  /// Whether the last step was back, so the last screen is the next one forward.
  var wentBack = false
  /// The text in the palette when an item was last chosen.
  var lastSought = ""
  var wasInterrupted = false
  var looks = LookSchedule()
  var upkeep = Upkeep()
  private(set) var requests: [SessionRequest] = []
  /// The programs among the requests that have not ended.
  var programs: [ForegroundProgram] = []
  private var arranged: Arrangement?

  /// Whether the last key went to the next or previous record.
  var isStepping = false

  /// The last known room of the screens.
  private struct Arrangement: Equatable {
    var layers: [ObjectIdentifier]
    var size: Size
    /// The sizes of the overlays' boxes, which may grow.
    var boxes: [Size]
  }

  init(
    _ application: Application, keymap: Keymap, navigator: Navigator<any Screen>, size: Size,
    worker: any Worker, now: ContinuousClock.Instant
  ) {
    self.application = application
    self.keymap = keymap
    chosenTheme = application.theme
    theme = application.fitted(application.theme)
    usesMouse = application.usesMouse
    self.navigator = navigator
    self.size = size
    self.worker = worker
    self.now = now
    saving.oldest = application.state?.oldest()
    screen = Blank()
    navigator.rewriteHooks.append { [unowned self] in urlArranging($0) }
  }

  /// Opens the first URLs and makes only the screen on top.
  func start(opening urls: [ScreenURL], _ start: Start) {
    if let first = urls.first, !continueDraft(of: first) {
      let mode: PresentationMode? = start == .replacing ? .replace : nil
      explain(navigator.open(first, origin: .commandLine, mode: mode))
    }
    for url in urls.dropFirst() { explain(navigator.openTab(url, origin: .commandLine)) }
    let notices = overlays
    show()
    overlays += notices
    if let notice = application.state?.notices.first { message = Message(notice, tone: .warning) }
    noteAlert()
    arrange()
  }

  /// Uses the colors that the terminal told: the theme may fit them.
  func use(_ colors: TerminalColors) {
    terminalColors = colors
    apply(application.noteColors(colors))
  }

  /// Notes that the terminal does not tell its colors: no answer is expected any more.
  func noteUnknownColors() {
    guard terminalColors == nil, mayHearColors else { return }
    mayHearColors = false
    fitTheme()
  }

  private func fitTheme() {
    theme = application.fitted(chosenTheme, to: terminalColors, mayAnswer: mayHearColors)
  }

  var frame: Frame { Frame(size: size) }

  /// The layer that gets the keys: the topmost overlay, or else the screen.
  var top: any Screen { overlays.last ?? screen }

  /// Tells screens and overlays their sizes, if they have changed.
  func arrange() {
    guard !frame.isTooSmall else { return }
    let layers: [any Screen] = [screen] + overlays
    let boxes = overlays.map { inner(of: $0).size }
    let wanted = Arrangement(layers: layers.map(ObjectIdentifier.init), size: size, boxes: boxes)
    guard wanted != arranged else { return }
    arranged = wanted
    screen.layOut(in: frame.content.size)
    for (overlay, box) in zip(overlays, boxes) { overlay.layOut(in: box) }
  }

  /// The inner area of an overlay's box, counted from the screen's area.
  func inner(of overlay: any Overlay) -> Region {
    overlay.frame(in: frame.content.size).inset(columns: 2, rows: 1)
  }

  /// Performs all work that waits for time or other threads, until none is left.
  func settle() {
    readInbox()
    while let next = delays.next {
      tick(at: next)
      readInbox()
    }
  }

  /// The whole last message.
  var noticeOfLastMessage: Notice? { said.last.map { Notice("Messages last", $0.text) } }

  func request(_ request: SessionRequest) { requests.append(request) }

  /// Whether the driver is to end the session.
  var isQuitting: Bool { requests.contains(.quit) }

  /// Returns the next request for the driver, if any.
  func takeRequest() -> SessionRequest? { requests.isEmpty ? nil : requests.removeFirst() }
}

/// The screen before the first one is made.
private final class Blank: Screen {
  var title: String { "" }
  var contexts: [ActionContext] { [] }
  var status: ScreenStatus { ScreenStatus() }
  func draw(on canvas: inout Canvas, theme: Theme) {}
  func perform(_ action: ActionName) -> [Effect]? { nil }
}

/// A request that only the driver of a session can perform.
enum SessionRequest: Hashable {
  case quit
  case suspend
  case redraw
  case external(String)
  case copy(String, what: String)
  /// Runs a program in the foreground, and tells the session its end.
  case run([String])
}
