/// A pattern tried on a URL, and what came of it.
public struct Candidate: Hashable, Sendable, CustomStringConvertible {
  /// What came of trying a pattern.
  public enum Verdict: Hashable, Sendable, CustomStringConvertible {
    /// It is the first that fits: the URL's route.
    case chosen
    /// It fits too, but comes after the chosen one.
    case alsoFits
    /// It doesn't fit.
    case rejected(Mismatch)

    /// The verdict in words.
    public var description: String {
      switch self {
      case .chosen: "matches"
      case .alsoFits: "matches too, comes later"
      case .rejected(let mismatch): mismatch.description
      }
    }
  }

  /// The pattern.
  public let pattern: Pattern

  /// What came of it.
  public let verdict: Verdict

  /// The pattern and the verdict in words.
  public var description: String { "\(pattern.text): \(verdict)" }
}
