internal import CairnNavigation
internal import CairnScreens
public import CairnStore

/// A view that is kept: by a person in the store, or by the app for everyone.
public struct KeptFavorite: Hashable, Sendable {
  /// Where it leads, as it stands in the store; a favorite outlives the routes it was made with.
  public let url: String

  /// Where it leads, with its collection and link called as they are now; favorites of one view
  /// have the same.
  package let presentURL: String

  /// What it is called.
  public var title: String

  /// The letter that opens it from the launcher.
  public var letter: Character?

  /// What the shell calls it besides its letter: `@name`.
  public var name: String?

  /// The section of the launcher that it stands in; empty for the first.
  public var section: String

  /// The sign that a person gave it.
  public var glyph: Character?

  /// Its place among the others of its section, the smallest first.
  public var position: Double

  /// A favorite of the store; nil for the mark that one was removed.
  init?(_ record: FavoriteRecord) {
    guard !record.isRemoved else { return nil }
    url = record.url
    presentURL = record.presentURL
    title = record.text("Title") ?? url
    letter = record.text("Letter")?.first
    name = record.text("Name")
    section = record.text("Section") ?? ""
    glyph = record.text("Glyph").flatMap(Character.init(glyph:))
    position = if case .double(let place)? = record.row["Position"] { place } else { .infinity }
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
    [KeptFavorite](try favoriteRecords(), beside: defaults)
  }
}

extension [KeptFavorite] {
  /// What the launcher shows of `records` and of the app's own favorites, their URLs canonical.
  init(_ records: [FavoriteRecord], beside defaults: [DefaultFavorite]) {
    var urls: Set<String> = []
    var favorites = records.compactMap(KeptFavorite.init)
      .filter { urls.insert($0.presentURL).inserted }
    favorites += Self.untouched(defaults, beside: favorites, records)
    // The order of what has the same place stays.
    favorites.sort { $0.position < $1.position }
    var sections = [""]
    for favorite in favorites where !sections.contains(favorite.section) {
      sections.append(favorite.section)
    }
    self = sections.flatMap { section in favorites.filter { $0.section == section } }
  }

  /// The defaults of which the store has nothing.
  private static func untouched(
    _ defaults: [DefaultFavorite], beside favorites: [KeptFavorite], _ records: [FavoriteRecord]
  ) -> [KeptFavorite] {
    var taken = Set(favorites.compactMap(\.letter))
    var urls: Set<String> = []
    return defaults.enumerated().compactMap { index, favorite in
      guard !records.contains(where: favorite.isDecided),
        urls.insert(favorite.url.text).inserted
      else { return nil }
      let free = favorite.letter.flatMap { taken.contains($0) ? nil : $0 }
      let letter = free ?? FavoriteLetters.suggestion(for: favorite.title, taken: taken)
      if let letter { taken.insert(letter) }
      return KeptFavorite(favorite, letter: letter, position: Double(index - defaults.count))
    }
  }
}
