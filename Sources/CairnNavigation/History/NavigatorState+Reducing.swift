extension NavigatorState {
  /// Returns the state after an action; it reads and changes nothing else.
  public static func reduce(_ state: NavigatorState, _ action: NavigatorAction) -> NavigatorState {
    var next = state
    next.apply(action)
    next.shelveDrafts(of: state, droppedBy: action)
    return next
  }

  /// Applies several actions as one change.
  public static func reduce(
    _ state: NavigatorState, _ actions: [NavigatorAction]
  ) -> NavigatorState {
    actions.reduce(state, reduce)
  }

  private mutating func apply(_ action: NavigatorAction) {
    switch action {
    case .open(let visit, let parents): open(visit, parents: parents)
    case .back: tabs[selectedTab].move(back: 1)
    case .forward: tabs[selectedTab].move(back: -1)
    case .up(let visit): goUp(to: visit)
    case .jump(let id): _ = tabs[selectedTab].jump(to: id)
    case .bring(let id): bring(id)
    case .popToRoot: tabs[selectedTab].move(back: tab.back.count)
    case .dismiss: dismiss()
    case .update(let id, let change): update(id, change)
    case .remove(let id): remove { $0.id == id }
    case .openTab(let visit, let parents): openTab(visit, parents: parents)
    case .selectTab(let index) where tabs.indices.contains(index): selectedTab = index
    case .moveTab(let index) where tabs.indices.contains(index): moveTab(to: index)
    case .closeTab(let index) where tabs.indices.contains(index):
      keepClosed(index)
      closeTab(index)
    case .reopenTab: reopenTab()
    case .forget(let oldest): forget(before: oldest)
    case .arrange(let kind, let items): arrangements[kind] = items.isEmpty ? nil : items
    case .clearRecents: (recents, closedTabs) = ([], [])
    case .selectTab, .moveTab, .closeTab: return
    }
  }

  // MARK: Opening

  private mutating func open(_ visit: Visit, parents: [Visit]) {
    guard visit.mode.entersHistory else { return }
    switch visit.mode {
    case .shared where raise(visit.url): break
    case .replace: replace(with: visit)
    case .root: tabs[selectedTab] = newTab(visit, parents: parents)
    // After a second Return, one step back must suffice.
    case _ where visit.url == current.url && current.damage == nil: break
    default: push(visit, parents: parents)
    }
    remember(visit)
  }

  private mutating func push(_ visit: Visit, parents: [Visit]) {
    for parent in missing(parents) { tabs[selectedTab].visit(mint(parent)) }
    tabs[selectedTab].visit(mint(visit))
  }

  /// The parents after the last one that is the current place.
  private func missing(_ parents: [Visit]) -> ArraySlice<Visit> {
    let parents = parents.filter(\.mode.entersHistory)
    guard let last = parents.lastIndex(where: { $0.url == current.url }) else {
      return parents[...]
    }
    return parents[(last + 1)...]
  }

  /// Returns to the nearest entry with this URL in the tab, first below, then above.
  ///
  /// Entries of other tabs stay there, since a person opened their screens for those tabs.
  private mutating func raise(_ url: ScreenURL) -> Bool {
    let nearestFirst = [tab.current] + tab.back.reversed() + tab.forward
    guard let entry = nearestFirst.first(where: { $0.url == url }) else { return false }
    return entry.id == current.id || tabs[selectedTab].jump(to: entry.id)
  }

  /// Replaces the current entry; the first entry of a modal stack stays modal.
  private mutating func replace(with visit: Visit) {
    var visit = visit
    visit.mode = current.isModal ? .modal : .push
    tabs[selectedTab].current = mint(visit)
    tabs[selectedTab].forward = []
  }

  // MARK: Moving

  private mutating func goUp(to visit: Visit) {
    if let entry = tab.back.last(where: { $0.url == visit.url }) {
      _ = tabs[selectedTab].jump(to: entry.id)
    } else {
      open(visit, parents: [])
    }
  }

  private mutating func bring(_ id: Entry.ID) {
    guard !tabs[selectedTab].jump(to: id), let entry = entry(id) else { return }
    remove { $0.id == id }
    tabs[selectedTab].visit(entry)
  }

  private mutating func dismiss() {
    if tabs[selectedTab].dismiss() || tab.modalStack.isEmpty { return }
    closeTab(selectedTab)
  }

  // MARK: Entries

  private mutating func update(_ id: Entry.ID, _ change: EntryChange) {
    for index in tabs.indices { tabs[index].change(id, change, &recents) }
  }

  /// Removes entries from all tabs.
  ///
  /// A tab without entries is closed; the last one starts at home.
  mutating func remove(_ isRemoved: (Entry) -> Bool) {
    let time = current.savedAt
    for index in tabs.indices.reversed() where !tabs[index].keep({ !isRemoved($0) }) {
      closeTab(index, time)
    }
  }

  /// Removes older entries, except the current one, its modal stack, and the entry below that
  /// stack.
  private mutating func forget(before oldest: Timestamp) {
    let here = [current] + tab.modalStack + [tab.entryBelowModal].compactMap(\.self)
    let kept = Set(here.map(\.id))
    remove { !kept.contains($0.id) && $0.expires(before: oldest) }
    recents.removeAll { $0.savedAt < oldest }
    keepOfClosedTabs { !$0.expires(before: oldest) }
  }

  // MARK: Tabs

  private mutating func newTab(_ visit: Visit, parents: [Visit]) -> Tab {
    let entries = (parents.filter(\.mode.entersHistory) + [visit]).map { mint($0) }
    return Tab(back: entries.dropLast(), current: entries[entries.count - 1])
  }

  private mutating func openTab(_ visit: Visit, parents: [Visit]) {
    guard visit.mode.entersHistory else { return }
    tabs.append(newTab(visit, parents: parents))
    selectedTab = tabs.count - 1
    remember(visit)
  }

  private mutating func moveTab(to index: Int) {
    tabs.insert(tabs.remove(at: selectedTab), at: index)
    selectedTab = index
  }

  /// Records a tab before it is closed, unless it is the only one.
  private mutating func keepClosed(_ index: Int) {
    var tab = tabs[index]
    tab.place = index
    guard tabs.count > 1, tab.keep({ $0.isSaved && $0.importance != .draft }) else { return }
    closedTabs = Array(([tab] + closedTabs).prefix(Self.closedTabLimit))
  }

  /// Removes the other entries from the closed tabs.
  mutating func keepOfClosedTabs(_ isKept: (Entry) -> Bool) {
    closedTabs = closedTabs.compactMap { tab in
      var tab = tab
      return tab.keep(isKept) ? tab : nil
    }
  }

  private mutating func reopenTab() {
    guard !closedTabs.isEmpty else { return }
    var tab = closedTabs.removeFirst()
    selectedTab = min(tab.place ?? tabs.count, tabs.count)
    tab.place = nil
    tabs.insert(tab, at: selectedTab)
  }

  private mutating func closeTab(_ index: Int, _ time: Timestamp? = nil) {
    if tabs.count == 1 {
      tabs = [newTab(Visit(home, savedAt: time ?? current.savedAt), parents: [])]
      return
    }
    tabs.remove(at: index)
    if selectedTab > index || selectedTab == tabs.count { selectedTab -= 1 }
  }
}

extension Tab {
  /// Changes an entry of this tab, and the recent place of the current one.
  mutating func change(
    _ id: Entry.ID, _ change: EntryChange, _ recents: inout [Entry]
  ) {
    if current.id == id {
      rename(current.url, change, &recents)
      return current.change(change)
    }
    if let index = back.firstIndex(where: { $0.id == id }) { return back[index].change(change) }
    guard let index = forward.firstIndex(where: { $0.id == id }) else { return }
    forward[index].change(change)
  }

  private func rename(_ url: ScreenURL, _ change: EntryChange, _ recents: inout [Entry]) {
    guard change.url != nil || change.title != nil else { return }
    guard let index = recents.firstIndex(where: { $0.url == url }) else { return }
    let newURL = change.url ?? url
    recents[index].change(EntryChange(url: newURL, title: change.title))
    let renamed = recents[index].id
    recents.removeAll { $0.url == newURL && $0.id != renamed }
  }
}

extension NavigatorState {
  /// Moves each draft that an action removed as a side effect to its own tab.
  ///
  /// A draft may go only if the action removed it, or ended its modal stack.
  mutating func shelveDrafts(of earlier: NavigatorState, droppedBy action: NavigatorAction) {
    let meant: [Entry]
    switch action {
    case .open, .up, .bring, .closeTab: meant = []
    case .dismiss: meant = earlier.tab.modalStack
    case .back, .forward, .jump, .popToRoot, .update, .remove, .openTab, .selectTab, .moveTab,
      .reopenTab, .forget, .arrange, .clearRecents:
      return
    }
    let known = Set((entries + meant).map(\.id))
    // Entries that stay need not be decoded.
    for entry in earlier.entries where !known.contains(entry.id) && entry.importance == .draft {
      tabs.append(Tab(current: entry))
    }
  }
}
