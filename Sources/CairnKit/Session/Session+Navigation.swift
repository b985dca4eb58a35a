internal import CairnInterface
internal import CairnNavigation
internal import CairnScreens

extension Session {
  var currentURL: ScreenURL { navigator.state.current.url }

  /// Applies an effect that leads to another screen or changes the URL.
  func navigate(_ effect: Effect) {
    // A delayed filter belongs to the entry that is left now.
    if case .setQuery = effect {} else { flushDelays(isLeaving: true) }
    switch effect {
    case .setQuery, .setItems, .retry: break
    case .back, .leave: wentBack = true
    default: wentBack = false
    }
    let tabCount = navigator.state.tabs.count
    let (left, before) = (currentURL, screen)
    var isDraft = false
    defer { noteShelved(beyond: tabCount) }
    switch effect {
    case .open(let url):
      isDraft = continueDraft(of: url)
      if !isDraft { explain(navigator.open(url, origin: .link, listURL: listURL(for: url))) }
    case .openWith(let url, let mode, let state):
      explain(
        navigator.open(url, origin: .link, mode: mode, state: state, listURL: listURL(for: url)))
    case .openAll(let urls):
      let outcomes = navigator.open(urls, origin: .link)
      explain(outcomes.first { !$0.isSuccess } ?? outcomes.last ?? .handled)
    case .openTab(let url): explain(navigator.openTab(url, origin: .link))
    case .openParked:
      let outcomes = navigator.resumeParked()
      if let outcome = outcomes.first(where: { !$0.isSuccess }) ?? outcomes.last {
        explain(outcome)
      }
    case .continueDraft(let id): continueDraft(id)
    case .moveDraft(let visit):
      let place = navigator.state.current.id
      if navigator.resume(with: visit) == .moved { navigator.remove(place) }
    case .openText(let text, let origin):
      open(text, origin)
    case .replace(let url):
      replace(with: url)
      return
    case .setQuery(let name, let value): rewrite(currentURL.setting(name, to: value))
    case .setItems(let items): rewrite(currentURL.replacing(query: items))
    case .back: explain(navigator.back(), "no screen before this one")
    case .leave where navigator.state.canGoBack: explain(navigator.back(), "")
    case .leave, .home:
      explain(navigator.open(navigator.map.home, origin: .user, mode: .shared))
    case .forward: explain(navigator.forward(), "no screen after this one")
    case .up: explain(navigator.up(), "this is the top level")
    case .close: close()
    case .retry: navigator.retry()
    default: preconditionFailure("only effects that lead elsewhere come here")
    }
    show()
    switch effect {
    case .open(let url) where screen !== before && !isDraft:
      // Only a form of the very record continues at its field.
      let record = Array(url.segments.dropLast())
      let isOfPage = !(before is ListScreen) && left.segments == record
      if isOfPage || before.selection?.segments == record { screen.start(atFieldOf: before) }
    case .back, .leave, .up, .close: if screen !== before { standOn(left) }
    default: break
    }
  }

  /// Returning to a list, puts the cursor on the record, or the form's record, that was just left.
  private func standOn(_ url: ScreenURL) {
    guard screen is ListScreen, screen.selection != url else { return }
    _ = screen.reveal([url, navigator.parent(of: url)].compactMap(\.self))
    lookBeside()
  }

  /// Reports the new tab of a draft that would have been removed.
  private func noteShelved(beyond count: Int) {
    let tabs = navigator.state.tabs
    guard tabs.count > count, navigator.state.selectedTab < tabs.count - 1,
      let draft = tabs.last?.current, draft.importance == .draft
    else { return }
    message = Message("\(draft.title) isn't saved; it is in tab \(tabs.count)")
  }

  /// Replaces the current screen; the new one continues from the old.
  private func replace(with url: ScreenURL) {
    let before = screen
    let (draft, list) = (draftEntry(of: url), navigator.state.current.listURL)
    explain(navigator.open(url, origin: .link, mode: .replace, listURL: list))
    if let draft {
      let place = navigator.state.current.id
      if navigator.bring(draft.id) == .moved {
        navigator.remove(place)
        // The draft continues in the present list, not in the list where it began.
        if let list { navigator.update(EntryChange(listURL: list)) }
      }
    }
    show()
    if screen !== before { apply(screen.resume(from: before)) }
  }

  /// Changes the query of the current URL; the screen stays.
  private func rewrite(_ url: ScreenURL) {
    let old = currentURL
    guard url.isReadable else {
      message = Message("too long for a URL; not kept", tone: .warning)
      return
    }
    navigator.update(EntryChange(url: url))
    noteArrangement(changedFrom: old)
  }

  /// Opens a typed text: a URL, or a name of one.
  private func open(_ text: String, _ origin: Origin) {
    do {
      let url = try application.named(text)
      let written = url ?? (try? ScreenURL(parsing: text, scheme: navigator.map.home.scheme))
      if let written, continueDraft(of: written) { return }
      // A named URL opens unchanged, like a favorite.
      explain(
        url.map { navigator.open($0, origin: .favorite) } ?? navigator.open(text, origin: origin))
    } catch {
      overlays.append(Notice("This can't be opened", "\(error)"))
    }
  }

  /// The list for next and previous of a link: the list on screen, or, for a form of the record on
  /// screen, the record's own list.
  func listURL(for url: ScreenURL) -> ScreenURL? {
    guard !(screen is ListScreen) else { return currentURL }
    return url.segments.starts(with: currentURL.segments) ? navigator.state.current.listURL : nil
  }

  private func close() {
    let state = navigator.state
    let isStart = state.tab.modalStack.first?.id == state.current.id
    _ = isStart ? navigator.dismiss() : navigator.remove(state.current.id)
  }

  private func explain(_ outcome: MoveOutcome, _ nowhere: String) {
    switch outcome {
    case .moved: break
    case .nowhere: message = Message(nowhere)
    case .vetoed(let reason): message = Message(reason, tone: .warning)
    }
  }

  func explain(_ outcome: OpenOutcome) {
    switch outcome {
    case .presented: break
    case .handled: refreshScreen()
    case .redirected(_, let outcome): explain(outcome)
    case .overlaid: presentPopover()
    case .external(let url): ask(about: url)
    case .unmatched(let unmatched) where currentURL == unmatched.url: break
    // No box covers what the app asks meanwhile.
    case .parked(let reason): message = Message("opened later: \(reason)", tone: .warning)
    case .unmatched, .malformed, .failed, .vetoed:
      overlays.append(Notice("This can't be opened", outcome.message ?? ""))
    }
  }

  private func presentPopover() {
    guard let popover = navigator.popover else { return }
    navigator.dismissPopover()
    let overlay = popover as? any Overlay ?? Popover(popover)
    overlays.append(overlay)
    apply(overlay.refresh(surroundings))
  }

  /// Asks before another program opens an address, and shows the whole address, unless the app opens
  /// such addresses at once.
  func ask(about url: ExternalURL) {
    if application.opensAtOnce(url) { return request(.external(url.text)) }
    // Another program's action can't be undone, so Enter alone cancels.
    let choices = [
      Menu.Choice("c", "Cancel") { [] },
      Menu.Choice("o", "Open", detail: url.display) { [weak self] in
        self?.request(.external(url.text))
        return []
      },
      Menu.Choice("y", "Copy it") { [.copy(url.text, what: "the address")] },
    ]
    overlays.append(Menu("Open in another program?", choices: choices))
  }

  /// Toggles the mark of the present record in the list that it was opened from.
  func markInList() {
    let entry = navigator.state.current
    // The filter or order of the list may have changed in the meantime.
    let list = navigator.state.tab.back.last { $0.url.segments == entry.listURL?.segments }
    guard let list, let (screen, kept) = navigator.screen(of: list.id) else {
      return message = Message("its list is no longer open", tone: .warning)
    }
    if let kept {
      // A list of the last session first restores its marks.
      screen.layOut(in: frame.content.size)
      screen.decodeState(from: kept)
      apply(screen.refresh(surroundings(of: list)).beside)
    }
    guard let (isMarked, effects) = screen.toggleMark(leadingTo: entry.url) else {
      return message = Message("not in \(list.title)", tone: .warning)
    }
    let words = isMarked ? "marked in" : "unmarked in"
    let count = Count.text(screen.marks.count)
    message = Message("\(words) \(list.title) · \(count) in all")
    apply(effects)
  }

  // MARK: Showing

  /// Shows the top screen, and tells a new screen its surroundings.
  func show() {
    let new = navigator.top
    guard new !== screen else { return }
    if let shownURL { noteRow(of: screen, at: shownURL) }
    (screen, shownURL) = (new, currentURL)
    overlays = []
    arrange()
    // The restored state may need other data than a new screen.
    if let state = navigator.takeState() {
      screen.decodeState(from: state)
    } else {
      startAtNotedRow(screen)
    }
    refreshScreen()
  }

  /// Refreshes the screen and the overlays.
  func refreshScreen() {
    let url = application.present(currentURL)
    if url != currentURL { navigator.update(EntryChange(url: url)) }
    let surroundings = surroundings
    for layer in layers { apply(layer.refresh(surroundings)) }
    planGlance()
  }

  /// Sets the time of the next refresh of screens that change by themselves.
  func planGlance() {
    let pace = layers.compactMap(\.pace).min()
    looks.glance = pace.map { now.advanced(by: $0) }
  }

  /// Updates the previews for the present cursors.
  func lookBeside() {
    let surroundings = surroundings
    for layer in layers { apply(layer.lookBeside(surroundings)) }
    planGlance()
  }

  /// The screen and the overlays.
  private var layers: [any Screen] { [screen] + overlays }

  var surroundings: Surroundings { surroundings(of: navigator.state.current) }

  private func surroundings(of entry: Entry) -> Surroundings {
    Surroundings(
      url: entry.url, listURL: entry.listURL, isSpoken: !theme.glyphs.hasLines,
      keepsDrafts: !cannotSaveState && (application.state != nil || application.keepsState),
      keymap: keymap,
      recents: { [weak self] in self?.recents(atMost: NavigatorState.recentLimit) ?? [] },
      drafts: { [weak self] in self?.drafts() ?? [] },
      messages: { [weak self] in
        guard let self else { return [] }
        return said.all(at: application.clock())
      },
      arranged: { [weak self] in self?.urlArranging($0, from: $1) ?? $0 },
      screen: { [weak self] in self?.screen(at: $0, $1) },
      link: { [weak navigator] in try? navigator?.map.url(for: $0) },
      mark: { [weak navigator] in navigator?.map.mark(for: $0) ?? .nothing })
  }

  /// Makes the screen at a URL for a preview.
  private func screen(at url: ScreenURL, _ origin: Origin) -> (any Screen)? {
    let arranged = urlArranging(url, from: origin) ?? url
    guard case .matched(let match) = navigator.map.resolved(arranged).result,
      match.mode == .push || match.mode == .shared, !match.isAction,
      application.canStandBeside(arranged), navigator.allows(arranged, origin: origin),
      case .destination(let screen)? = try? match.build()
    else { return nil }
    return screen
  }

  /// The recent screens, newest first, without the present one, home, and gone records, which may
  /// return.
  func recents(atMost limit: Int) -> [VisitedScreen] {
    let hidden: Set<ScreenURL> = [currentURL, navigator.map.home]
    var found: [VisitedScreen] = []
    for entry in navigator.state.recents where found.count < limit {
      guard !hidden.contains(entry.url), navigator.map.mark(for: entry.url) != .nothing,
        !application.isGone(entry.url)
      else { continue }
      found.append(visited(entry))
    }
    return found
  }

  func visited(_ entry: Entry) -> VisitedScreen {
    let age = Age.text(since: entry.savedAt, at: application.clock())
    return VisitedScreen(url: entry.url, title: entry.title, age: age)
  }
}
