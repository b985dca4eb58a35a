internal import CairnNavigation
internal import CairnScreens

/// Tabs, each with a history of its own.
extension Session {
  /// Opens the item under the cursor in a new tab; without a URL there, it opens the present screen
  /// again.
  func openTab() -> [Effect] {
    flushDelays(isLeaving: true)
    var url = screen.selection ?? currentURL
    if url == currentURL, navigator.capture().current.importance == .draft {
      // A second form of the record would be a second draft.
      url = navigator.parent(of: url) ?? navigator.map.home
    }
    if continueDraft(of: url) {
      show()
      return []
    }
    explain(navigator.openTab(url, origin: .link, listURL: listURL(for: url)))
    show()
    return []
  }

  /// Goes `step` tabs further; the first tab follows the last.
  func goToTab(_ step: Int) -> [Effect] {
    let count = navigator.state.tabs.count
    guard count > 1 else { return onlyTab }
    flushDelays(isLeaving: true)
    navigator.selectTab((navigator.state.selectedTab + step + count) % count)
    show()
    return []
  }

  /// Moves the selected tab by `step` places, as far as there are places.
  func moveTab(_ step: Int) -> [Effect] {
    let tabs = navigator.state.tabs
    guard tabs.count > 1 else { return onlyTab }
    let place = navigator.state.selectedTab + step
    guard tabs.indices.contains(place) else {
      return [.say(Message("the tab is already at the end", tone: .warning))]
    }
    navigator.moveTab(to: place)
    return [.say(Message("this is tab \(place + 1) of \(tabs.count) now"))]
  }

  /// Closes the selected tab, unless it is the only one; its drafts stay.
  func closeTab() -> [Effect] {
    guard navigator.state.tabs.count > 1 else { return onlyTab }
    flushDelays(isLeaving: true)
    let closed = Set(navigator.state.tab.entries.map(\.id))
    navigator.closeTab(navigator.state.selectedTab)
    show()
    guard draftEntries.contains(where: { closed.contains($0.id) }) else { return [] }
    return [.say(Message("its draft is kept; the launcher lists it"))]
  }

  /// Opens the last closed tab again.
  func reopenTab() -> [Effect] {
    guard !navigator.state.closedTabs.isEmpty else {
      return [.say(Message("no closed tab", tone: .warning))]
    }
    flushDelays(isLeaving: true)
    navigator.reopenTab()
    show()
    return []
  }

  private var onlyTab: [Effect] { [.say(Message("this is the only tab", tone: .warning))] }
}
