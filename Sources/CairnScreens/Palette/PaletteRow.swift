internal import CairnInterface
public import CairnNavigation

/// What the palette offers: something to do, or somewhere to go.
struct PaletteRow {
  enum Target {
    case action(ActionName)
    case place(ScreenURL)
    /// Unsaved work that was left at a place.
    case draft(VisitedScreen)
    /// What a person kept under a name, which may lead nowhere.
    case favorite(String)
    /// A URL that is typed; a beginning of one goes on with what follows it.
    case url(String)
  }

  var target: Target
  var title: String
  /// What is said of it at the right: a key, or what it is.
  var note: String
  /// A word that may be typed to say what is meant.
  var kind: String
  /// Other words by which it is looked for.
  var synonyms: [String] = []
  /// What it is done with, in words that may be typed beside others.
  var subjects: [String] = []
  /// The keys that do it, as one may look for them.
  var keys: [String] = []
  /// How much more it is worth than others that match as well.
  var weight = 0
  var match = FuzzyPattern.Match(score: 0, places: [])

  init(_ action: Action) {
    target = .action(action.name)
    title = action.title
    let labels = action.keys.map(\.label)
    // As they are written elsewhere, too: C-r, Ctrl-r.
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

  /// The ID of the row of an action.
  static func id(of name: ActionName) -> String { "do \(name)" }

  /// What no two rows share.
  var id: String {
    switch target {
    case .action(let name): Self.id(of: name)
    case .place(let url): url.text
    case .draft(let visit): visit.draft.map { "draft \($0)" } ?? visit.url.text
    case .favorite(let url), .url(let url): url
    }
  }

  /// The row with how it matches; `nil` where it does not.
  ///
  /// - Parameters:
  ///   - pattern: what its title is to match.
  ///   - typed: the same as it was typed, which may be a key.
  ///   - fold: makes equal what is to be found by each other.
  /// - Returns: the row.
  func matching(
    _ pattern: FuzzyPattern, typed: String, fold: (String) -> String
  ) -> PaletteRow? {
    var row = self
    let synonyms = synonyms.map(fold)
    let match = pattern.match(title, foldedKinds: [fold(kind)] + synonyms, subjects: subjects)
    if let match { row.match = match }
    row.match.score += weight
    // Capitals make another key, but in the words for Ctrl.
    let word = typed.lowercased()
    let isNamed = word.hasPrefix("c-") || word.hasPrefix("ctrl-")
    let isKey = keys.contains { $0 == typed || isNamed && $0.lowercased() == word }
    // What has another word for it is as good as a title that begins so, once all of it is typed.
    let folded = fold(typed)
    if !folded.isEmpty, synonyms.contains(where: { $0.hasPrefix(folded) }) {
      let score = FuzzyPattern.score(ofBeginning: folded.count)
      let rest = synonyms.contains(folded) ? 0 : FuzzyPattern.wordStart
      row.match.score = max(row.match.score, score - rest + weight)
    }
    if isKey { row.match.score = max(row.match.score, Self.keyScore) }
    return match == nil && !isKey ? nil : row
  }

  /// A key that is typed means what it does, more than any title that begins with its letter.
  private static let keyScore = 60
}

/// Somewhere to go: a collection, a record, one of the app's own screens.
public struct Place: Hashable, Sendable {
  /// What it is called.
  public var title: String
  /// What it is in a word: "collection", or the collection that a record is in.
  public var kind: String
  /// Where it is.
  public var url: ScreenURL
  /// How much more it is worth than others whose titles match as well; less, if negative.
  public var weight: Int
  /// Other words by which it is looked for.
  public var synonyms: [String]

  /// A place.
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

/// Where the palette finds places that the session does not know.
public protocol PlaceSource: AnyObject {
  /// Places that are few and known at once, such as collections.
  var places: [Place] { get }
  /// How letters are compared: makes equal what is to be found by each other.
  var fold: @Sendable (String) -> String { get }
  /// Looks for places among many.
  ///
  /// - Parameters:
  ///   - pattern: what their titles match.
  ///   - limit: at most so many, the best ones.
  /// - Returns: the look, which runs on another thread; places come in no order.
  func search(_ pattern: FuzzyPattern, limit: Int) -> @Sendable () -> [Place]
  /// How a URL that a person began to type can go on.
  ///
  /// - Parameter text: what is typed so far.
  /// - Returns: whole URLs or longer beginnings, each with what it stands for; all begin with
  ///   `text`.
  func completions(of text: String) -> [Completion]
}

extension PlaceSource {
  /// None.
  public var places: [Place] { [] }
  /// Capitals make no difference.
  public var fold: @Sendable (String) -> String { { $0.lowercased() } }
  /// Finds none.
  public func search(_ pattern: FuzzyPattern, limit: Int) -> @Sendable () -> [Place] { { [] } }
  /// None.
  public func completions(of text: String) -> [Completion] { [] }
}
