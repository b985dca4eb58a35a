internal import CairnInterface
internal import CairnNavigation

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
  /// Its name for the shell and the palette, `@name`.
  public var name: String?
  /// The section that it stands in; empty for the first, nameless one.
  public var section: String
  /// The sign that a person gave it, one or two columns wide; else that of its kind is shown.
  public var glyph: Character?
  /// What it leads to, as far as that is known.
  public var kind: Kind?
  /// What its target says now: a count, a text or a state.
  public var badge: String?
  /// Whether its target is no longer there.
  public var isGone: Bool
  /// What its URL asks for in vain, in a sentence without a full stop; `nil` for nothing.
  public var warning: String?

  /// A favorite; a source gives it its id.
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
  /// What a favorite leads to.
  public enum Kind: Hashable, Sendable {
    /// Records, or what a record links to.
    case list
    /// One record.
    case record
    /// The form of a new record.
    case form
    /// A screen of the app's own.
    case screen
  }

  /// The sign that stands before it: its own where the terminal has it, else that of its kind.
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
  /// The sign that a text is for a favorite; `nil` unless it is one character that is seen and
  /// takes one or two columns.
  public init?(glyph text: String) {
    guard text.count == 1, let sign = text.first, !sign.isWhitespace,
      sign.unicodeScalars.first?.properties.generalCategory != .control,
      (1...2).contains(GlyphWidth.columns(of: text))
    else { return nil }
    self = sign
  }
}

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

/// Which letters favorites can have, and which one a new favorite gets.
///
/// On the launcher a bare letter opens a favorite. A favorite never gets a letter that is a key of
/// the app there. Favorites of earlier versions may have some of these letters, and keep them.
public enum FavoriteLetters {
  /// The letters with which keys of the launcher begin.
  static let reserved: Set<Character> = Set(
    alphabet.filter { letter in
      let key = Key(.character(letter))
      return Keymap.standard.resolve([key], in: [.launcher, .rows, .browsing]) != .none
    })

  private static let alphabet = "abcdefghijklmnopqrstuvwxyz"

  /// Letters that no favorite ever had.
  private static let neverGiven: Set<Character> = Set("ghjkquxyz")

  /// Whether a person may give a favorite this letter.
  public static func isAllowed(_ letter: Character) -> Bool {
    alphabet.contains(letter) && !reserved.contains(letter)
  }

  /// Whether a favorite may have this letter, perhaps from an earlier version.
  public static func isPossible(_ letter: Character) -> Bool {
    alphabet.contains(letter) && !neverGiven.contains(letter)
  }

  /// The first free letter of the title, else of the alphabet, else none.
  public static func suggestion(for title: String, taken: Set<Character>) -> Character? {
    let free = free(beside: taken)
    return title.lowercased().first { free.contains($0) } ?? free.first
  }

  /// The letters that nobody has, in the order of the alphabet.
  static func free(beside taken: Set<Character>) -> String {
    alphabet.filter { isAllowed($0) && !taken.contains($0) }
  }
}
