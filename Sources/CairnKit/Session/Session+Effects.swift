internal import CairnInterface
internal import CairnNavigation
internal import CairnScreens

extension Session {
  func apply(_ effects: [Effect]) {
    for effect in effects { apply(effect) }
  }

  private func apply(_ effect: Effect) {
    switch effect {
    case .open, .openWith, .openAll, .openTab, .openParked, .openText, .continueDraft, .moveDraft,
      .replace,
      .setQuery, .setItems, .back,
      .leave, .forward, .up, .home,
      .close, .retry:
      navigate(effect)
    case .present(let overlay):
      if let prompt = overlay as? TextPrompt, prompt.isInLine {
        prompt.line = draw().cursor.map { $0.row - frame.content.row }
      }
      overlays.append(overlay)
      apply(overlay.refresh(surroundings))
    case .dismiss:
      _ = overlays.popLast()
    case .say(let message):
      self.message = named(message)
    case .run(let job): start(job)
    case .after(let delay):
      delays.add(delay, at: now)
      if delay.duration <= .zero { apply(delays.take(dueAt: now)) }
    case .perform(let action): perform(action)
    case .reveal(let urls):
      if !screen.reveal(urls) { addToMessage(" · hidden by the filter") }
      // The preview follows the cursor.
      lookBeside()
    case .keepView(let view): keepView(view)
    case .markInList: markInList()
    case .useMap(let map): navigator.map = map
    case .useKeys(let keymap): (self.keymap, typed) = (keymap, [])
    case .useTheme(let theme):
      chosenTheme = theme
      refreshScreen()
    case .useMouse(let isUsed): usesMouse = isUsed
    case .refresh: refreshScreen()
    case .lookBeside: lookBeside()
    case .external(let address):
      if let url = ExternalURL(address) {
        ask(about: url)
      } else {
        message = Message("\(address) is no address that another program opens", tone: .warning)
      }
    case .copy(let text, let what):
      message = Message("copying \(what)")
      request(.copy(text, what: what))
    case .edit(let text): apply(application.edit(text))
    case .hand(let program):
      programs.append(program)
      request(.run(program.arguments))
    case .suspend: request(.suspend)
    case .quit: request(.quit)
    }
    arrange()
  }

  /// Adds words to the message; the list of messages shows the whole message once.
  private func addToMessage(_ words: String) {
    guard var whole = message else { return }
    whole.text += words
    said.removeLast()
    message = whole
  }

  private func start(_ job: BackgroundJob) {
    let inbox = application.inbox
    let number = jobs.add(job, of: screen)
    let work = job.work
    worker.start({ inbox.post(.finished(job: number, output: work())) }, in: job.lane)
  }

  /// Continues after the program in the foreground has ended.
  func endProgram(_ end: ForegroundProgram.End) {
    apply(programs.removeFirst().completion(end))
    releaseHeld()
  }

  /// Applies all delayed effects at once, before something depends on them.
  ///
  /// - Parameter isLeaving: whether another screen follows, so that some effects have lapsed.
  func flushDelays(isLeaving: Bool = false) {
    apply(delays.takeAll(isLeaving: isLeaving))
  }

  // MARK: Time and other threads

  /// The time of the next timed work.
  var nextDeadline: ContinuousClock.Instant? {
    [delays.next, saving.next, looks.due, upkeepDue, looks.glance, progressDue].compactMap(\.self)
      .min()
  }

  /// Performs the timed work that is due.
  func tick(at now: ContinuousClock.Instant) {
    self.now = max(self.now, now)
    apply(delays.take(dueAt: self.now))
    saveIfDue()
    lookIfDue()
    keepUpIfDue()
    glanceIfDue()
  }

  /// Handles the reports of other threads.
  func readInbox() {
    var items = application.inbox.take()
    while !items.isEmpty {
      for item in items { receive(item) }
      releaseHeld()
      items = application.inbox.take()
    }
    noteAlert()
  }

  private func receive(_ item: Inbox.Item) {
    switch item {
    case .refresh:
      noteDataChange()
      // The change may come from a running job, whose result tells the next step.
      held.hasRefresh = true
      releaseRefresh()
    case .say(let message): self.message = named(message)
    case .open(let text): navigate(.openText(text, .external))
    case .saved(let problem): noteSaved(problem: problem)
    case .finished(let number, let output):
      guard let running = jobs.remove(number) else { return }
      follow(running.job.completion(output), of: running)
      endWorkQuestion()
      releaseRefresh()
      noteChange()
    }
  }

  /// Applies the effects of a job; effects on its screen apply only if that screen is still shown.
  func follow(_ effects: [Effect], of work: RunningJobs.Running) {
    apply(work.owner === screen ? effects : effects.filter { !$0.isAboutOwnScreen })
  }

  func releaseRefresh() {
    guard held.hasRefresh, !jobs.holdsKeys else { return }
    held.hasRefresh = false
    refreshScreen()
  }
}

extension Effect {
  /// Whether the effect belongs to the screen that asked for it, and must not change another one.
  var isAboutOwnScreen: Bool {
    switch self {
    case .replace, .moveDraft, .setQuery, .setItems, .back, .leave, .forward, .up, .close, .retry,
      .dismiss,
      .reveal, .markInList, .lookBeside:
      true
    case .keepView, .open, .openWith, .openAll, .openTab, .openParked, .openText, .continueDraft,
      .home, .useMap, .useKeys, .useTheme, .useMouse,
      .present, .say, .run, .after, .perform, .refresh, .external, .copy, .edit, .hand, .suspend,
      .quit:
      false
    }
  }
}

/// Effects that wait until no key is pressed for a while.
struct Delays {
  private struct Waiting {
    let name: String
    let due: ContinuousClock.Instant
    let effects: [Effect]
    let lapses: Bool
  }

  private var waiting: [Waiting] = []

  var isEmpty: Bool { waiting.isEmpty }

  /// The time of the next effect.
  var next: ContinuousClock.Instant? { waiting.map(\.due).min() }

  var effects: [Effect] { waiting.flatMap(\.effects) }

  /// Adds a delay; it replaces a waiting one of the same name.
  mutating func add(_ delay: Delay, at now: ContinuousClock.Instant) {
    waiting.removeAll { $0.name == delay.name }
    waiting.append(
      Waiting(
        name: delay.name, due: now.advanced(by: delay.duration), effects: delay.effects,
        lapses: delay.lapses))
  }

  /// Removes and returns the effects that are due, in the order of their requests.
  mutating func take(dueAt now: ContinuousClock.Instant) -> [Effect] {
    let due = waiting.filter { $0.due <= now }
    waiting.removeAll { $0.due <= now }
    return due.flatMap(\.effects)
  }

  /// Removes and returns all effects, due or not.
  ///
  /// - Parameter isLeaving: whether another screen follows, so that some effects have lapsed.
  /// - Returns: the effects, in the order of their requests.
  mutating func takeAll(isLeaving: Bool) -> [Effect] {
    defer { waiting = [] }
    return waiting.filter { !isLeaving || !$0.lapses }.flatMap(\.effects)
  }
}
