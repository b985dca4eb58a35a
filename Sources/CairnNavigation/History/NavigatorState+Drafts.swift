extension NavigatorState {
  /// Gives each draft that an action dropped in passing a tab of its own, where it waits.
  ///
  /// Only a draft that was taken out, or whose modal stack was ended, is meant to go.
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
    // What stays need not be decoded.
    for entry in earlier.entries where !known.contains(entry.id) && entry.importance == .draft {
      tabs.append(Tab(current: entry))
    }
  }
}
