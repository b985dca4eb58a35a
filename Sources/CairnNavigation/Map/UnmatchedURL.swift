/// A well-formed URL that no route but the wildcard takes.
public struct UnmatchedURL: Error, Hashable, Sendable, CustomStringConvertible {
  /// The URL that was asked for.
  public let url: ScreenURL

  /// The patterns nearest to it, best first, at most three, each with why it didn't match.
  public let nearest: [Candidate]

  /// The URLs that redirects passed before the way was given up, in order; empty for a URL that
  /// nothing takes.
  public let redirects: [ScreenURL]

  /// Joins a URL with the patterns that a person may have meant, or with a way without an end.
  public init(_ url: ScreenURL, nearest: [Candidate], redirects: [ScreenURL] = []) {
    self.url = url
    self.nearest = nearest
    self.redirects = redirects
  }

  /// A sentence with the URL and the patterns nearest to it, or the way that has no end.
  public var description: String {
    let shown = ControlPictures.text(of: url.text)
    guard redirects.isEmpty else {
      let way = ([url] + redirects).map { ControlPictures.text(of: $0.text) }
      return "\(shown) redirects in a circle: \(way.joined(separator: " → "))"
    }
    guard !nearest.isEmpty else { return "no screen has the URL \(shown)" }
    let patterns = nearest.map(\.pattern.text).joined(separator: ", ")
    let verb = nearest.count == 1 ? "is" : "are"
    return "no screen has the URL \(shown); the nearest \(verb) \(patterns)"
  }
}
