internal import CairnInterface
internal import CairnScreens

extension Session {
  /// Performs an action of the topmost layer, or else of the session, or else of the application.
  ///
  /// The keys of an action that only other apps have mean nothing.
  func perform(_ action: ActionName, byKeys keys: [Key] = []) {
    isStepping = top is DetailScreen && [.nextRecord, .previousRecord].contains(action)
    if let effects = top.perform(action) {
      apply(effects)
    } else if let effects = performOwn(action) {
      apply(effects)
    } else if let effects = performInApplication(action) {
      apply(effects)
    } else if !keys.isEmpty, !application.has(action, at: place) {
      message = meaningless(keys)
    } else {
      let title = keymap.table[action]?.title ?? action.description
      message = Message("'\(title.lowercased())' does nothing here", tone: .warning)
    }
  }

  /// The message about keys that mean nothing.
  func meaningless(_ keys: [Key]) -> Message {
    let helpKey = keymap.table[.help]?.keys.first { $0.keys[0].text == nil }
    let help = helpKey.map { " · \($0.label) shows all keys" } ?? ""
    return Message("\(KeySequence(keys).label) does nothing here\(help)", tone: .warning)
  }

  private func performInApplication(_ action: ActionName) -> [Effect]? {
    // The URL of the place says by then what was just typed into its filter.
    flushDelays()
    return application.perform(action, place) ?? application.performsBeside(action, place)
  }

  /// The message with the person's own keys, without advice about actions that the app lacks.
  func named(_ message: Message) -> Message {
    let place = place
    return message.naming(keymap.table) { application.has($0, at: place) }
  }

  /// The place of the person.
  var place: ActionPlace {
    let focused = screen.focusedURL
    return ActionPlace(
      url: focused ?? currentURL, selection: screen.selection, field: screen.selectedField,
      marks: focused == nil ? screen.marks : [], isBeside: focused != nil)
  }

  /// Performs an action of the session; over a prompt only those that work on every layer.
  private func performOwn(_ action: ActionName) -> [Effect]? {
    Self.always.perform(action, by: self)
      ?? (overlays.isEmpty ? Self.around.perform(action, by: self) : [])
  }

  /// Whether an action of the session does something now; `nil` for other actions.
  func offersOwn(_ action: ActionName) -> Bool? {
    Self.always.offers(action, by: self) ?? Self.around.offers(action, by: self)
  }

  /// The actions of the session that work on every layer.
  private static let always: HandlerTable<Session> = [
    .leave: Handler { [$0.overlays.isEmpty ? .back : .dismiss] },
    .interrupt: Handler { $0.interrupt() },
    .suspend: Handler { _ in [.suspend] },
    .redraw: Handler { session in
      session.request(.redraw)
      return []
    },
    // The key of the help also closes it, so that helps don't pile up.
    .help: Handler { [$0.overlays.last is HelpOverlay ? .dismiss : .present($0.help)] },
    .editTyped: .when(\.isTypedInto) { $0.editTyped() },
    .actOnPick: Handler { $0.actOnPick() },
    .readMessage: Handler { session in
      let notice = session.noticeOfLastMessage
      return [notice.map(Effect.present) ?? .say(Message("no messages yet"))]
    },
  ]

  private var isTypedInto: Bool { top.typedText != nil }

  private var hasFavorites: Bool { application.favorites != nil }

  private var help: HelpOverlay {
    let contexts = top.contexts
    let available = keymap.reachable(offered, in: contexts, whileTyping: isTyping)
    let known = Set(available.map(\.name))
    let keyless = self.keyless
    let names = known.union(keyless.map(\.name))
    let place = place
    let others = keymap.table.actions.filter {
      !names.contains($0.name) && application.has($0.name, at: place)
    }.compactMap { action in
      var shown = action
      shown.keys = action.boundKeys
      return shown.keys.isEmpty ? nil : shown
    }
    // In a form, saving is what a person looks for.
    let saving = available.filter { $0.name == .save }
    return HelpOverlay(
      saving + available.filter { $0.name != .save },
      unavailable: keyless.map { .init($0, because: "in the palette") }
        + others.map { action in
          let isOfContext = action.contexts.contains(where: contexts.contains)
          return .init(action, because: isOfContext ? "not possible here" : nil)
        })
  }

  /// The actions of the session for every screen.
  private static let around: HandlerTable<Session> = [
    .goBack: Handler { _ in [.back] },
    .goForward: Handler { _ in [.forward] },
    .goToLast: Handler { session in
      [session.wentBack && !session.navigator.state.tab.forward.isEmpty ? .forward : .back]
    },
    .goUp: Handler { _ in [.up] },
    .goHome: Handler { _ in [.home] },
    .openTab: Handler { $0.openTab() },
    .nextTab: Handler { $0.goToTab(1) },
    .previousTab: Handler { $0.goToTab(-1) },
    .closeTab: Handler { $0.closeTab() },
    .reopenTab: Handler { $0.reopenTab() },
    .moveTabRight: Handler { $0.moveTab(1) },
    .moveTabLeft: Handler { $0.moveTab(-1) },
    .palette: Handler { [.present($0.palette(""))] },
    .paletteAgain: Handler { [.present($0.palette($0.lastSought))] },
    .goToURL: Handler { [.present($0.urlPrompt("Open", text: ""))] },
    .editURL: Handler { [.present($0.urlPrompt("Edit URL", text: $0.place.url.text))] },
    .keepFavorite: .listed(\.canKeep) { $0.keepFavorite() },
    .jumpToFavorite: .when(\.hasFavorites, otherwise: { _ in Message("this app has no favorites") })
    {
      [.present(Menu.favorites($0.application.favorites?.favorites ?? []))]
    },
    .reload: Handler { $0.reload() },
    .toggleMouse: Handler { $0.toggleMouse() },
    .quit: Handler { $0.quit() },
  ]

  /// Opens the typed line in the person's own editor; several lines become one.
  private func editTyped() -> [Effect]? {
    let screen = top
    guard let text = screen.typedText else { return nil }
    let edited = EditedText("prompt", text: text) { [weak self] written in
      let line = written.text.split(whereSeparator: \.isNewline).joined(separator: " ")
      guard self?.top === screen, screen.typedText != nil else {
        return [.say(Message("this input is closed; the text is in \(written.place)"))]
      }
      let cleared = (screen.perform(.textEnd) ?? []) + (screen.perform(.textCutToStart) ?? [])
      written.release()
      return cleared + (screen.insert(line) ?? [])
    }
    return [.edit(edited)]
  }

  /// Replaces the palette by the actions for the item under its cursor.
  private func actOnPick() -> [Effect]? {
    let place = overlays.last?.selection.map { ActionPlace(url: $0, isPicked: true) }
    return place.flatMap { application.perform(.actions, $0) }.map { [.dismiss] + $0 }
  }

  private func toggleMouse() -> [Effect] {
    usesMouse.toggle()
    if usesMouse {
      return [.say(Message("mouse on · Shift selects text in most terminals"))]
    }
    let words = "mouse off · the terminal selects text with it"
    return [.say(Message(words, advice: "\(key: .toggleMouse) undoes it"))]
  }

  /// Reads all data again, and shows the alert again.
  private func reload() -> [Effect] {
    said.alert = nil
    return application.reload() + [.refresh, .say(Message("read again"))]
  }

  /// Quits; asks first if a job is writing, or if the screen refuses to be left.
  private func quit() -> [Effect] {
    if let work = jobs.oldestWriter {
      var items = [Menu.Item("q", "Quit when it is done")]
      if jobs.canEnd(work.number) { items.append(Menu.Item("c", "Cancel it and quit")) }
      let menu = Menu("Still \(work.title)", items, footer: .stays) { [weak self] choice in
        guard let self else { return [.quit] }
        return choice == 1 ? cancel(work.number, then: quitUnlessLost) : quitUnlessLost()
      }
      jobs.question = (menu, work.number, work.title)
      return [.present(menu)]
    }
    return quitUnlessLost()
  }

  /// Removes the question about a job when the job is done.
  func endWorkQuestion() {
    guard let (menu, number, title) = jobs.question, !jobs.isRunning(number) else { return }
    jobs.question = nil
    guard let place = overlays.firstIndex(where: { $0 === menu }) else { return }
    overlays.remove(at: place)
    message = message ?? Message("\(title) is done")
  }

  private func quitUnlessLost() -> [Effect] {
    guard let reason = screen.reasonToStay ?? lostDrafts else { return [.quit] }
    let items = [Menu.Item("s", "Stay"), Menu.Item("q", "Quit anyway")]
    return [.present(Menu(reason, items, footer: .stays) { $0 == 1 ? [.quit] : [] })]
  }

  /// The drafts that would be lost, as a sentence; nil if there are none.
  private var lostDrafts: String? {
    guard cannotSaveState else { return nil }
    let current = navigator.capture().current
    let count = draftEntries.count + (current.importance == .draft ? 1 : 0)
    guard count > 0 else { return nil }
    return count == 1 ? "1 draft would be lost" : "\(count) drafts would be lost"
  }

  private func palette(_ text: String) -> Palette {
    // Actions that move a cursor or type text are no commands to search for.
    let commanding: Set<ActionContext> = [
      .global, .browsing, .list, .detail, .launcher, .review, .form,
    ]
    let actions = (offered + keyless).filter { action in
      action.name != .palette && !action.contexts.contains(.prompt)
        && !commanding.isDisjoint(with: action.contexts)
    }
    return Palette(
      "Palette", text: text, actions: keymap.table.sorted(actions),
      favorites: application.favorites?.favorites ?? [], aliases: application.aliases(),
      visits: drafts() + recents(atMost: 50),
      screens: navigator.map.listed.map { Place($0.title, kind: "screen", url: $0.url) },
      source: application.places,
      check: { [weak self] in self?.reasonNotToOpen($0) }
    ) { [weak self] in
      self?.lastSought = $0
    }
  }

  /// The actions that do something here and have no key by default or by the person.
  private var keyless: [Action] {
    let (contexts, place) = (top.contexts, place)
    return keymap.table.actions.filter { action in
      action.contexts.contains { contexts.contains($0) && action.keys(in: $0).isEmpty }
        && keymap.key(for: action.name, in: contexts) == nil && isOffered(action, at: place)
    }.map { action in
      var action = action
      action.keys = []
      return action
    }
  }

  private func urlPrompt(_ title: String, text: String) -> Palette {
    Palette(
      title, text: text, isForURLs: true, source: application.places,
      check: { [weak self] in self?.reasonNotToOpen($0) })
  }

  /// The reason why a typed text can't be opened; `nil` if it may be a URL or a name.
  private func reasonNotToOpen(_ text: String) -> String? {
    guard !text.isEmpty else { return nil }
    do {
      if try application.named(text) != nil { return nil }
      return navigator.mistake(in: text)?.description
    } catch {
      return "\(error)"
    }
  }

  private func keepFavorite() -> [Effect] {
    flushDelays()
    guard let source = application.favorites, canKeep, let title = screen.favoriteTitle else {
      let reason =
        application.favorites?.isReadOnly == true
        ? "favorites are read-only" : "this screen can't be a favorite"
      return [.say(Message(reason, tone: .warning))]
    }
    let favorite = Favorite(url: place.url.text, title: title)
    return [.present(FavoritePrompt(favorite, in: source))]
  }

  /// Asks whether to cancel a job that runs in the background.
  private func askToCancel(_ work: (number: Int, title: String)) -> Effect {
    let items = [Menu.Item("g", "Let it go on"), Menu.Item("c", "Cancel it")]
    let menu = Menu("Still \(work.title)", items, footer: "\(key: .interrupt) quits") {
      [weak self] choice in
      choice == 1 ? self?.cancel(work.number) ?? [] : []
    }
    jobs.question = (menu, work.number, work.title)
    return .present(menu)
  }

  /// Cancels a job, then continues.
  ///
  /// The job may have ended while the person read the question.
  private func cancel(_ number: Int, then effects: () -> [Effect] = { [] }) -> [Effect] {
    guard jobs.canEnd(number) else {
      return [.say(Message("too late to cancel: the action has ended", tone: .warning))]
    }
    if let work = jobs.end(number) { follow(work.job.abandon?() ?? [], of: work) }
    return effects()
  }

  private func interrupt() -> [Effect] {
    if let effects = application.interrupted?() { return effects }
    let waitedFor = jobs.removeAbandonable()
    guard waitedFor.isEmpty else {
      // The held keys were meant for the abandoned job.
      if !jobs.holdsKeys { held.events = [] }
      message = Message("canceled")
      for work in waitedFor { follow(work.job.abandon?() ?? [], of: work) }
      releaseRefresh()
      return []
    }
    // The held keys still wait: after a canceled change, their screen is still there.
    if jobs.endHeld() {
      message = Message("canceling")
      return []
    }
    guard !wasInterrupted else { return [.quit] }
    wasInterrupted = true
    // A question would wait, like all keys, for work that can't end at once.
    if !jobs.holdsKeys, let work = jobs.oldestToEnd {
      return overlays.map { _ in .dismiss } + [askToCancel(work)]
    }
    let words: KeyWords = "\(key: .interrupt) again quits; the next start restores everything"
    message = Message(words.text(keymap, in: top.contexts))
    return overlays.isEmpty ? [] : [.dismiss]
  }
}
