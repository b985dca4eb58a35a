internal import CairnInterface
internal import CairnNavigation

/// The launcher's rows from top to bottom, as one list for the cursor.
struct LauncherRows {
  /// Where a collection stands among those that own others.
  enum Fold {
    /// It owns none.
    case none
    /// It owns others, which are visible or not.
    case owner(isOpen: Bool)
    /// It is owned, and stands under its owner.
    case owned
  }

  enum Row {
    case blank
    case heading(String)
    case favorite(Favorite)
    case recent(Int, VisitedScreen)
    case collection(LauncherCollection, Fold)
    case draft(Int, VisitedScreen)
    /// Opens a search of all records for the typed text.
    case find(String, ScreenURL)
    case note(KeyWords)

    var canHaveCursor: Bool {
      switch self {
      case .blank, .heading, .note: false
      case .favorite, .recent, .collection, .draft, .find: true
      }
    }

    /// The title, shown before the address.
    var title: String {
      switch self {
      case .blank, .heading, .note, .find: ""
      case .favorite(let favorite): favorite.title
      case .recent(_, let visit), .draft(_, let visit): visit.title
      case .collection(let collection, _): collection.title
      }
    }

    /// The text that a filter searches.
    var text: String {
      switch self {
      case .blank, .heading, .note, .find: ""
      case .favorite(let favorite): "\(favorite.title) \(favorite.url)"
      case .recent(_, let visit), .draft(_, let visit): "\(visit.title) \(visit.url.text)"
      case .collection(let collection, _): "\(collection.title) \(collection.url.text)"
      }
    }

    /// The row's permanent identity, which the cursor follows.
    var id: String? {
      switch self {
      case .blank, .heading, .note: nil
      case .favorite(let favorite): "favorite \(favorite.id)"
      case .recent(_, let visit): "recent \(visit.url.text)"
      case .collection(let collection, _): "collection \(collection.url.text)"
      case .draft(_, let visit): visit.draft.map { "draft \($0)" } ?? visit.url.text
      case .find: "find"
      }
    }
  }

  private(set) var rows: [Row] = []
  /// The width of the longest title.
  private(set) var widestTitle = 0
  private let words: [String]

  /// Creates the rows of nonempty sections, with at most nine recents, one for each digit.
  ///
  /// Each row has all words of `filter` in its title or address. If there is a filter, `find` is
  /// the last row. Owned collections follow their owner if it is in `unfolded`, or if there is a
  /// filter.
  init(
    favorites: [Favorite], recents: [VisitedScreen], collections: [LauncherCollection],
    drafts: [VisitedScreen], emptyHint: KeyWords = "", unfolded: Set<String> = [],
    matching filter: String = "", find: ScreenURL? = nil
  ) {
    words = filter.lowercased().split(separator: " ").map(String.init)
    add(favorites)
    section("Continue", drafts.enumerated().map(Row.draft))
    section("Recent", recents.prefix(9).enumerated().map { .recent($0 + 1, $1) })
    let hint = emptyHint.isEmpty || !words.isEmpty ? [] : [Row.note(emptyHint)]
    section("All records", collections.isEmpty ? hint : rows(of: collections, unfolded))
    widestTitle = rows.map { GlyphWidth.columns(of: String($0.title.prefix(200))) }.max() ?? 0
    guard !words.isEmpty, let find else { return }
    if !rows.isEmpty { rows.append(.blank) }
    rows.append(.find(filter, find))
  }

  private mutating func add(_ favorites: [Favorite]) {
    guard !favorites.isEmpty || !words.isEmpty else {
      section(
        "Favorites", [.note("\(key: .keepFavorite) on any screen keeps it here")])
      return
    }
    var sections: [String] = []
    for favorite in favorites where !sections.contains(favorite.section) {
      sections.append(favorite.section)
    }
    for name in sections {
      section(
        name.isEmpty ? "Favorites" : name,
        favorites.filter { $0.section == name }.map(Row.favorite))
    }
  }

  /// Arranges collections, each owned one under its first owner.
  private func rows(of collections: [LauncherCollection], _ unfolded: Set<String>) -> [Row] {
    var owned: [ScreenURL: [LauncherCollection]] = [:]
    let tops = Set(collections.filter { $0.owner == nil }.map(\.url))
    for collection in collections {
      if let owner = collection.owner, tops.contains(owner) {
        owned[owner, default: []].append(collection)
      }
    }
    return collections.flatMap { collection -> [Row] in
      if let owner = collection.owner, tops.contains(owner) { return [] }
      guard let parts = owned[collection.url] else { return [.collection(collection, .none)] }
      let isOpen = !words.isEmpty || unfolded.contains(collection.url.text)
      let shown = isOpen ? parts.map { Row.collection($0, .owned) } : []
      return [.collection(collection, .owner(isOpen: isOpen))] + shown
    }
  }

  private mutating func section(_ title: String, _ content: [Row]) {
    let content = content.filter { row in words.allSatisfy(row.text.lowercased().contains) }
    guard !content.isEmpty else { return }
    if !rows.isEmpty { rows.append(.blank) }
    rows.append(.heading(title))
    rows += content
  }

  /// The nearest row from `start` on, in the direction of `step`, that can have the cursor.
  func stop(from start: Int, step: Int) -> Int? {
    rows.stop(from: start, step: step, where: \.canHaveCursor)
  }
}
