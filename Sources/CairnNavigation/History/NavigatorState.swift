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
