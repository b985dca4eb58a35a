public import CairnNavigation
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

/// What the store has of a favorite: one that is kept, or the mark that one of the app's own was
/// removed.
struct FavoriteRecord {
  let row: Row

  /// Where it leads, as it stands in the store.
  let url: String

  /// Where it leads, with its collection and link called as they are now.
  let presentURL: String

  /// The app's own favorite that it is about, as that was declared, where `url` doesn't say.
  var declared: String? { text("Declared") }

  /// Whether it only says that a default was removed.
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
  /// All that the store has of favorites, in the order of their keys.
  ///
  /// - Throws: what reading their file throws.
  func favoriteRecords() throws(StoreError) -> [FavoriteRecord] {
    try load(Entity.favorite.name).rows.sorted { $0.key < $1.key }
      .map { FavoriteRecord($0, in: model) }
  }
}

/// A view that an app keeps for everyone who has not decided otherwise.
///
/// Nothing of it is in the store until a person changes it. Then it is kept like any other
/// favorite; or, once it was removed, as a mark that keeps it away for good. So one that is
/// declared later shows up in stores that are old, one that a person removed never does again, and
/// undo takes back either.
public struct DefaultFavorite: Hashable, Sendable {
  /// Where it leads.
  public private(set) var url: ScreenURL

  /// Where it leads as it was declared, by which it is known whatever its records are called since.
  let declared: String

  /// What it is called.
  public let title: String

  /// The letter that it has unless a person's favorite has it; without one it gets the first free
  /// letter.
  public let letter: Character?

  /// The section of the launcher that it stands in; empty for the first.
  public let section: String

  /// Declares a favorite.
  ///
  /// - Precondition: the launcher gives the letter to favorites, see `FavoriteLetters`.
  public init(
    _ url: ScreenURL, _ title: String, letter: Character? = nil, section: String = ""
  ) {
    precondition(
      letter.map(FavoriteLetters.isPossible) ?? true,
      "\(title) can't have the letter \(letter ?? " ")")
    self.url = url
    declared = url.text
    self.title = title
    self.letter = letter
    self.section = section
  }
}

extension DefaultFavorite {
  /// The favorite with another spelling of where it leads.
  func leading(to url: ScreenURL) -> Self {
    var favorite = self
    favorite.url = url
    return favorite
  }

  /// Whether a record of the store says what became of this one.
  func isDecided(by record: FavoriteRecord) -> Bool {
    [record.declared, record.url].contains(declared) || record.presentURL == url.text
  }
}
