internal import CairnNavigation

/// How a person arranges lists: their order and their columns.
///
/// What a URL says holds for its screen. Where it says nothing, a list is arranged as the last one
/// of its kind was, by what is put into the URL as it is opened: so the history, favorites and a
/// copied URL have what is seen. A favorite stays as it was kept.
extension Session {
  /// What of a URL arranges its list.
  static let arrangingItems = ["sort", "columns"]

  /// Takes note of what a person changed of how the list is arranged.
  func noteArrangement(changedFrom old: ScreenURL) {
    let url = currentURL
    let changed = Self.arrangingItems.filter { url.value($0) != old.value($0) }
    guard !changed.isEmpty, let kind = application.kind(url) else { return }
    let kept = navigator.state.arrangements[kind] ?? []
    // In one order, whatever was changed first: a view has one URL.
    let items = Self.arrangingItems.compactMap { name in
      changed.contains(name)
        ? url.value(name).map { QueryItem(name, $0) } : kept.first { $0.name == name }
    }
    navigator.arrange(kind, items)
  }

  /// Where a request leads that says less than what is known of how its list was arranged last;
  /// `nil` to where it says.
  func urlArranging(_ request: OpenRequest) -> ScreenURL? {
    request.url.flatMap { urlArranging($0, from: request.origin) }
  }

  /// The same of a URL that is reached from an origin.
  func urlArranging(_ url: ScreenURL, from origin: Origin) -> ScreenURL? {
    guard isArranged(url, origin), let kind = application.kind(url),
      let items = navigator.state.arrangements[kind]
    else { return nil }
    let missing = items.filter { url.value($0.name) == nil }
    // Fields may be gone since.
    let all = missing.reduce(url) { $0.setting($1.name, to: $1.value) }
    if application.canArrange(all) { return all }
    let some = missing.map { url.setting($0.name, to: $0.value) }
    return some.first(where: application.canArrange)
  }

  /// Whether what is opened may be arranged: not what was kept, nor what a shell asks more of than
  /// where it is, as that may be a favorite.
  private func isArranged(_ url: ScreenURL, _ origin: Origin) -> Bool {
    switch origin {
    case .user, .link, .external: true
    case .commandLine: url.query.isEmpty
    case .favorite, .restore: false
    }
  }
}
