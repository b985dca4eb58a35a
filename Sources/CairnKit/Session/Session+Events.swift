internal import CairnInterface
internal import CairnScreens

extension Session {
  /// Handles an input of a person.
  func handle(_ event: Event, at now: ContinuousClock.Instant) {
    self.now = max(self.now, now)
    if case .resize(let size) = event {
      self.size = size
      arrange()
      // A preview may have room now. The effect waits, since a window that is being resized has
      // many sizes.
      apply([.after(Delay("size", .milliseconds(60), [.lookBeside]))])
    } else if case .colors(let colors) = event {
      use(colors)
    } else if holdsKeys, isInterrupt(event) {
      noteChange()
      perform(.interrupt)
    } else if holdsKeys, !isTextToTake(event) {
      held.events.append(event)
    } else {
      dispatch(event)
    }
    noteAlert()
    arrange()
    // The item under the cursor may have a preview soon.
    if looks.glance == nil { planGlance() }
  }

  /// Whether keys wait: for a job, or for a program that gets the terminal.
  ///
  /// Both may change the meaning of the keys.
  private var holdsKeys: Bool { jobs.holdsKeys || !programs.isEmpty }

  /// Whether an event is text for a prompt that accepts text while keys wait; no key waits before
  /// it.
  private func isTextToTake(_ event: Event) -> Bool {
    guard held.events.isEmpty, typed.isEmpty, isTyping, !jobs.holdsText, programs.isEmpty
    else { return false }
    switch event {
    case .key(let key): return key.text != nil || key.code == .backspace && key.modifiers.isEmpty
    case .paste: return true
    case .resize, .mouse, .focus, .colors, .pasteStopped: return false
    }
  }

  /// Ctrl-C always cancels work, even if the person binds it to another action.
  static let interruptKey = Key(.character("c"), modifiers: .control)

  /// Whether an event is Ctrl-C, or a key that the person gave to the same action.
  func isInterrupt(_ event: Event) -> Bool {
    guard case .key(let key) = event else { return false }
    return key == Self.interruptKey
      || keymap.table[.interrupt]?.keys.contains(KeySequence([key])) == true
  }

  private func dispatch(_ event: Event) {
    guard !isQuitting else { return }
    noteChange()
    isStepping = false
    switch event {
    case .key(let key): press(key)
    case .paste(let text): apply(top.paste(text) ?? [])
    case .mouse(let event): mouse(event)
    case .focus(true): apply(application.reload())
    case .pasteStopped:
      let words = "the paste stopped before its end, and its rest is skipped; Esc goes on"
      message = Message(words, tone: .warning)
    case .resize, .focus, .colors: break
    }
  }

  /// Handles the held events, up to the next job that keys wait for.
  func releaseHeld() {
    while !holdsKeys, !held.events.isEmpty {
      dispatch(held.events.removeFirst())
      arrange()
    }
  }

  /// Whether a person sees what keys do.
  ///
  /// A window that is too small shows nothing. Text can still be typed there.
  private var seesKeys: Bool { !frame.isTooSmall || isTyping }

  /// The actions that change data, so a person must see what they do.
  private static let seenActions: Set<ActionName> = [
    .delete, .completeRecord, .changeField, .repeatChange, .linkRecords, .unlink, .mergeRecords,
    .duplicate, .undo, .redo, .keepFavorite, .removeFavorite, .moveFavoriteUp, .moveFavoriteDown,
  ]

  private func press(_ key: Key) {
    message = nil
    lookIfUnwatched()
    if !isInterrupt(.key(key)) { wasInterrupted = false }
    if let text = key.text, let told = KeyboardLayout(of: text) { layout = told }
    if typed.isEmpty, seesKeys, let effects = insert(key) ?? key.onLatinKeyboard.flatMap(insert) {
      apply(effects)
      return
    }
    if !typed.isEmpty, key.code == .escape {
      typed = []
      return
    }
    let (readings, before) = (readings(of: key), typed)
    typed.append(key)
    var meaning = Keymap.Resolution.none
    for reading in readings {
      meaning = keymap.resolve(before + [reading], in: top.contexts)
      if case .none = meaning { continue }
      typed = before + [reading]
      break
    }
    switch meaning {
    case .action(let action):
      let keys = typed
      typed = []
      guard seesKeys || !Self.seenActions.contains(action.name) else { return }
      perform(action.name, byKeys: keys)
    case .prefix:
      break
    case .none where typed == [Self.interruptKey]:
      typed = []
      perform(.interrupt)
    case .none:
      message = meaningless(typed)
      typed = []
    }
  }

  /// The keys that a pressed key may mean, the likeliest first.
  ///
  /// On the keyboard of another alphabet, a sign means what its place means, as a letter does.
  private func readings(of key: Key) -> [Key] {
    let sign = key.signOnLatinKeyboard(from: layout)
    return [sign, key, key.onLatinKeyboard, key.onOlderTerminal].compactMap(\.self)
  }

  /// Types a key as text; `nil` if the key is no text or nothing accepts text.
  private func insert(_ key: Key) -> [Effect]? {
    key.text.flatMap { top.insert(String($0)) }
  }

  /// The continuations of the keys typed so far.
  var continuations: [Keymap.Continuation] {
    guard !typed.isEmpty, case .prefix(let continuations) = keymap.resolve(typed, in: top.contexts)
    else { return [] }
    let place = place
    return continuations.filter { isOffered($0.action, at: place) }
  }

  // MARK: The mouse

  private func mouse(_ event: MouseEvent) {
    guard !frame.isTooSmall else { return }
    // A message over the hints takes the click.
    let isMessage =
      message != nil && frame.status.contains(event.position)
      || messageRows.count > 1 && frame.hints.contains(event.position)
    if event.kind == .press { (message, typed) = (nil, []) }
    guard !isMessage else { return }
    if let overlay = overlays.last {
      mouse(event, on: overlay)
    } else if frame.content.contains(event.position) {
      apply(screen.mouse(event.moved(to: frame.content)))
    } else if event.kind == .press {
      clickFrame(at: event.position)
    }
  }

  private func mouse(_ event: MouseEvent, on overlay: any Overlay) {
    let inContent = event.moved(to: frame.content)
    let inner = inner(of: overlay)
    if inner.contains(inContent.position) {
      apply(overlay.mouse(inContent.moved(to: inner)))
    } else if event.kind == .press,
      !overlay.frame(in: frame.content.size).contains(inContent.position)
    {
      apply([.dismiss])
    }
  }

  private func clickFrame(at position: Position) {
    let glyphs = theme.glyphs
    if frame.location.contains(position) {
      let line = locationLine.layOut(columns: size.columns, glyphs: glyphs)
      if let effect = line.target(at: position.column) { apply([effect]) }
    } else if frame.hints.contains(position) {
      let line = hintsLine.layOut(columns: size.columns, glyphs: glyphs)
      if let action = line.target(at: position.column) { perform(action) }
    } else if frame.status.contains(position) {
      let line = statusLine(hinting: offered).end(columns: size.columns, glyphs)
      if let action = line.target(at: position.column) { perform(action) }
    }
  }
}

/// The input that waits for a job.
struct HeldInput {
  /// The events, oldest first.
  var events: [Event] = []
  /// Whether data changed, so that the screen is to be refreshed.
  var hasRefresh = false
}
