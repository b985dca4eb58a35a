internal import CairnNavigation
internal import CairnScreens

/// Handing what the navigator keeps to the keeper, the thread that writes nothing else.
extension Session {
  /// How long a change waits for others to be saved with it.
  ///
  /// A program that is killed may lose 250 ms of what one saw; the rest of them is for the keeper,
  /// which waits for the disk, and for a write that is under way still.
  static let saveDelay = Duration.milliseconds(100)

  /// The time between a failed save and the next attempt.
  private static let retryDelay = Duration.seconds(5)

  /// Notes that something may have changed; the first change since the last save sets the time.
  func noteChange() {
    guard application.state != nil, saveDue == nil else { return }
    saveDue = now.advanced(by: Self.saveDelay)
  }

  /// When to hand over the state: not before the keeper is done with the last one, so that a slow
  /// disk gets fewer states and none waits behind older ones.
  var nextSave: ContinuousClock.Instant? { isSaving ? nil : saveDue }

  /// Hands over the state if it is due.
  func saveIfDue() {
    guard let due = nextSave, due <= now else { return }
    save()
  }

  /// Notes that the start went well: the first screen was drawn, and input was waited for.
  func noteSuccess() {
    guard let keeping = application.state, !hasSucceeded else { return }
    hasSucceeded = true
    worker.keep(keeping.succeed)
  }

  /// Hands over everything at once and waits for the disk, not for long work: the program may not
  /// go on.
  func saveAll() {
    handOverAll()
    worker.finishWriting()
  }

  /// Hands over everything at once.
  func handOverAll() {
    flushDelays(isLeaving: true)
    save()
  }

  /// Forgets what has become too old, by the days that pass or by a new setting.
  ///
  /// Every entry is decoded for it, so that it is done for whole days only.
  private func forget(before oldest: Moment?) {
    let day = Duration.seconds(86_400)
    if let oldest, rememberedFrom.map({ $0 <= oldest.before(day) }) ?? true {
      navigator.forget(before: oldest)
      rememberedFrom = oldest
    }
  }

  /// Hands over the state, and on the keeper's thread does something once that is kept.
  func save(then finish: @escaping @Sendable (Moment) throws -> Void = { _ in }) {
    saveDue = nil
    guard let keeping = application.state else { return }
    forget(before: keeping.oldest())
    let state = shownState
    let moment = application.clock()
    let inbox = application.inbox
    isSaving = true
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

  /// Whether what isn't saved is gone at the end, which whoever relies on drafts has to know.
  var cannotSaveState: Bool { application.cannotSaveState || hasFailedToSave }

  /// Takes note of how keeping the state went.
  ///
  /// The first failure is a message; more of them would hide the messages of actions.
  func noteSaved(problem: String?) {
    isSaving = false
    if problem != nil { saveDue = saveDue ?? now.advanced(by: Self.retryDelay) }
    guard hasFailedToSave == (problem == nil) else { return }
    hasFailedToSave = problem != nil
    if let problem {
      message = .notSaved(problem)
    } else if message?.saysNotSaved == true {
      message = Message("the session is saved again", tone: .good)
    }
    refreshScreen()
  }

  /// Where the person is as they see it: with a filter that is still being typed.
  private var shownState: NavigatorState {
    var state = navigator.capture()
    for case .setQuery(let name, let value) in delays.effects {
      let url = state.current.url.setting(name, to: value)
      state = .reduce(state, .update(state.current.id, EntryChange(url: url)))
    }
    return state
  }
}
