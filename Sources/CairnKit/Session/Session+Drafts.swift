internal import CairnNavigation
internal import CairnScreens

/// Drafts: the unsaved work of screens that were left.
///
/// A form that is left stays in the history; an action that would remove it moves it to its own
/// tab. There the draft waits until it is continued from the launcher, from the palette, or by
/// opening its URL. Drafts of sessions that no process uses can be continued in the same way.
extension Session {
  /// The screens with drafts, newest first.
  func drafts() -> [VisitedScreen] {
    let own = draftEntries.map { (WaitingDraft.ID(entry: $0.id), $0) }
    let others = waitingDrafts.map { ($0.id, $0.entry) }
    return (own + others).sorted { $0.1.savedAt > $1.1.savedAt }.map { id, entry in
      var draft = visited(entry)
      draft.draft = id
      return draft
    }
  }

  var draftEntries: [Entry] {
    let current = navigator.state.current.id
    return navigator.state.entries.filter { $0.importance == .draft && $0.id != current }
  }

  private var waitingDrafts: [WaitingDraft] { application.state?.waitingDrafts() ?? [] }

  /// Continues the draft at a URL; false if there is none.
  func continueDraft(of url: ScreenURL) -> Bool {
    guard let place = placeOfDraft(at: url) else { return false }
    if let draft = draftEntries.first(where: { isDraft($0, of: place) }) {
      guard navigator.bring(draft.id) == .moved else { return false }
      let age = Age.text(since: draft.savedAt, at: application.clock())
      message = Message(
        age == "now" ? "this is the draft that you began" : "this is your draft from \(age) ago",
        advice: "\(key: .discard) discards it")
      return true
    }
    guard place != application.present(currentURL),
      let draft = waitingDrafts.first(where: { isDraft($0.entry, of: place) })
    else { return false }
    return take(draft)
  }

  /// Continues a draft of any session.
  func continueDraft(_ id: WaitingDraft.ID) {
    if id.session == nil {
      _ = navigator.bring(id.entry)
    } else if let draft = waitingDrafts.first(where: { $0.id == id }) {
      take(draft)
    } else {
      message = Message("the draft is no longer there", tone: .warning)
    }
  }

  /// Moves a draft of another session here.
  ///
  /// The other session keeps the draft until it is saved here.
  @discardableResult
  private func take(_ draft: WaitingDraft) -> Bool {
    do {
      guard let taken = try application.state?.take(draft) else { return false }
      if case .vetoed(let reason) = navigator.resume(with: taken.visit) {
        message = Message(reason, tone: .warning)
        return false
      }
      message = Message("the draft was moved here")
      save(then: { try taken.finish(at: $0) })
      return true
    } catch {
      message = Message("\(error)", tone: .warning)
      return false
    }
  }

  /// Returns the draft that the running session has at a URL.
  func draftEntry(of url: ScreenURL) -> Entry? {
    placeOfDraft(at: url).flatMap { place in draftEntries.first { isDraft($0, of: place) } }
  }

  /// Whether a draft belongs to the form at `place`, which may have been renamed.
  private func isDraft(_ entry: Entry, of place: ScreenURL) -> Bool {
    application.present(entry.url) == place
  }

  /// Returns the URL that a draft of `url` would have; nil if it can't have a draft.
  ///
  /// Only modal screens can be drafts, so other URLs need no decoding of entries.
  private func placeOfDraft(at url: ScreenURL) -> ScreenURL? {
    guard case .matched(let match) = navigator.map.resolved(url).result, match.mode == .modal else {
      return nil
    }
    return match.url
  }
}
