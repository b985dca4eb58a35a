internal import CairnNavigation

/// The arrangement of lists: their order, columns and view.
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
    navigator.arrange(kind, items + kept.filter { !Self.arrangingItems.contains($0.name) })
  }

  /// The item with the view that a person chose.
  private static let viewItem = "view"

  /// Remembers the view for lists of the present kind.
  func keepView(_ view: String?) {
    // The counts of values are no list of records, but a view of one.
    guard let kind = application.kind(currentURL.setting(Self.viewItem, to: nil)) else { return }
    let others = (navigator.state.arrangements[kind] ?? []).filter { $0.name != Self.viewItem }
    navigator.arrange(kind, others + (view.map { [QueryItem(Self.viewItem, $0)] } ?? []))
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
    let missing = fitting(
      items.filter { $0.name != Self.rowItem && url.value($0.name) == nil }, url)
    guard !missing.isEmpty else { return nil }
    // A field may have been removed in the meantime.
    let all = missing.reduce(url) { $0.setting($1.name, to: $1.value) }
    if application.canArrange(all) { return all }
    let some = missing.map { url.setting($0.name, to: $0.value) }
    return some.first(where: application.canArrange)
  }

  /// The items that fit together: counts have no columns, and they do not answer a request
  /// for certain records, such as the records of one count.
  private func fitting(_ items: [QueryItem], _ url: ScreenURL) -> [QueryItem] {
    guard let view = items.first(where: { $0.name == Self.viewItem }),
      application.kind(url.setting(view.name, to: view.value)) == nil
    else { return items }
    return url.query.isEmpty ? [view] : items.filter { $0.name != view.name }
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
