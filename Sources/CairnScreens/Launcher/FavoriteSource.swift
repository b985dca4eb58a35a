internal import CairnInterface
internal import CairnNavigation

/// The store of favorites.
///
/// Each change is saved at once and can be undone like any other change of data. The effects that
/// the methods return do the saving.
public protocol FavoriteSource: AnyObject {
  /// All favorites, section by section, each section in its own order.
  var favorites: [Favorite] { get }
  /// Whether favorites can't be changed now; then hints omit the keys for changes.
  var isReadOnly: Bool { get }
  /// Whether the view at `url` is a favorite; each drawing asks for it.
  func isKept(_ url: String) -> Bool
  /// Adds a favorite at the end of its section; its id is ignored.
  func addFavorite(_ favorite: Favorite) -> [Effect]
  /// Changes the title, letter or section of the favorite with the same id.
  func updateFavorite(_ favorite: Favorite) -> [Effect]
  /// Moves the favorite `id` by `offset` places, within its section.
  func moveFavorite(_ id: String, by offset: Int) -> [Effect]
  /// Removes the favorite `id`.
  func removeFavorite(_ id: String) -> [Effect]
}

extension FavoriteSource {
  /// `false` by default: favorites can be changed.
  public var isReadOnly: Bool { false }
  /// Searches all favorites by default.
  public func isKept(_ url: String) -> Bool { favorites.contains { $0.url == url } }
}

/// A view that a person keeps under a name and a letter.
public struct Favorite: Hashable, Sendable, Identifiable {
  /// The permanent identity.
  public var id: String
  /// The URL as text, possibly with names from before a rename.
  public var url: String
  /// The favorite's title.
  public var title: String
  /// The letter that opens it from the launcher.
  public var letter: Character?
  /// The name for the shell and the palette, `@name`.
  public var name: String?
  /// The favorite's section; empty for the first one, which has no name.
  public var section: String
  /// The person's sign, one or two columns wide; `nil` for the sign of the favorite's kind.
  public var glyph: Character?
  /// The kind of the target, if known.
  public var kind: Kind?
  /// The state of the target: a count, a text or a status.
  public var badge: String?
  /// Whether the target no longer exists.
  public var isGone: Bool
  /// The unknown parts of the URL, in a sentence without a full stop; `nil` if there are no such
  /// parts.
  public var warning: String?

  /// Creates a favorite; a source assigns its id.
  public init(
    id: String = "", url: String, title: String, letter: Character? = nil, name: String? = nil,
    section: String = "", glyph: Character? = nil, kind: Kind? = nil, badge: String? = nil,
    isGone: Bool = false,
    warning: String? = nil
  ) {
    self.id = id
    self.url = url
    self.title = title
    (self.letter, self.name) = (letter, name)
    self.section = section
    (self.glyph, self.kind) = (glyph, kind)
    self.badge = badge
    (self.isGone, self.warning) = (isGone, warning)
  }
}

extension Favorite {
  /// The kind of a favorite's target.
  public enum Kind: Hashable, Sendable {
    /// A list of records, or of a record's links.
    case list
    /// The page of one record.
    case record
    /// The form of a new record.
    case form
    /// A screen of the app.
    case screen
  }

  /// The sign before the title: the favorite's own if the terminal can show it, else the sign of
  /// its kind.
  func sign(in glyphs: GlyphSet) -> String {
    if let glyph, glyph.isASCII || !glyphs.isASCII { return String(glyph) }
    return switch kind {
    case .list: glyphs.list
    case .record: glyphs.record
    case .form: glyphs.form
    case .screen: glyphs.screen
    case nil: " "
    }
  }
}

extension Character {
  /// Creates a favorite's sign from a text; `nil` unless it is one visible character of one or two
  /// columns.
  public init?(glyph text: String) {
    guard text.count == 1, let sign = text.first, !sign.isWhitespace,
      sign.unicodeScalars.first?.properties.generalCategory != .control,
      (1...2).contains(GlyphWidth.columns(of: text))
    else { return nil }
    self = sign
  }
}

extension Menu {
  /// A menu of the favorites with a letter, and of the launcher under `'`.
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

/// The letters that favorites can have, and the letter of a new favorite.
///
/// On the launcher, a letter opens a favorite. A new favorite never gets a letter that is a key of
/// the app there. Favorites of earlier versions keep such letters.
public enum FavoriteLetters {
  /// The first letters of the launcher's keys.
  static let reserved: Set<Character> = Set(
    alphabet.filter { letter in
      let key = Key(.character(letter))
      return Keymap.standard.resolve([key], in: [.launcher, .rows, .browsing]) != .none
    })

  private static let alphabet = "abcdefghijklmnopqrstuvwxyz"

  /// Letters that favorites never had in any version.
  private static let neverGiven: Set<Character> = Set("ghjkquxyz")

  /// Whether a person may give a favorite this letter.
  public static func isAllowed(_ letter: Character) -> Bool {
    alphabet.contains(letter) && !reserved.contains(letter)
  }

  /// Whether a favorite may have this letter, perhaps from an earlier version.
  public static func isPossible(_ letter: Character) -> Bool {
    alphabet.contains(letter) && !neverGiven.contains(letter)
  }

  /// The first free letter of the title, else of the alphabet, else `nil`.
  public static func suggestion(for title: String, taken: Set<Character>) -> Character? {
    let free = free(beside: taken)
    return title.lowercased().first { free.contains($0) } ?? free.first
  }

  /// The free letters, in alphabetical order.
  static func free(beside taken: Set<Character>) -> String {
    alphabet.filter { isAllowed($0) && !taken.contains($0) }
  }
}
