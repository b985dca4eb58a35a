/// Where favorites are kept.
///
/// Each change is saved at once and can be undone like any other change of data; the effects that
/// the methods return do the saving.
public protocol FavoriteSource: AnyObject {
  /// All favorites, section by section, each section in its own order.
  var favorites: [Favorite] { get }
  /// Whether they can't be changed now; then the keys that would are not hinted at.
  var isReadOnly: Bool { get }
  /// Whether the view at `url` is kept; asked at each drawing.
  func isKept(_ url: String) -> Bool
  /// Keeps a new one at the end of its section; its id is ignored.
  func addFavorite(_ favorite: Favorite) -> [Effect]
  /// Changes the title, letter or section of the one with the same id.
  func updateFavorite(_ favorite: Favorite) -> [Effect]
  /// Moves the one called `id` by `offset` places within its section, as far as that goes.
  func moveFavorite(_ id: String, by offset: Int) -> [Effect]
  /// Removes the one called `id`.
  func removeFavorite(_ id: String) -> [Effect]
}

extension FavoriteSource {
  /// They can be changed.
  public var isReadOnly: Bool { false }
  /// Looks through all favorites.
  public func isKept(_ url: String) -> Bool { favorites.contains { $0.url == url } }
}

/// A view that a person keeps under a name and a letter.
public struct Favorite: Hashable, Sendable, Identifiable {
  /// What stays the same while all else changes.
  public var id: String
  /// Where it leads, as text: a favorite outlives the routes that it was made with.
  public var url: String
  /// What it is called.
  public var title: String
  /// The letter that opens it from the launcher.
  public var letter: Character?
  /// The section that it stands in; empty for the first, nameless one.
  public var section: String
  /// What its target says now, such as a count.
  public var badge: String?
  /// Whether its target is no longer there.
  public var isGone: Bool

  /// A favorite; a source gives it its id.
  public init(
    id: String = "", url: String, title: String, letter: Character? = nil, section: String = "",
    badge: String? = nil, isGone: Bool = false
  ) {
    self.id = id
    self.url = url
    self.title = title
    self.letter = letter
    self.section = section
    self.badge = badge
    self.isGone = isGone
  }
}
