public import CairnNavigation
internal import CairnScreens
public import CairnStore

/// A favorite view: a person's in the store, or the app's for everyone.
public struct KeptFavorite: Hashable, Sendable {
  /// The view's URL as the store has it; it may use names from before a rename.
  public let url: String

  /// The view's URL with the current names of collection and link; the same for all favorites of
  /// one view.
  package let presentURL: String

  /// The favorite's title.
  public var title: String

  /// The letter that opens the favorite from the launcher.
  public var letter: Character?

  /// The favorite's name in the shell, besides its letter: `@name`.
  public var name: String?

  /// The favorite's section on the launcher; empty for the first.
  public var section: String

  /// The sign that a person chose.
  public var glyph: Character?

  /// The sort position within the section, smallest first.
  public var position: Double

  /// Creates the favorite of a record; `nil` for a mark that a default was removed.
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

  /// Creates the favorite of a default that has no record in the store.
  init(_ favorite: DefaultFavorite, letter: Character?, position: Double) {
    url = favorite.url.text
    presentURL = url
    title = favorite.title
    self.letter = letter
    section = favorite.section
    self.position = position
  }

  /// Whether `@word` in the shell means this favorite.
  package func isCalled(_ word: String) -> Bool {
    name == word || letter.map(String.init) == word
  }
}

extension Snapshot {
  /// The favorites in the order of the launcher, section by section, each URL once.
  ///
  /// The section without a name is first; other sections follow in the order of their first
  /// favorites. Defaults come before a person's own favorites, unless they were moved.
  ///
  /// - Parameter defaults: the app's own favorites, with canonical URLs.
  /// - Returns: the favorites that the launcher shows.
  /// - Throws: errors from reading the favorites' file.
  public func favorites(
    beside defaults: [DefaultFavorite] = []
  ) throws(StoreError) -> [KeptFavorite] {
    [KeptFavorite](try favoriteRecords(), beside: defaults)
  }
}

extension [KeptFavorite] {
  /// Creates the launcher's favorites from `records` and from the app's own, with canonical URLs.
  init(_ records: [FavoriteRecord], beside defaults: [DefaultFavorite]) {
    var urls: Set<String> = []
    var favorites = records.compactMap(KeptFavorite.init)
      .filter { urls.insert($0.presentURL).inserted }
    favorites += Self.untouched(defaults, beside: favorites, records)
    // The sort is stable: favorites with the same position keep their order.
    favorites.sort { $0.position < $1.position }
    var sections = [""]
    for favorite in favorites where !sections.contains(favorite.section) {
      sections.append(favorite.section)
    }
    self = sections.flatMap { section in favorites.filter { $0.section == section } }
  }

  /// The defaults that have no record in the store.
  private static func untouched(
    _ defaults: [DefaultFavorite], beside favorites: [KeptFavorite], _ records: [FavoriteRecord]
  ) -> [KeptFavorite] {
    var taken = Set(favorites.compactMap(\.letter))
    var urls: Set<String> = []
    return defaults.enumerated().compactMap { index, favorite in
      guard !records.contains(where: favorite.isDecided),
        urls.insert(favorite.url.text).inserted
      else { return nil }
      let free = favorite.possibleLetter.flatMap { taken.contains($0) ? nil : $0 }
      let letter = free ?? FavoriteLetters.suggestion(for: favorite.title, taken: taken)
      if let letter { taken.insert(letter) }
      return KeptFavorite(favorite, letter: letter, position: Double(index - defaults.count))
    }
  }
}

/// A favorite's record in the store: a favorite, or the mark that one of the app's own was removed.
struct FavoriteRecord {
  let row: Row

  /// The view's URL as the store has it.
  let url: String

  /// The view's URL with the current names of collection and link.
  let presentURL: String

  /// The declared URL of the app's own favorite that this record replaces, if `url` differs from
  /// it.
  var declared: String? { text("Declared") }

  /// Whether the record only marks a default as removed.
  var isRemoved: Bool { row["Removed"] == .boolean(true) }

  init(_ row: Row, in model: ObjectModel) {
    self.row = row
    url = if case .text(let text)? = row["Url"] { text } else { "" }
    presentURL = model.renamed(url)
  }

  func text(_ field: String) -> String? {
    if case .text(let text)? = row[field] { text } else { nil }
  }
}

extension Snapshot {
  /// All favorite records of the store, ordered by key.
  ///
  /// - Throws: errors from reading the favorites' file.
  func favoriteRecords() throws(StoreError) -> [FavoriteRecord] {
    try load(Entity.favorite.name).rows.sorted { $0.key < $1.key }
      .map { FavoriteRecord($0, in: model) }
  }
}

/// A favorite that an app declares for everyone, until a person changes it.
///
/// The store holds no record of it until a person changes it. Then the store has a record as for
/// any favorite; after a removal, the record is a mark that hides the default for good. So a
/// default declared later appears in old stores, a removed one never returns, and undo reverts
/// both.
public struct DefaultFavorite: Hashable, Sendable {
  /// The view's URL.
  public private(set) var url: ScreenURL

  /// The URL as declared.
  ///
  /// It identifies the favorite even after collections are renamed.
  let declared: String

  /// The favorite's title.
  public let title: String

  /// The preferred letter; if a person's favorite has it, or without one, the first free letter is
  /// used.
  ///
  /// An app over records is not made with a letter that no favorite can have (`FavoriteLetters`). A
  /// launcher of your own ignores such a letter.
  public let letter: Character?

  /// The favorite's section on the launcher; empty for the first.
  public let section: String

  /// Declares a favorite.
  public init(
    _ url: ScreenURL, _ title: String, letter: Character? = nil, section: String = ""
  ) {
    self.url = url
    declared = url.text
    self.title = title
    self.letter = letter
    self.section = section
  }
}

extension DefaultFavorite {
  /// The mistake in the favorite's declaration.
  ///
  /// A missing record or collection is no mistake: a person may have removed it.
  var problem: RegistrationProblem? {
    guard let letter, !FavoriteLetters.isPossible(letter) else { return nil }
    return .favoriteLetter(title: title, letter: letter)
  }

  /// The preferred letter, if favorites can have it.
  fileprivate var possibleLetter: Character? {
    letter.flatMap { FavoriteLetters.isPossible($0) ? $0 : nil }
  }

  /// The favorite with another spelling of its URL.
  func leading(to url: ScreenURL) -> Self {
    var favorite = self
    favorite.url = url
    return favorite
  }

  /// Whether a record of the store replaces or removes this default.
  func isDecided(by record: FavoriteRecord) -> Bool {
    [record.declared, record.url].contains(declared) || record.presentURL == url.text
  }
}
