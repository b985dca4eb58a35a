extension Navigator {
  /// Goes one entry back.
  @discardableResult
  public func back() -> MoveOutcome { move(.back) }

  /// Goes one entry forward.
  @discardableResult
  public func forward() -> MoveOutcome { move(.forward) }

  /// Goes to the current URL's parent: the route's own, else the URL with a segment less, else
  /// home.
  @discardableResult
  public func up() -> MoveOutcome {
    guard let parent = parent(of: state.current.url) else { return .nowhere }
    // The list as it was left, filtered and sorted, is the one above.
    if let near = state.tab.back.last(where: { $0.url.isSamePlace(as: parent) }) {
      return move(.jump(near.id))
    }
    return move(.up(Visit(rewritten(parent, .link) ?? parent, savedAt: clock())))
  }

  /// Goes to an entry of the selected tab, such as a word of the breadcrumb.
  @discardableResult
  public func jump(to id: Entry.ID) -> MoveOutcome { move(.jump(id)) }

  /// Goes to an entry; one of another tab is taken from there and put on top of the selected one.
  @discardableResult
  public func bring(_ id: Entry.ID) -> MoveOutcome { move(.bring(id)) }

  /// Opens a place from another session.
  ///
  /// Hooks see its URL first, as after a restore.
  @discardableResult
  public func resume(with visit: Visit) -> MoveOutcome {
    // The same place with other work needs a tab of its own.
    let isHere = visit.url == state.current.url
    let outcome = move(isHere ? .openTab(visit, parents: []) : .open(visit, parents: []))
    if outcome == .moved { unseen.insert(state.current.id) }
    return outcome
  }

  /// Goes to the oldest entry of the selected tab.
  @discardableResult
  public func popToRoot() -> MoveOutcome { move(.popToRoot) }

  /// Ends the innermost modal stack, as a form does that was saved or discarded.
  @discardableResult
  public func dismiss() -> MoveOutcome { move(.dismiss, isAsked: false) }

  /// Takes an entry out of the history, as an explaining screen offers.
  @discardableResult
  public func remove(_ id: Entry.ID) -> MoveOutcome { move(.remove(id), isAsked: false) }

  /// Selects a tab, counted from 0.
  @discardableResult
  public func selectTab(_ index: Int) -> MoveOutcome { move(.selectTab(index)) }

  /// Puts the selected tab in the place of another one, counted from 0.
  @discardableResult
  public func moveTab(to index: Int) -> MoveOutcome { move(.moveTab(to: index)) }

  /// Closes a tab, counted from 0; the last one starts again at home.
  ///
  /// Its drafts stay, in tabs of their own.
  @discardableResult
  public func closeTab(_ index: Int) -> MoveOutcome { move(.closeTab(index)) }

  /// Reopens the newest closed tab at its former place, and selects it.
  ///
  /// - Returns: `nowhere` if none was closed.
  @discardableResult
  public func reopenTab() -> MoveOutcome { move(.reopenTab) }

  /// Forgets entries and recents from before a moment; drafts stay, and where the person is.
  ///
  /// Cost: decodes every entry.
  public func forget(before oldest: Moment) {
    state = .reduce(state, .forget(before: oldest))
    dropOrphans()
  }

  /// Forgets which places were visited.
  public func clearRecents() { state = .reduce(state, .clearRecents) }

  /// Changes what the current entry holds, such as its URL when a filter is typed; its screen
  /// stays.
  public func update(_ change: EntryChange) {
    var change = change
    change.savedAt = clock()
    state = .reduce(state, .update(state.current.id, change))
  }

  /// Takes note of how screens of a kind are arranged now: items of their URLs' queries.
  public func arrange(_ kind: String, _ items: [QueryItem]) {
    state = .reduce(state, .arrange(kind, items))
  }

  /// The place that Up leads to; nil at home.
  public func parent(of url: ScreenURL) -> ScreenURL? {
    guard url != map.home else { return nil }
    if case .matched(let match) = map.resolved(url).result, let parent = match.parent {
      return parent
    }
    var shorter = url.withoutLastSegment
    while let candidate = shorter, !candidate.segments.isEmpty {
      if map.canOpen(candidate) { return candidate }
      shorter = candidate.withoutLastSegment
    }
    return map.home
  }
}

extension Navigator {
  /// Why the current screen doesn't want to be left; nil if it may be.
  var reasonToStay: String? {
    live[state.current.id].flatMap { $0.explains == nil ? coding.leave($0.destination) : nil }
  }

  private func move(_ action: NavigatorAction, isAsked: Bool = true) -> MoveOutcome {
    let next = NavigatorState.reduce(state, action)
    let isElsewhere = next.current.id != state.current.id
    if isElsewhere, isAsked, let reason = reasonToStay { return .vetoed(reason: reason) }
    guard next != state else { return .nowhere }
    commit(action)
    return .moved
  }

  /// Takes in an action: keeps what the screen that is left has, then drops the screens of gone
  /// entries.
  func commit(_ action: NavigatorAction) {
    capture(state.current.id)
    popover = nil
    state = .reduce(state, action)
    dropOrphans()
  }
}
