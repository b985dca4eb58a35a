internal import CairnNavigation

extension Menu {
  /// The favorites that have a letter, to jump to one of them, and the launcher under `'`.
  package static func favorites(_ favorites: [Favorite]) -> Menu {
    let lettered = favorites.filter { $0.letter != nil }
    let items =
      [Item("'", "Launcher")]
      + lettered.map { Item($0.letter, $0.title, detail: $0.isGone ? "gone" : $0.badge ?? "") }
    return Menu("Favorites", items, placement: .corner) { index in
      index == 0 ? [.home] : [.openText(lettered[index - 1].url, .favorite)]
    }
  }
}
