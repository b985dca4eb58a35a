internal import CairnNavigation
internal import CairnScreens

/// Saving the history: the session passes it to the keeper, a thread that writes nothing else.
extension Session {
  /// Notes that something may have changed.
  func noteChange() {
    if application.state != nil { saving.noteChange(at: now) }
  }

  /// Passes the state to the keeper if it is due.
  func saveIfDue() {
    guard let due = saving.next, due <= now else { return }
    save()
  }

  /// Records the success of the start: the first screen is drawn, and the app waits for input.
  func noteSuccess() {
    guard let keeping = application.state, saving.markStarted() else { return }
    worker.keep(keeping.succeed)
  }

  /// Passes everything to the keeper at once and waits for the disk, but not for long work.
  ///
  /// The program may end afterwards.
  func saveAll() {
    handOverAll()
    worker.finishWriting()
  }

  /// Passes everything to the keeper at once.
  func handOverAll() {
    flushDelays(isLeaving: true)
    save()
  }

  /// Removes entries that are too old, because days pass or a setting changed.
  ///
  /// It decodes every entry, so it runs only for whole days.
  private func forget(before oldest: Timestamp?) {
    if let oldest, saving.advance(to: oldest) { navigator.forget(before: oldest) }
  }

  /// Passes the state to the keeper, which calls `finish` after it is saved.
  func save(then finish: @escaping @Sendable (Timestamp) throws -> Void = { _ in }) {
    guard let keeping = application.state else { return }
    forget(before: keeping.oldest())
    let state = shownState
    let moment = application.clock()
    let inbox = application.inbox
    saving.begin()
    worker.keep {
      do {
        try keeping.save(state, moment)
        try finish(moment)
        inbox.post(.saved(problem: nil))
      } catch {
        inbox.post(.saved(problem: "\(error)"))
      }
    }
  }

  /// Whether unsaved work is lost at the end, which screens with drafts must know.
  var cannotSaveState: Bool { application.cannotSaveState || saving.hasFailed }

  /// Records the result of a save.
  ///
  /// The first failure is a message; more of them would hide the messages of actions.
  func noteSaved(problem: String?) {
    guard saving.end(failed: problem != nil, at: now) else { return }
    if let problem {
      message = .notSaved(problem)
    } else if message?.saysNotSaved == true {
      message = Message("the session is saved again", tone: .good)
    }
    refreshScreen()
  }

  /// The visible history, with a filter that is still being typed.
  private var shownState: NavigatorState {
    var state = navigator.capture()
    for case .setQuery(let name, let value) in delays.effects {
      let url = state.current.url.setting(name, to: value)
      state = .reduce(state, .update(state.current.id, EntryChange(url: url)))
    }
    return state
  }
}

/// The time of the next save of the history, and the result of the last one.
///
/// The first change since the last save sets the time. A save waits until the keeper is done with
/// the last one. So a slow disk gets fewer states, and none waits behind older ones.
struct SaveSchedule {
  /// The time that a change waits for others to be saved with it.
  ///
  /// A killed program may lose 250 ms of navigation. The other 150 ms are for the keeper, which
  /// waits for the disk and for an unfinished write.
  static let delay = Duration.milliseconds(100)

  /// The time between a failed save and the next attempt.
  private static let retryDelay = Duration.seconds(5)

  private var due: ContinuousClock.Instant?
  private var isRunning = false
  /// Whether the last save failed.
  private(set) var hasFailed = false
  private var hasStarted = false
  /// The oldest moment in the history; `nil` if it is unknown.
  var oldest: Timestamp?

  /// The time of the next save; `nil` without changes, or while the keeper is saving.
  var next: ContinuousClock.Instant? { isRunning ? nil : due }

  /// Records a change.
  mutating func noteChange(at now: ContinuousClock.Instant) {
    due = due ?? now.advanced(by: Self.delay)
  }

  /// Records that the app has started; true at the first call.
  mutating func markStarted() -> Bool {
    defer { hasStarted = true }
    return !hasStarted
  }

  /// Notes the oldest moment to keep; true if it is a day or more after the last one.
  mutating func advance(to moment: Timestamp) -> Bool {
    if let oldest, oldest > moment.before(.seconds(86_400)) { return false }
    oldest = moment
    return true
  }

  /// Records the start of a save.
  mutating func begin() { (due, isRunning) = (nil, true) }

  /// Records the end of a save; one that failed is due again.
  ///
  /// - Returns: whether saves began to fail, or to succeed again.
  mutating func end(failed: Bool, at now: ContinuousClock.Instant) -> Bool {
    isRunning = false
    if failed { due = due ?? now.advanced(by: Self.retryDelay) }
    defer { hasFailed = failed }
    return hasFailed != failed
  }
}
