internal import CairnNavigation
internal import CairnScreens
public import CairnStore

/// A view that is kept: by a person in the store, or by the app for everyone.
public struct KeptFavorite: Hashable, Sendable {
  /// Where it leads, as it stands in the store; a favorite outlives the routes it was made with.
  public let url: String

  /// Where it leads, with its collection and link called as they are now; favorites of one view have
  /// the same.
  package let presentURL: String

  /// What it is called.
  public var title: String

  /// The letter that opens it from the launcher.
  public var letter: Character?

  /// What the shell calls it besides its letter: `@name`.
  public var name: String?

  /// The section of the launcher that it stands in; empty for the first.
  public var section: String

  /// Its place among the others of its section, the smallest first.
  public var position: Double

  /// A favorite of the store; nil for the mark that one was removed.
  init?(_ row: Row, in model: ObjectModel) {
    guard !row.isRemovedFavorite else { return nil }
    func text(_ field: String) -> String? {
      if case .text(let text)? = row[field] { text } else { nil }
    }
    url = row.favoriteURL
    presentURL = model.renamed(url)
    title = text("Title") ?? url
    letter = text("Letter")?.first
    name = text("Name")
    section = text("Section") ?? ""
    position = if case .double(let place)? = row["Position"] { place } else { .infinity }
  }

  /// A default of which the store has nothing.
  init(_ favorite: DefaultFavorite, letter: Character?, position: Double) {
    url = favorite.url.text
    presentURL = url
    title = favorite.title
    self.letter = letter
    section = favorite.section
    self.position = position
  }

  /// Whether `@word` in the shell means this one.
  package func isCalled(_ word: String) -> Bool {
    name == word || letter.map(String.init) == word
  }
}

extension Row {
  /// Where a favorite leads.
  var favoriteURL: String {
    if case .text(let text)? = self["Url"] { text } else { "" }
  }

  /// The app's own favorite that it is about, as that was declared, where `favoriteURL` doesn't say.
  var declaredFavorite: String? {
    if case .text(let text)? = self["Declared"] { text } else { nil }
  }

  /// Whether it only says that a default was removed.
  var isRemovedFavorite: Bool { self["Removed"] == .boolean(true) }
}

extension Snapshot {
  /// The favorites in the order of the launcher, section by section, each URL once.
  ///
  /// The nameless section is the first; the others stand as the first favorite of each does.
  /// Defaults that nobody moved come before what a person keeps.
  ///
  /// - Parameter defaults: the app's own, their URLs canonical.
  /// - Returns: what the launcher shows.
  /// - Throws: what reading the favorites' file throws.
  public func favorites(
    beside defaults: [DefaultFavorite] = []
  ) throws(StoreError) -> [KeptFavorite] {
    let rows = try load(Entity.favorite.name).rows.sorted { $0.key < $1.key }
    var urls: Set<String> = []
    var favorites = rows.compactMap { KeptFavorite($0, in: model) }
      .filter { urls.insert($0.presentURL).inserted }
    favorites += untouched(defaults, beside: favorites, rows)
    // The order of what has the same place stays.
    favorites.sort { $0.position < $1.position }
    var sections = [""]
    for favorite in favorites where !sections.contains(favorite.section) {
      sections.append(favorite.section)
    }
    return sections.flatMap { section in favorites.filter { $0.section == section } }
  }

  /// The defaults of which the store has nothing.
  private func untouched(
    _ defaults: [DefaultFavorite], beside favorites: [KeptFavorite], _ rows: [Row]
  ) -> [KeptFavorite] {
    var taken = Set(favorites.compactMap(\.letter))
    var urls: Set<String> = []
    return defaults.enumerated().compactMap { index, favorite in
      guard !rows.contains(where: { favorite.isDecided(by: $0, in: model) }),
        urls.insert(favorite.url.text).inserted
      else { return nil }
      let free = favorite.letter.flatMap { taken.contains($0) ? nil : $0 }
      let letter = free ?? FavoriteLetters.suggestion(for: favorite.title, taken: taken)
      if let letter { taken.insert(letter) }
      return KeptFavorite(favorite, letter: letter, position: Double(index - defaults.count))
    }
  }
}
