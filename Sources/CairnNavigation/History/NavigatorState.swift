/// The history of all tabs, as a value; only the reducer changes it.
///
///     open ──▶ [back … current] ──back──▶ [back] current [forward] ──forward──▶ …
///                    └── a new visit drops [forward]
///
/// An action that leads nowhere, such as Back at the oldest entry, leaves the state unchanged. No
/// action removes a draft as a side effect: the draft moves to a tab of its own.
public struct NavigatorState: Hashable, Sendable {
  /// The maximum number of ``recents``.
  public static let recentLimit = 50

  /// The tabs, at least one.
  public internal(set) var tabs: [Tab]

  /// The index of the selected tab.
  public internal(set) var selectedTab: Int

  /// The maximum number of ``closedTabs``.
  public static let closedTabLimit = 10

  /// The closed tabs that can be opened again, newest first.
  ///
  /// Drafts are not in them; they stay in tabs of their own.
  public internal(set) var closedTabs: [Tab] = []

  /// The visited places, newest first and each URL once, without modal ones.
  public internal(set) var recents: [Entry]

  /// The last arrangement of each kind of screens: query items by the kind's name.
  public internal(set) var arrangements: [String: [QueryItem]] = [:]

  /// The URL where a new or empty tab starts.
  public let home: ScreenURL

  private(set) var lastID: UInt64

  /// Creates a state with one tab at a place.
  public init(_ visit: Visit, home: ScreenURL? = nil) {
    let entry = Entry(Entry.ID(number: 1), visit)
    tabs = [Tab(current: entry)]
    selectedTab = 0
    recents = []
    lastID = 1
    self.home = home ?? visit.url
    remember(visit)
  }

  init(
    tabs: [Tab], selectedTab: Int, recents: [Entry], arrangements: [String: [QueryItem]],
    closedTabs: [Tab], home: ScreenURL, lastID: UInt64
  ) {
    precondition(tabs.indices.contains(selectedTab), "a navigator is always in one of its tabs")
    self.tabs = tabs
    self.selectedTab = selectedTab
    self.recents = recents
    self.arrangements = arrangements
    self.closedTabs = closedTabs
    self.home = home
    self.lastID = lastID
  }

  /// The selected tab.
  public var tab: Tab { tabs[selectedTab] }

  /// The current entry of the selected tab.
  public var current: Entry { tab.current }

  /// Whether there is an entry to go back to.
  public var canGoBack: Bool { !tab.back.isEmpty }

  /// Whether there is an entry to go forward to.
  public var canGoForward: Bool { !tab.forward.isEmpty }

  /// The entries of all tabs.
  public var entries: [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(tabs.reduce(0) { $0 + $1.back.count + 1 + $1.forward.count })
    for tab in tabs {
      entries += tab.back
      entries.append(tab.current)
      entries += tab.forward
    }
    return entries
  }

  /// Returns the entry with an identity, in any tab.
  public func entry(_ id: Entry.ID) -> Entry? {
    for tab in tabs {
      if tab.current.id == id { return tab.current }
      if let entry = tab.entries.first(where: { $0.id == id }) { return entry }
    }
    return nil
  }

  mutating func mint(_ visit: Visit) -> Entry {
    lastID += 1
    return Entry(Entry.ID(number: lastID), visit)
  }

  mutating func remember(_ visit: Visit) {
    guard visit.mode != .modal, visit.isSaved else { return }
    var place = visit
    place.state = .empty
    place.listURL = nil
    place.importance = .normal
    recents.removeAll { $0.url == visit.url }
    recents.insert(mint(place), at: 0)
    recents = Array(recents.prefix(Self.recentLimit))
  }
}

/// A change of the history.
public enum NavigatorAction: Hashable, Sendable {
  /// Visits a place in its mode; parents that are missing below it are added.
  case open(Visit, parents: [Visit])
  /// Goes one entry back.
  case back
  /// Goes one entry forward.
  case forward
  /// Goes to the nearest lower entry of a place, or else visits it.
  case up(Visit)
  /// Goes to an entry of the selected tab.
  case jump(Entry.ID)
  /// Goes to an entry; an entry of another tab moves on top of the selected tab.
  case bring(Entry.ID)
  /// Goes to the oldest entry of the selected tab.
  case popToRoot
  /// Ends the innermost modal stack.
  case dismiss
  /// Changes the content of an entry in any tab; its screen stays.
  case update(Entry.ID, EntryChange)
  /// Removes an entry from its tab.
  case remove(Entry.ID)
  /// Opens a tab after the last one, and selects it.
  case openTab(Visit, parents: [Visit])
  /// Selects a tab, counted from 0.
  case selectTab(Int)
  /// Moves the selected tab to an index, counted from 0.
  case moveTab(to: Int)
  /// Closes a tab, counted from 0; the last one starts again at home.
  case closeTab(Int)
  /// Reopens the newest closed tab at its former place, and selects it.
  case reopenTab
  /// Removes entries and recents from before a moment; drafts and the current place stay.
  case forget(before: Timestamp)
  /// Records the arrangement of a kind of screens: items of their URLs' queries.
  case arrange(String, [QueryItem])
  /// Removes all recents and closed tabs.
  case clearRecents
}
