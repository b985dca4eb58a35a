internal import CairnNavigation
internal import CairnScreens

/// Tabs, each with a history of its own.
extension Session {
  /// Goes to the tab `step` further, over the last one to the first.
  func goToTab(_ step: Int) -> [Effect] {
    let count = navigator.state.tabs.count
    guard count > 1 else { return onlyTab }
    flushDelays()
    navigator.selectTab((navigator.state.selectedTab + step + count) % count)
    show()
    return []
  }

  /// Closes the selected tab, unless it is the only one.
  func closeTab() -> [Effect] {
    guard navigator.state.tabs.count > 1 else { return onlyTab }
    flushDelays()
    navigator.closeTab(navigator.state.selectedTab)
    show()
    return []
  }

  private var onlyTab: [Effect] { [.say(Message("there is only this tab", tone: .warning))] }
}
