internal import CairnNavigation
internal import CairnScreens

/// Unsaved work that was left.
///
/// A form that is left stays in the history, and what would drop it from there moves it to a tab of
/// its own. There it waits until it is continued: from the launcher, or by opening its URL again.
extension Session {
  /// The screens whose unsaved work was kept, the newest first.
  func drafts() -> [VisitedScreen] {
    draftEntries.sorted { $0.savedAt > $1.savedAt }.map(visited)
  }

  var draftEntries: [Entry] {
    let current = navigator.state.current.id
    return navigator.state.entries.filter { $0.importance == .draft && $0.id != current }
  }

  /// Goes on with the draft that was left at `url`; false if there is none.
  func continueDraft(of url: ScreenURL) -> Bool {
    guard let draft = draftEntry(of: url) else { return false }
    return navigator.bring(draft.id) == .moved
  }

  /// The draft that was left at `url`.
  func draftEntry(of url: ScreenURL) -> Entry? {
    // Only what opens over other screens can be a draft; for the rest no entry need be decoded.
    guard case .matched(let match) = navigator.map.resolved(url).result, match.mode == .modal else {
      return nil
    }
    return draftEntries.first { $0.url == match.url }
  }
}
