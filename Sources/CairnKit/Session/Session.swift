internal import CairnInterface
internal import CairnNavigation
internal import CairnScreens

/// An application at work, without a terminal: events in, canvases out.
///
/// Whoever drives a session gives it events, tells it when time has passed and other threads have
/// reported, draws what it shows, and carries out its requests. `run` does that with a terminal and
/// `render` without one; the session can't tell them apart. What holds:
///
/// 1. Drawing changes nothing: the canvas is a function of the state and the size.
/// 2. Keys act in the order typed, each on the screen that the one before led to. While work is
///    under way whose result the next key is meant for, keys wait, and so do looks at changed data;
///    none is lost. Keys typed after the one that quits do nothing.
/// 3. Nothing that is done here waits for a disk or for long work.
/// 4. Whatever changed is handed to the keeper 100 ms later, or as soon as it is done with what it
///    has, and at once at the end. So it is on the disk within 250 ms, unless that is slow.
/// 5. An overlay has the keys to itself, and one Escape takes away one layer.
///
///     event ─▶ typed text? ─▶ screen.insert ──┐
///        └──▶ keymap ─▶ action ─▶ screen.perform ─▶ effects ─▶ navigator, overlays, jobs, requests
final class Session {
  let application: Application
  var keymap: Keymap
  /// How everything looks on this terminal.
  var theme: Theme
  /// Whether clicks and the wheel come here; if not, they are the terminal's own.
  var usesMouse: Bool
  let worker: any Worker
  let navigator: Navigator<any Screen>
  /// The screen that is shown: the navigator's top one, told where it stands.
  var screen: any Screen
  var size: Size
  var now: ContinuousClock.Instant
  var overlays: [any Overlay] = []
  /// The first keys of a sequence that isn't complete yet.
  var typed: [Key] = []
  var message: Message? {
    didSet { if let message { said.append((message, application.clock())) } }
  }
  /// What was said since the start, the oldest first.
  private(set) var said = SaidMessages()
  /// What was told last of what is the matter.
  var toldAlert: Alert?
  var delays = Delays()
  /// When the state has to go to the keeper.
  var saveDue: ContinuousClock.Instant?
  /// Whether the keeper has a state that it isn't done with.
  var isSaving = false
  /// Whether the state could not be kept when that was tried last.
  var hasFailedToSave = false
  var jobs = RunningJobs()
  /// What came while keys had to wait.
  var held: [Event] = []
  /// Whether data changed while keys had to wait.
  var isRefreshHeld = false
  /// Whether the last step was one back, so that the screen before is the one ahead.
  var wentBack = false
  /// What was typed in the palette when something was last taken from it.
  var lastSought = ""
  var wasInterrupted = false
  /// The question about work that is under way, and what the status line says of that.
  var workQuestion: (menu: Menu, work: String)?
  var hasSucceeded = false
  /// When to look for what others changed, and when that was done last.
  var lookDue: ContinuousClock.Instant?
  var lastLook: ContinuousClock.Instant?
  var hasToldOfWatch = false
  /// When the screen looks at its source again although nothing happened.
  var glanceDue: ContinuousClock.Instant?
  var upkeep = Upkeep()
  /// From when on entries are in the history, since that was looked at last.
  var rememberedFrom: Moment?
  /// The programs that are to run in front, or do, in the order asked for.
  var programs: [ForegroundProgram] = []
  private(set) var requests: [SessionRequest] = []
  private var arranged: Arrangement?

  /// What the screens were last told about their room.
  private struct Arrangement: Equatable {
    var layers: [ObjectIdentifier]
    var size: Size
    /// An overlay's box may grow.
    var boxes: [Size]
  }

  init(
    _ application: Application, keymap: Keymap, navigator: Navigator<any Screen>, size: Size,
    worker: any Worker, now: ContinuousClock.Instant
  ) {
    self.application = application
    self.keymap = keymap
    theme = application.fitted(application.theme)
    usesMouse = application.usesMouse
    self.navigator = navigator
    self.size = size
    self.worker = worker
    self.now = now
    rememberedFrom = application.state?.oldest()
    screen = Blank()
    navigator.rewriteHooks.append { [unowned self] in urlArranging($0) }
  }

  /// Opens the first URLs and shows the screen that is then on top, the only one that is made.
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

  var frame: Frame { Frame(size: size) }

  /// What has the keys: the topmost overlay, else the screen.
  var top: any Screen { overlays.last ?? screen }

  /// Tells screens and overlays how much room they have, if that has changed.
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

  /// Where an overlay draws, within its box, counted from the screen's area.
  func inner(of overlay: any Overlay) -> Region {
    overlay.frame(in: frame.content.size).inset(columns: 2, rows: 1)
  }

  /// Does all that waits for time or for other threads, until nothing is left.
  func settle() {
    readInbox()
    while let next = delays.next {
      tick(at: next)
      readInbox()
    }
  }

  /// What was said last, as a whole.
  var noticeOfLastMessage: Notice? { said.last.map { Notice("Messages last", $0.text) } }

  func request(_ request: SessionRequest) { requests.append(request) }

  /// Whether the session is to end as soon as whoever drives it gets to that.
  var isQuitting: Bool { requests.contains(.quit) }

  /// Takes what whoever drives the session has to do next, if anything.
  func takeRequest() -> SessionRequest? { requests.isEmpty ? nil : requests.removeFirst() }
}

/// What is shown before the first screen is made.
private final class Blank: Screen {
  var title: String { "" }
  var contexts: [ActionContext] { [] }
  var status: ScreenStatus { ScreenStatus() }
  func draw(on canvas: inout Canvas, theme: Theme) {}
  func perform(_ action: ActionName) -> [Effect]? { nil }
}

/// What a session can't do without a terminal, for whoever drives it.
enum SessionRequest: Hashable {
  case quit
  case suspend
  case redraw
  case external(String)
  case copy(String, what: String)
  /// To run a program in front with these words, and to tell the session how it ended.
  case run([String])
}
