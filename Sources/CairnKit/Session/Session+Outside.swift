internal import CairnFiles
internal import CairnNavigation
internal import CairnScreens

/// Changes by other programs, and work for idle moments.
extension Session {
  /// The descriptor to wait for besides the terminal; -1 while a look is due anyway.
  var outside: Int32 { looks.due == nil ? application.watch?.descriptor ?? -1 : -1 }

  /// Starts to follow other programs, and plans upkeep for their changes and those of an earlier
  /// run.
  func startFollowing() {
    noteOutsideChange(at: now)
    noteDataChange()
  }

  /// Records a change by another program.
  func noteOutsideChange(at now: ContinuousClock.Instant) {
    self.now = max(self.now, now)
    looks.noteChange(at: self.now)
  }

  /// Looks for changes at a key, if no watch reports them.
  func lookIfUnwatched() {
    if let watch = application.watch {
      guard watch.problem != nil || !application.watchesAllFiles() else { return }
      if let problem = watch.problem, !looks.hasToldProblem {
        message = Message("changes by other programs appear late: \(problem)", tone: .warning)
        looks.hasToldProblem = true
      }
    }
    if looks.canLookAtKey(at: now) { look() }
  }

  func look() {
    looks.begin(at: now)
    _ = application.watch?.takeChanges()
    apply(application.reload())
  }

  func lookIfDue() {
    if let due = looks.due, due <= now { look() }
  }

  /// The interval of progress in the status line.
  static let tellingAgain = Duration.milliseconds(200)

  /// The time of the next drawing for progress.
  var progressDue: ContinuousClock.Instant? {
    jobs.tellsProgress ? now.advanced(by: Self.tellingAgain) : nil
  }

  /// Refreshes a screen that changes by itself.
  func glanceIfDue() {
    if let due = looks.glance, due <= now { refreshScreen() }
  }

  // MARK: Alerts

  /// Shows the alert when it begins or changes.
  ///
  /// A message about a failure or a choice is read first. The alert's word is visible, and its text
  /// comes with the next key.
  func noteAlert() {
    let alert = application.alert(currentURL)
    guard alert != said.alert else { return }
    // The message of an alert that has ended is removed.
    if let toldAlert = said.alert, message?.text == toldAlert.text { message = nil }
    let isOther = message.map { $0.text != alert?.text && [.bad, .warning].contains($0.tone) }
    if alert != nil, isOther == true { return }
    said.alert = alert
    if let alert { message = Message(alert.text, tone: alert.tone) }
  }

  // MARK: Upkeep

  /// Records a change of data.
  func noteDataChange() {
    if application.upkeep != nil { upkeep.noteChange(at: now) }
  }

  /// The time of the next upkeep; nil while a sequence or a job needs the next key.
  var upkeepDue: ContinuousClock.Instant? {
    typed.isEmpty && !jobs.holdsKeys ? upkeep.due : nil
  }

  func keepUpIfDue() {
    guard let work = application.upkeep, let due = upkeepDue, due <= now else { return }
    upkeep.begin()
    // It runs on a thread for reading, so saves don't wait for it.
    let job = BackgroundJob(lane: .reader, work: work) { [weak self] problem in
      guard let self else { return [] }
      let isNews = upkeep.end(failed: problem != nil, at: now)
      return isNews ? problem.map { [.say(Message($0, tone: .bad))] } ?? [] : []
    }
    apply([.run(job)])
  }
}

/// The times of looks for changes by other programs.
struct LookSchedule {
  /// The time for which changes are collected.
  ///
  /// Otherwise a program with many changes would cause a look at each, and at half-written files.
  static let gathering = Duration.milliseconds(50)
  /// The minimum time between two looks at a key, if there is no watch.
  static let lookingAgain = Duration.seconds(1)

  /// The time of the next look, if there was a change.
  private(set) var due: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?
  /// Whether a message said that there is no watch.
  var hasToldProblem = false
  /// The time of the next refresh; `nil` if the screen has no need of one.
  var glance: ContinuousClock.Instant?

  /// Records a change by another program.
  mutating func noteChange(at now: ContinuousClock.Instant) {
    due = due ?? now.advanced(by: Self.gathering)
  }

  /// Whether a key may start a look.
  ///
  /// The last look must be a second ago, and no other may be due.
  func canLookAtKey(at now: ContinuousClock.Instant) -> Bool {
    due == nil && last.map { $0.advanced(by: Self.lookingAgain) <= now } ?? true
  }

  /// Records a look.
  mutating func begin(at now: ContinuousClock.Instant) { (due, last) = (nil, now) }
}

/// The time of work for an idle moment after changes.
///
///                    change                 due                  done
///        idle ─────────────────▶ waiting ─────────▶ running ─────────────▶ idle, or waiting
///                                 ▲   change: later    │                    if something changed
///                                 └────────────────────┘ failed: after a pause
///
/// 1. The work is due 2 s after the last change, and at most 10 s after the first.
/// 2. The work never runs twice at a time; changes during it make it due again.
/// 3. After a failure it waits for 30 s, in spite of changes, and reports that once.
struct Upkeep {
  static let rest = Duration.seconds(2)
  static let limit = Duration.seconds(10)
  static let pause = Duration.seconds(30)

  private var firstChange: ContinuousClock.Instant?
  private var waiting: ContinuousClock.Instant?
  private var pausedUntil: ContinuousClock.Instant?
  private var isRunning = false
  private var hasFailed = false

  /// The time to begin; `nil` without changes, or while the work is running.
  var due: ContinuousClock.Instant? { isRunning ? nil : waiting }

  /// Records a change.
  mutating func noteChange(at now: ContinuousClock.Instant) {
    let first = firstChange ?? now
    firstChange = first
    let wanted = min(now.advanced(by: Self.rest), first.advanced(by: Self.limit))
    waiting = max(wanted, pausedUntil ?? wanted)
  }

  /// Records the beginning of the work.
  mutating func begin() {
    (firstChange, waiting, isRunning) = (nil, nil, true)
  }

  /// Records the end of the work, or its failure.
  ///
  /// - Returns: whether this is the first failure since the last success.
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
