extension Navigator {
  /// Goes one entry back.
  @discardableResult
  public func back() -> MoveOutcome { move(.back) }

  /// Goes one entry forward.
  @discardableResult
  public func forward() -> MoveOutcome { move(.forward) }

  /// Goes to the parent of the current URL: the route's parent, or else the URL without its last
  /// segment, or else home.
  @discardableResult
  public func up() -> MoveOutcome {
    guard let parent = parent(of: state.current.url) else { return .nowhere }
    // The entry in the history keeps the list's filter and order.
    if let near = state.tab.back.last(where: { $0.url.isSamePlace(as: parent) }) {
      return move(.jump(near.id))
    }
    return move(.up(unmade(rewritten(parent, .link) ?? parent)))
  }

  /// Goes to an entry of the selected tab, such as a part of the breadcrumb.
  @discardableResult
  public func jump(to id: Entry.ID) -> MoveOutcome { move(.jump(id)) }

  /// Goes to an entry; an entry of another tab moves on top of the selected tab.
  @discardableResult
  public func bring(_ id: Entry.ID) -> MoveOutcome { move(.bring(id)) }

  /// Opens a place of another session.
  ///
  /// As after a restore, the hooks get its URL first.
  @discardableResult
  public func resume(with visit: Visit) -> MoveOutcome {
    // The same place with other work needs its own tab.
    let isHere = visit.url == state.current.url
    let outcome = move(isHere ? .openTab(visit, parents: []) : .open(visit, parents: []))
    if outcome == .moved { unseen.insert(state.current.id) }
    return outcome
  }

  /// Goes to the oldest entry of the selected tab.
  @discardableResult
  public func popToRoot() -> MoveOutcome { move(.popToRoot) }

  /// Ends the innermost modal stack, for example after a form was saved or discarded.
  @discardableResult
  public func dismiss() -> MoveOutcome { move(.dismiss, isAsked: false) }

  /// Removes an entry from the history, as an explaining screen offers.
  @discardableResult
  public func remove(_ id: Entry.ID) -> MoveOutcome { move(.remove(id), isAsked: false) }

  /// Selects a tab, counted from 0.
  @discardableResult
  public func selectTab(_ index: Int) -> MoveOutcome { move(.selectTab(index)) }

  /// Moves the selected tab to an index, counted from 0.
  @discardableResult
  public func moveTab(to index: Int) -> MoveOutcome { move(.moveTab(to: index)) }

  /// Closes a tab, counted from 0; the last one starts again at home.
  ///
  /// Its drafts move to tabs of their own.
  @discardableResult
  public func closeTab(_ index: Int) -> MoveOutcome { move(.closeTab(index)) }

  /// Reopens the newest closed tab at its former place, and selects it.
  ///
  /// - Returns: `nowhere` if no closed tab is left.
  @discardableResult
  public func reopenTab() -> MoveOutcome { move(.reopenTab) }

  /// Removes entries and recents from before a moment; drafts and the current place stay.
  ///
  /// Cost: decodes every entry.
  public func forget(before oldest: Timestamp) {
    state = .reduce(state, .forget(before: oldest))
    dropOrphans()
  }

  /// Removes all recents and closed tabs.
  public func clearRecents() { state = .reduce(state, .clearRecents) }

  /// Changes the current entry, for example its URL when a filter is typed.
  ///
  /// Its screen stays.
  public func update(_ change: EntryChange) {
    var change = change
    change.savedAt = clock()
    state = .reduce(state, .update(state.current.id, change))
  }

  /// Records the arrangement of a kind of screens: items of their URLs' queries.
  public func arrange(_ kind: String, _ items: [QueryItem]) {
    state = .reduce(state, .arrange(kind, items))
  }

  /// Returns the parent of a URL; nil for home.
  public func parent(of url: ScreenURL) -> ScreenURL? {
    guard url != map.home else { return nil }
    var items: [QueryItem] = []
    let inheriting = { (parent: ScreenURL) in
      items.isEmpty ? parent : parent.replacing(query: parent.query + items)
    }
    if case .matched(let match) = map.resolved(url).result {
      items = match.inheritedItems
      if let parent = match.parent { return inheriting(parent) }
    }
    var shorter = url.withoutLastSegment
    while let candidate = shorter, !candidate.segments.isEmpty {
      if map.canOpen(candidate) { return inheriting(candidate) }
      shorter = candidate.withoutLastSegment
    }
    return map.home
  }
}

extension Navigator {
  /// The reason why the current screen refuses to be left; nil if there is none.
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

  /// Applies an action: saves the state of the screen that is left, then drops the screens of
  /// removed entries.
  func commit(_ action: NavigatorAction) {
    capture(state.current.id)
    popover = nil
    state = .reduce(state, action)
    dropOrphans()
  }
}
