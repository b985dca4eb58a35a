internal import CairnInterface
internal import CairnScreens

extension Session {
  /// Does an action: the topmost layer if it is its own, else the session, else the application.
  func perform(_ action: ActionName) {
    if let effects = top.perform(action) {
      apply(effects)
    } else if let effects = always(action) ?? (overlays.isEmpty ? around(action) : []) {
      apply(effects)
    } else if let effects = performInApplication(action) {
      apply(effects)
    } else {
      let title = keymap.table[action]?.title ?? action.description
      message = Message("'\(title.lowercased())' does nothing here", tone: .warning)
    }
  }

  private func performInApplication(_ action: ActionName) -> [Effect]? {
    // The URL of the place says by then what was just typed into its filter.
    flushDelays()
    return application.perform(action, place)
  }

  /// Where the person is.
  var place: ActionPlace {
    let focused = screen.focusedURL
    return ActionPlace(
      url: focused ?? currentURL, selection: screen.selection, field: screen.selectedField,
      marks: focused == nil ? screen.marks : [], isBeside: focused != nil)
  }

  /// What the session does whatever is on top.
  private func always(_ action: ActionName) -> [Effect]? {
    switch action {
    case .leave: return [overlays.isEmpty ? .back : .dismiss]
    case .interrupt: return interrupt()
    case .suspend: return [.suspend]
    case .redraw:
      request(.redraw)
      return []
    case .help:
      // Its key closes it, too: one on top of another would be as many to leave.
      guard !(overlays.last is HelpOverlay) else { return [.dismiss] }
      return [.present(help)]
    case .editTyped: return editTyped()
    case .actOnPick: return actOnPick()
    case .readMessage:
      let notice = noticeOfLastMessage
      return [notice.map(Effect.present) ?? .say(Message("no messages yet"))]
    default: return nil
    }
  }

  private var help: HelpOverlay {
    let contexts = top.contexts
    let available = keymap.reachable(offered, in: contexts, whileTyping: isTyping)
    let names = Set(available.map(\.name))
    let others = keymap.table.actions.filter { !$0.keys.isEmpty && !names.contains($0.name) }
    return HelpOverlay(
      available,
      unavailable: others.map { action in
        .init(action, isOfContext: action.contexts.contains(where: contexts.contains))
      })
  }

  /// What the session does for every screen.
  private func around(_ action: ActionName) -> [Effect]? {
    switch action {
    case .goBack: [.back]
    case .goForward: [.forward]
    case .goToLast: [wentBack && !navigator.state.tab.forward.isEmpty ? .forward : .back]
    case .goUp: [.up]
    case .goHome: [.home]
    case .openTab: openTab()
    case .nextTab: goToTab(1)
    case .previousTab: goToTab(-1)
    case .closeTab: closeTab()
    case .reopenTab: reopenTab()
    case .moveTabRight: moveTab(1)
    case .moveTabLeft: moveTab(-1)
    case .palette: [.present(palette(""))]
    case .paletteAgain: [.present(palette(lastSought))]
    case .goToURL: [.present(urlPrompt("Open", text: ""))]
    case .editURL: [.present(urlPrompt("Edit URL", text: place.url.text))]
    case .keepFavorite: keepFavorite()
    case .jumpToFavorite: [.present(Menu.favorites(application.favorites?.favorites ?? []))]
    case .reload: reload()
    case .toggleMouse: toggleMouse()
    case .quit: quit()
    default: nil
    }
  }

  /// Lets a person edit the line that is being typed into in their own editor; its lines become one.
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

  /// Offers what can be done with what the palette's cursor is on, in the palette's place.
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

  /// Reads everything anew, and tells again what is the matter.
  private func reload() -> [Effect] {
    toldAlert = nil
    return application.reload() + [.refresh, .say(Message("read again"))]
  }

  /// Quits; asks first where something is being written, or where the screen has a reason to stay.
  private func quit() -> [Effect] {
    if let work = jobs.titleOfWriting {
      var items = [Menu.Item("q", "Quit when it is done")]
      if jobs.canEnd { items.append(Menu.Item("c", "Cancel it and quit")) }
      let menu = Menu("Still \(work)", items, footer: .stays) { [weak self] choice in
        guard let self else { return [.quit] }
        return choice == 1 ? cancelWork(then: quitUnlessLost) : quitUnlessLost()
      }
      workQuestion = (menu, work)
      return [.present(menu)]
    }
    return quitUnlessLost()
  }

  /// Takes the question about work away once that is done: what it asks is asked of nothing then.
  func endWorkQuestion() {
    guard let (menu, work) = workQuestion, !jobs.isWriting(work) else { return }
    workQuestion = nil
    guard let place = overlays.firstIndex(where: { $0 === menu }) else { return }
    overlays.remove(at: place)
    message = message ?? Message("\(work) is done")
  }

  private func quitUnlessLost() -> [Effect] {
    guard let reason = screen.reasonToStay ?? lostDrafts else { return [.quit] }
    let items = [Menu.Item("s", "Stay"), Menu.Item("q", "Quit anyway")]
    return [.present(Menu(reason, items, footer: .stays) { $0 == 1 ? [.quit] : [] })]
  }

  /// What would be lost with the program, if anything would.
  private var lostDrafts: String? {
    guard cannotSaveState else { return nil }
    let current = navigator.capture().current
    let count = draftEntries.count + (current.importance == .draft ? 1 : 0)
    guard count > 0 else { return nil }
    return count == 1 ? "1 draft would be lost" : "\(count) drafts would be lost"
  }

  private func palette(_ text: String) -> Palette {
    // What moves a cursor or types is no command to look for.
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
      source: application.places,
      check: { [weak self] in self?.reasonNotToOpen($0) }
    ) { [weak self] in
      self?.lastSought = $0
    }
  }

  /// The actions that do something here and have no key, unless a person gives them one.
  private var keyless: [Action] {
    let (contexts, place) = (top.contexts, place)
    return keymap.table.actions.filter { action in
      action.contexts.contains { contexts.contains($0) && action.keys(in: $0).isEmpty }
        && keymap.key(for: action.name, in: contexts) == nil && isOffered(action, at: place)
    }
  }

  private func urlPrompt(_ title: String, text: String) -> Palette {
    Palette(
      title, text: text, isForURLs: true, source: application.places,
      check: { [weak self] in self?.reasonNotToOpen($0) })
  }

  /// Why what a person typed is no URL and no name of one; `nil` where it may lead somewhere.
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

  /// Asks whether work is to be canceled that goes on while one does something else.
  private func askToCancel(_ work: String) -> Effect {
    let items = [Menu.Item("g", "Let it go on"), Menu.Item("c", "Cancel it")]
    let menu = Menu("Still \(work)", items, footer: "\(key: .interrupt) quits") {
      [weak self] choice in
      choice == 1 ? self?.cancelWork() ?? [] : []
    }
    workQuestion = (menu, work)
    return .present(menu)
  }

  /// Cancels what can be, and goes on; it may have come to its end while the question was read.
  private func cancelWork(then effects: () -> [Effect] = { [] }) -> [Effect] {
    guard jobs.canEnd else {
      return [.say(Message("too late to cancel: the action has ended", tone: .warning))]
    }
    jobs.end()
    return effects()
  }

  private func interrupt() -> [Effect] {
    if let effects = application.interrupted?() { return effects }
    let waitedFor = jobs.removeAbandonable()
    guard waitedFor.isEmpty else {
      // What was typed ahead was meant for what is no longer waited for, if for nothing else.
      if !jobs.holdsKeys { held = [] }
      message = Message("canceled")
      for work in waitedFor { follow(work.job.abandon?() ?? [], of: work) }
      releaseRefresh()
      return []
    }
    // What was typed ahead waits on: with a change that isn't made, its screen is still there.
    if jobs.endHeld() {
      message = Message("canceling")
      return []
    }
    guard !wasInterrupted else { return [.quit] }
    wasInterrupted = true
    // A question would wait with all other keys for work that can't end at once.
    if !jobs.holdsKeys, let work = jobs.titleOfWriting, jobs.canEnd {
      return overlays.map { _ in .dismiss } + [askToCancel(work)]
    }
    let words: KeyWords = "\(key: .interrupt) again quits; the next start restores everything"
    message = Message(words.text(keymap, in: top.contexts))
    return overlays.isEmpty ? [] : [.dismiss]
  }
}
