public import CairnNavigation

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
