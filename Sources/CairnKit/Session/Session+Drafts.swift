internal import CairnNavigation
internal import CairnScreens

/// Unsaved work that was left.
///
/// A form that is left by Back stays ahead of where one is, and the next screen that is opened
/// would drop it from there. Before that it moves to a tab of its own, where it waits until it is
/// continued: from the launcher, or by opening its URL again.
extension Session {
  /// The screens whose unsaved work was kept, the newest first.
  func drafts() -> [VisitedScreen] {
    draftEntries.sorted { $0.savedAt > $1.savedAt }.map(visited)
  }

  private var draftEntries: [Entry] {
    let current = navigator.state.current.id
    return navigator.state.entries.filter { $0.importance == .draft && $0.id != current }
  }

  /// Goes on with the draft that was left at `url`; false if there is none.
  func continueDraft(of url: ScreenURL) -> Bool {
    // Only what opens over other screens can be a draft; for the rest no entry need be decoded.
    guard case .matched(let match) = navigator.map.resolved(url).result, match.mode == .modal,
      let draft = draftEntries.first(where: { $0.url == match.url })
    else { return false }
    let state = navigator.state
    if state.tab.entries.contains(where: { $0.id == draft.id }) {
      navigator.jump(to: draft.id)
    } else {
      navigator.open(match.url, origin: .link, state: draft.state)
      close(tabOf: draft.id)
    }
    return true
  }

  private func close(tabOf id: Entry.ID) {
    let index = navigator.state.tabs.firstIndex { $0.entries.contains { $0.id == id } }
    if let index, index != navigator.state.selectedTab { navigator.closeTab(index) }
  }

  /// Moves the drafts ahead to tabs of their own.
  func shelveDrafts() {
    let selected = navigator.state.selectedTab
    for draft in navigator.state.tab.forward where draft.importance == .draft {
      guard navigator.openTab(draft.url, origin: .restore).isSuccess else { continue }
      navigator.update(
        EntryChange(
          title: draft.title, state: draft.state, stateVersion: draft.stateVersion,
          importance: .draft))
      navigator.selectTab(selected)
    }
  }
}

extension Effect {
  /// Whether it may drop what Forward leads to.
  var dropsForward: Bool {
    switch self {
    case .open, .openText, .replace, .up, .home, .close: true
    case .setQuery, .back, .forward, .retry, .present, .dismiss, .say, .run, .after, .perform,
      .refresh, .external, .suspend, .quit:
      false
    }
  }
}
