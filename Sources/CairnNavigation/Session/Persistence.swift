/// The part of the navigation that the next start restores.
public enum Persistence: String, CaseIterable, Hashable, Sendable {
  /// Only drafts.
  case none
  /// The oldest entry of each tab, and drafts.
  case root
  /// The current entry, and drafts.
  case top
  /// Everything.
  case all
}

extension NavigatorState {
  /// Returns the part to save; nil if nothing is left.
  ///
  /// Entries of unsaved routes are always left out.
  public func kept(by persistence: Persistence) -> NavigatorState? {
    switch persistence {
    case .none: drafts
    case .all: keeping { $0.isSaved }
    case .root:
      keeping(tabs.compactMap { tab in tab.entries.first { $0.isSaved }?.id })
    case .top: keeping([current.id])
    }
  }

  /// The drafts alone; nil if there are none.
  private var drafts: NavigatorState? {
    var kept = keeping([])
    kept?.recents = []
    kept?.arrangements = [:]
    return kept
  }

  /// The number of drafts.
  public var draftCount: Int { entries.count { $0.importance == .draft } }

  /// Returns the state with a new, selected first tab at a place; the other tabs wait.
  public func beginning(at visit: Visit) -> NavigatorState {
    .reduce(.reduce(self, .openTab(visit, parents: [])), .moveTab(to: 0))
  }

  /// Returns the part that isn't older than `oldest`; nil if nothing is left.
  ///
  /// Drafts stay. Cost: decodes every entry.
  public func expiring(before oldest: Timestamp) -> NavigatorState? {
    var kept = keeping { !$0.expires(before: oldest) }
    kept?.recents.removeAll { $0.savedAt < oldest }
    kept?.keepOfClosedTabs { !$0.expires(before: oldest) }
    return kept
  }

  private func keeping(_ ids: [Entry.ID]) -> NavigatorState? {
    let ids = Set(ids)
    return keeping { $0.isSaved && (ids.contains($0.id) || $0.importance == .draft) }
  }

  /// Returns the state with some of its entries; tabs without entries are closed.
  private func keeping(_ isKept: (Entry) -> Bool) -> NavigatorState? {
    var kept = self
    kept.tabs = []
    kept.selectedTab = 0
    for (index, tab) in tabs.enumerated() {
      var tab = tab
      guard tab.keep(isKept) else { continue }
      kept.tabs.append(tab)
      if index <= selectedTab { kept.selectedTab = kept.tabs.count - 1 }
    }
    kept.keepOfClosedTabs(isKept)
    return kept.tabs.isEmpty ? nil : kept
  }
}
