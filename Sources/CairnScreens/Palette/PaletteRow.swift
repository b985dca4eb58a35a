internal import CairnInterface
public import CairnNavigation

/// A row of the palette: a command or a place.
struct PaletteRow {
  enum Target {
    case action(ActionName)
    case place(ScreenURL)
    case draft(VisitedScreen)
    /// A favorite's URL as text, which may be invalid.
    case favorite(String)
    /// A typed URL, or a longer one that begins with the typed text.
    case url(String)
  }

  var target: Target
  var title: String
  /// The text at the right: a key, or the kind of row.
  var note: String
  /// A word for the kind of row, which may be typed, too.
  var kind: String
  /// Other names for searches.
  var synonyms: [String] = []
  /// The objects of the action, which may be typed in addition.
  var subjects: [String] = []
  /// The keys of the action in the spellings that a person may type.
  var keys: [String] = []
  /// The extra score compared with equally good matches.
  var weight = 0
  var match = FuzzyPattern.Match(score: 0, places: [])

  init(_ action: Action) {
    target = .action(action.name)
    title = action.title
    let labels = action.keys.map(\.label)
    // Other spellings of the keys, too: C-r, Ctrl-r.
    let names = action.keys.map(\.description)
    keys = labels + names + names.map { $0.replacing("C-", with: "Ctrl-") }
    note = labels.prefix(3).joined(separator: "  ")
    kind = "command"
    (synonyms, subjects) = (action.synonyms, action.subjects)
  }

  init(_ favorite: Favorite) {
    target = .favorite(favorite.url)
    title = favorite.title
    note = ["favorite", favorite.letter.map(String.init)].compactMap(\.self).joined(separator: " ")
    kind = "favorite"
    synonyms = [favorite.letter.map(String.init), favorite.name].compactMap(\.self)
    weight = 12
  }

  init(_ visit: VisitedScreen) {
    target = visit.draft == nil ? .place(visit.url) : .draft(visit)
    title = visit.title
    kind = visit.draft == nil ? "recent" : "draft"
    note = visit.age.isEmpty ? kind : "\(kind) \(visit.age)"
    weight = 8
  }

  init(_ place: Place) {
    target = .place(place.url)
    title = place.title
    (note, kind) = (place.kind, place.kind)
    synonyms = place.synonyms
    weight = place.weight
  }

  init(alias name: String, _ url: ScreenURL) {
    target = .place(url)
    title = "@\(name)"
    (note, kind) = (url.text, "alias")
  }

  init(url text: String, note: String) {
    target = .url(text)
    title = text
    self.note = note
    kind = "url"
  }

  /// The id of an action's row.
  static func id(of name: ActionName) -> String { "do \(name)" }

  /// The unique id of the row.
  var id: String {
    switch target {
    case .action(let name): Self.id(of: name)
    case .place(let url): url.text
    case .draft(let visit): visit.draft.map { "draft \($0)" } ?? visit.url.text
    case .favorite(let url), .url(let url): url
    }
  }

  /// The row with its match; `nil` if it doesn't match.
  ///
  /// - Parameters:
  ///   - pattern: the pattern for the title.
  ///   - typed: the typed text, which may be a key.
  ///   - fold: maps equivalent texts to one text.
  /// - Returns: the row.
  func matching(
    _ pattern: FuzzyPattern, typed: String, fold: (String) -> String
  ) -> PaletteRow? {
    var row = self
    let synonyms = synonyms.map(fold)
    let match = pattern.match(title, foldedKinds: [fold(kind)] + synonyms, subjects: subjects)
    if let match { row.match = match }
    row.match.score += weight
    // Case matters in keys, except in the word for Ctrl.
    let word = typed.lowercased()
    let isNamed = word.hasPrefix("c-") || word.hasPrefix("ctrl-")
    let isKey = keys.contains { $0 == typed || isNamed && $0.lowercased() == word }
    // A fully typed synonym scores like a title that begins with it.
    let folded = fold(typed)
    if !folded.isEmpty, synonyms.contains(where: { $0.hasPrefix(folded) }) {
      let score = FuzzyPattern.score(ofBeginning: folded.count)
      let rest = synonyms.contains(folded) ? 0 : FuzzyPattern.wordStart
      row.match.score = max(row.match.score, score - rest + weight)
    }
    if isKey { row.match.score = max(row.match.score, Self.keyScore) }
    return match == nil && !isKey ? nil : row
  }

  /// Draws the row, with the matching characters highlighted.
  func draw(at row: Int, on canvas: inout Canvas, theme: Theme) {
    let note = TextLayout.truncate(
      note, columns: max(8, canvas.size.columns / 3), ellipsis: theme.glyphs.ellipsis)
    let noteColumns = GlyphWidth.columns(of: note)
    let room = max(4, canvas.size.columns - noteColumns - 6)
    var pen = Pen(theme, column: 2, row: row)
    let shown = TextLayout.truncate(
      String(title.prefix(2 * room)), columns: room, ellipsis: theme.glyphs.ellipsis)
    for (place, character) in shown.enumerated() {
      let isMatch = match.places.contains(place)
      pen.write(String(character), isMatch ? .match : .normal, on: &canvas)
    }
    pen.column = canvas.size.columns - noteColumns - 2
    let isKey = if case .action = target { true } else { false }
    pen.write(note, isKey ? .accent : .dim, on: &canvas)
  }

  /// A typed key scores more than any title that begins with its letter.
  private static let keyScore = 60
}

/// A place to go to: a collection, a record, a screen of the app.
public struct Place: Hashable, Sendable {
  /// The title.
  public var title: String
  /// The kind in a word: "collection", or the collection of a record.
  public var kind: String
  /// The URL of the place.
  public var url: ScreenURL
  /// The extra score compared with equally good matches; may be negative.
  public var weight: Int
  /// Other names for searches.
  public var synonyms: [String]

  /// Creates a place.
  public init(
    _ title: String, kind: String, url: ScreenURL, weight: Int = 0, synonyms: [String] = []
  ) {
    self.weight = weight
    self.synonyms = synonyms
    self.title = title
    self.kind = kind
    self.url = url
  }
}

/// The places that the palette offers and the session doesn't know.
public protocol PlaceSource: AnyObject {
  /// A few places that are known at once, such as collections.
  var places: [Place] { get }
  /// Folds text for comparison: maps equivalent texts to one text.
  var fold: @Sendable (String) -> String { get }
  /// Prepares a search among many places.
  ///
  /// - Parameters:
  ///   - pattern: the pattern for titles.
  ///   - limit: the maximum number of results.
  /// - Returns: the search, for another thread; it returns the best places in any order.
  func search(_ pattern: FuzzyPattern, limit: Int) -> @Sendable () -> [Place]
  /// Completes a typed URL.
  ///
  /// - Parameter text: the typed text.
  /// - Returns: whole URLs or longer starts, each with its meaning; all begin with `text`.
  func completions(of text: String) -> [Completion]
}

extension PlaceSource {
  /// No places by default.
  public var places: [Place] { [] }
  /// Lower-cases text by default.
  public var fold: @Sendable (String) -> String { { $0.lowercased() } }
  /// Finds no places by default.
  public func search(_ pattern: FuzzyPattern, limit: Int) -> @Sendable () -> [Place] { { [] } }
  /// No completions by default.
  public func completions(of text: String) -> [Completion] { [] }
}
