/// Where a person is in all tabs, as a value; the reducer is its only way to change.
///
///     open ──▶ [back … current] ──back──▶ [back] current [forward] ──forward──▶ …
///                    └── a new visit drops [forward]
///
/// An action that leads nowhere, such as Back at the oldest entry, leaves the state as it is. No
/// action drops a draft in passing: one that would go with what Forward leads to, or with its tab,
/// moves to a tab of its own.
public struct NavigatorState: Hashable, Sendable {
  /// The most places that ``recents`` holds.
  public static let recentLimit = 50

  /// The tabs, never none.
  public internal(set) var tabs: [Tab]

  /// The index of the tab that is shown.
  public internal(set) var selectedTab: Int

  /// The most tabs that ``closedTabs`` holds.
  public static let closedTabLimit = 10

  /// The tabs that were closed and can be opened again, the newest first; without drafts, which stay
  /// in tabs of their own.
  public internal(set) var closedTabs: [Tab] = []

  /// The places visited, the newest first, each URL once, modal ones left out.
  public internal(set) var recents: [Entry]

  /// How screens of a kind were last arranged: items of their URLs' queries, by the kind's name.
  public internal(set) var arrangements: [String: [QueryItem]] = [:]

  /// Where a tab starts that nothing else is left in.
  public let home: ScreenURL

  private(set) var lastID: UInt64

  /// A single tab at a place.
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

  /// The tab that is shown.
  public var tab: Tab { tabs[selectedTab] }

  /// Where the person is.
  public var current: Entry { tab.current }

  /// Whether Back leads somewhere.
  public var canGoBack: Bool { !tab.back.isEmpty }

  /// Whether Forward leads somewhere.
  public var canGoForward: Bool { !tab.forward.isEmpty }

  /// Every entry of every tab.
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

  /// The entry with an identity, in any tab.
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
