/// A well-formed URL that no route but the wildcard takes.
public struct UnmatchedURL: Error, Hashable, Sendable, CustomStringConvertible {
  /// The URL that was asked for.
  public let url: ScreenURL

  /// The patterns nearest to it, best first, at most three, each with why it didn't match.
  public let nearest: [Candidate]

  /// Joins a URL with the patterns that a person may have meant.
  public init(_ url: ScreenURL, nearest: [Candidate]) {
    self.url = url
    self.nearest = nearest
  }

  /// A sentence with the URL and the patterns nearest to it.
  public var description: String {
    let shown = ControlPictures.text(of: url.text)
    guard !nearest.isEmpty else { return "no screen has the URL \(shown)" }
    let patterns = nearest.map(\.pattern.text).joined(separator: ", ")
    let verb = nearest.count == 1 ? "is" : "are"
    return "no screen has the URL \(shown); the nearest \(verb) \(patterns)"
  }
}
