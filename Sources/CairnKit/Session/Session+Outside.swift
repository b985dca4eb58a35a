internal import CairnFiles
internal import CairnNavigation
internal import CairnScreens

/// What other programs do meanwhile, and what is done when nothing happens.
extension Session {
  /// How long changes are gathered before somebody looks; a program that changes much would
  /// otherwise have us look all the time, and at what it has half done.
  static let gathering = Duration.milliseconds(50)
  /// How often a key makes us look where nothing tells of changes.
  static let lookingAgain = Duration.seconds(1)

  /// What to wait for besides the terminal; nothing while a look is due anyway.
  var outside: Int32 { lookDue == nil ? application.watch?.descriptor ?? -1 : -1 }

  /// Begins to follow what others do, and to care for what they or an earlier run left.
  func startFollowing() {
    noteOutsideChange(at: now)
    noteDataChange()
  }

  /// Takes note that other programs changed something.
  func noteOutsideChange(at now: ContinuousClock.Instant) {
    self.now = max(self.now, now)
    if lookDue == nil { lookDue = self.now.advanced(by: Self.gathering) }
  }

  /// Looks for changes at a key, where nothing tells of them.
  func lookUntold() {
    if let watch = application.watch {
      guard watch.problem != nil || !application.watchesAllFiles() else { return }
      if let problem = watch.problem, !hasToldOfWatch {
        message = Message("changes by other programs appear late: \(problem)", tone: .warning)
        hasToldOfWatch = true
      }
    }
    guard lookDue == nil, lastLook.map({ $0.advanced(by: Self.lookingAgain) <= now }) ?? true else {
      return
    }
    look()
  }

  func look() {
    (lookDue, lastLook) = (nil, now)
    _ = application.watch?.takeChanges()
    apply(application.reload())
  }

  func lookIfDue() {
    if let due = lookDue, due <= now { look() }
  }

  /// How often the status line says anew how far work is.
  static let tellingAgain = Duration.milliseconds(200)

  /// When to draw again for no other reason than that work goes on.
  var progressDue: ContinuousClock.Instant? {
    jobs.tellsProgress ? now.advanced(by: Self.tellingAgain) : nil
  }

  /// Lets a screen look again that wants to although nothing happened.
  func glanceIfDue() {
    if let due = glanceDue, due <= now { refreshScreen() }
  }

  // MARK: What is the matter

  /// Tells what is the matter when it begins or becomes another thing.
  ///
  /// What just failed, or waits for a choice, is read first: the alert's word is in sight, and its
  /// text comes with the next key.
  func noteAlert() {
    let alert = application.alert(currentURL)
    guard alert != toldAlert else { return }
    // What is over must not be read as being so still.
    if let toldAlert, message?.text == toldAlert.text { message = nil }
    let isOther = message.map { $0.text != alert?.text && [.bad, .warning].contains($0.tone) }
    if alert != nil, isOther == true { return }
    toldAlert = alert
    if let alert { message = Message(alert.text, tone: alert.tone) }
  }

  // MARK: Upkeep

  /// Takes note that data changed, whoever changed it.
  func noteDataChange() {
    if application.upkeep != nil { upkeep.noteChange(at: now) }
  }

  /// When upkeep is due; not while the next key belongs to what is under way.
  var upkeepDue: ContinuousClock.Instant? {
    typed.isEmpty && !jobs.holdsKeys ? upkeep.due : nil
  }

  func keepUpIfDue() {
    guard let work = application.upkeep, let due = upkeepDue, due <= now else { return }
    upkeep.begin()
    // On a thread for reading, as saves go on meanwhile and must not wait for it.
    let job = Job(lane: .reader, work: work) { [weak self] problem in
      guard let self else { return [] }
      let isNews = upkeep.end(failed: problem != nil, at: now)
      return isNews ? problem.map { [.say(Message($0, tone: .bad))] } ?? [] : []
    }
    apply([.run(job)])
  }
}

/// When work is due that waits for a quiet moment after changes.
///
///                    change                 due                  done
///        idle ─────────────────▶ waiting ─────────▶ running ─────────────▶ idle, or waiting
///                                 ▲   change: later    │                    if something changed
///                                 └────────────────────┘ failed: after a pause
///
/// 1. It is due 2 s after the last change, and 10 s after the first at the latest.
/// 2. It never runs twice at a time; what changes meanwhile makes it due again.
/// 3. After a failure it rests for 30 s, whatever changes, and says so once.
struct Upkeep {
  static let rest = Duration.seconds(2)
  static let limit = Duration.seconds(10)
  static let pause = Duration.seconds(30)

  private var firstChange: ContinuousClock.Instant?
  private var waiting: ContinuousClock.Instant?
  private var pausedUntil: ContinuousClock.Instant?
  private var isRunning = false
  private var hasFailed = false

  /// When it is to begin, `nil` if nothing is to be done or it is under way.
  var due: ContinuousClock.Instant? { isRunning ? nil : waiting }

  /// Takes note that something changed.
  mutating func noteChange(at now: ContinuousClock.Instant) {
    let first = firstChange ?? now
    firstChange = first
    let wanted = min(now.advanced(by: Self.rest), first.advanced(by: Self.limit))
    waiting = max(wanted, pausedUntil ?? wanted)
  }

  /// Takes note that the work begins.
  mutating func begin() {
    (firstChange, waiting, isRunning) = (nil, nil, true)
  }

  /// Takes note that the work is done, or that it failed.
  ///
  /// - Returns: whether this is the first failure since it went well.
  mutating func end(failed: Bool, at now: ContinuousClock.Instant) -> Bool {
    defer { hasFailed = failed }
    isRunning = false
    pausedUntil = failed ? now.advanced(by: Self.pause) : nil
    if failed {
      firstChange = firstChange ?? now
      waiting = pausedUntil
    }
    return failed && !hasFailed
  }
}
