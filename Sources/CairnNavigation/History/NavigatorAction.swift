/// One change of where a person is.
public enum NavigatorAction: Hashable, Sendable {
  /// Visits a place by its mode, with parents put below it that aren't there already.
  case open(Visit, parents: [Visit])
  /// Goes one entry back.
  case back
  /// Goes one entry forward.
  case forward
  /// Goes to this place below the current one if it is there, else visits it.
  case up(Visit)
  /// Goes to an entry of the selected tab.
  case jump(Entry.ID)
  /// Goes to an entry; one of another tab is taken from there and put on top of the selected one.
  case bring(Entry.ID)
  /// Goes to the oldest entry of the selected tab.
  case popToRoot
  /// Ends the innermost modal stack.
  case dismiss
  /// Changes what an entry of any tab holds; its screen stays.
  case update(Entry.ID, EntryChange)
  /// Takes an entry out of its tab.
  case remove(Entry.ID)
  /// Opens a tab behind the others and selects it.
  case openTab(Visit, parents: [Visit])
  /// Selects a tab, counted from 0.
  case selectTab(Int)
  /// Puts the selected tab in the place of another one, counted from 0.
  case moveTab(to: Int)
  /// Closes a tab, counted from 0; the last one starts again at home.
  case closeTab(Int)
  /// Reopens the newest closed tab at its former place, and selects it.
  case reopenTab
  /// Forgets entries and recents from before a moment; drafts stay, and where the person is.
  case forget(before: Moment)
  /// Takes note of how screens of a kind are arranged now: items of their URLs' queries.
  case arrange(String, [QueryItem])
  /// Forgets which places were visited, and which tabs were closed.
  case clearRecents
}
