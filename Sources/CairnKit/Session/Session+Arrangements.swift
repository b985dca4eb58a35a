internal import CairnNavigation

/// The arrangement of lists: their order and columns.
///
/// A URL's own arrangement decides. Without one, a list gets the last arrangement of its kind,
/// which is added to the URL as it is opened. So the history, favorites and a copied URL have the
/// visible arrangement. A favorite keeps its own.
extension Session {
  /// The query items that arrange a list.
  static let arrangingItems = ["sort", "columns"]

  /// Records a person's change of the arrangement.
  func noteArrangement(changedFrom old: ScreenURL) {
    let url = currentURL
    let changed = Self.arrangingItems.filter { url.value($0) != old.value($0) }
    guard !changed.isEmpty, let kind = application.kind(url) else { return }
    let kept = navigator.state.arrangements[kind] ?? []
    // The order of the items is fixed, so a view has one URL.
    let items = Self.arrangingItems.compactMap { name in
      changed.contains(name)
        ? url.value(name).map { QueryItem(name, $0) } : kept.first { $0.name == name }
    }
    navigator.arrange(kind, items + kept.filter { $0.name == Self.rowItem })
  }

  /// The item with the row of the cursor, which is in no URL.
  private static let rowItem = "~row"

  /// Records the row under the cursor of a list that is left.
  func noteRow(of screen: any Screen, at url: ScreenURL) {
    guard let list = screen as? ListScreen, let row = list.selectedID,
      let kind = application.kind(url)
    else { return }
    let kept = navigator.state.arrangements[kind] ?? []
    guard kept.first(where: { $0.name == Self.rowItem })?.value != row else { return }
    navigator.arrange(
      kind, kept.filter { $0.name != Self.rowItem } + [QueryItem(Self.rowItem, row)])
  }

  /// Puts the cursor of a list on the row that it had when a list of its kind was left.
  func startAtNotedRow(_ screen: any Screen) {
    guard let list = screen as? ListScreen, let kind = application.kind(currentURL),
      let row = navigator.state.arrangements[kind]?.first(where: { $0.name == Self.rowItem })?.value
    else { return }
    list.start(atRow: row)
  }

  /// Returns the URL of a request with the last arrangement of its kind; `nil` if nothing is added.
  func urlArranging(_ request: OpenRequest) -> ScreenURL? {
    request.url.flatMap { urlArranging($0, from: request.origin) }
  }

  /// Returns a URL from an origin with the last arrangement of its kind; `nil` if nothing is added.
  func urlArranging(_ url: ScreenURL, from origin: Origin) -> ScreenURL? {
    guard isArranged(url, origin), let kind = application.kind(url),
      let items = navigator.state.arrangements[kind]
    else { return nil }
    let missing = items.filter { $0.name != Self.rowItem && url.value($0.name) == nil }
    guard !missing.isEmpty else { return nil }
    // A field may have been removed in the meantime.
    let all = missing.reduce(url) { $0.setting($1.name, to: $1.value) }
    if application.canArrange(all) { return all }
    let some = missing.map { url.setting($0.name, to: $0.value) }
    return some.first(where: application.canArrange)
  }

  /// Whether the URL may be arranged: not a favorite or a restored URL, and not a shell's URL with
  /// a query, which may be a favorite.
  private func isArranged(_ url: ScreenURL, _ origin: Origin) -> Bool {
    switch origin {
    case .user, .link, .external: true
    case .commandLine: url.query.isEmpty
    case .favorite, .restore: false
    }
  }
}
