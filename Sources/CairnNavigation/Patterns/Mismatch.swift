/// Why a pattern doesn't take a URL.
public enum Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The schemes differ.
  case scheme(expected: String)
  /// The path has too few or too many segments; `orMore` if the pattern ends in a path.
  case segmentCount(expected: Int, found: Int, orMore: Bool)
  /// A segment, counted from 1, has another text.
  case literal(segment: Int, expected: String, found: String)
  /// A segment lacks the text around its capture.
  case affix(segment: Int, prefix: String, suffix: String, found: String)
  /// A capture's text isn't of its type, with the converter's reason if it gave one.
  case conversion(name: String, type: CaptureType, found: String, reason: String?)
  /// A required query key is missing, or has no text.
  case missingQuery(key: String)
  /// A query key has another text, or none.
  case constraint(key: String, expected: String, found: String?)
  /// The URL has a fragment and the pattern none, the other way round, or another text.
  case fragment(expected: String?, found: String?)
  /// The closure's parameter didn't take a text that its type allows.
  case parameter(index: Int)
  /// The wildcard takes only what nothing else does.
  case wildcard

  /// The reason as the end of a sentence about the pattern.
  public var description: String {
    switch self {
    case .scheme(let expected): "the scheme isn't \(expected)"
    case .segmentCount(let expected, let found, let orMore):
      "the pattern has \(expected) segment\(expected == 1 ? "" : "s")\(orMore ? " or more" : ""), and the URL has \(found)"
    case .literal(let segment, let expected, let found):
      "segment \(segment) of the pattern is \(expected), not \(found)\(Self.hint(expected, found))"
    case .affix(let segment, let prefix, let suffix, let found):
      "segment \(segment) must have the form \(prefix)…\(suffix), not \(found)"
    case .conversion(let name, let type, let found, let reason):
      "(\(name)) takes \(type), not \(found)" + (reason.map { ": \($0)" } ?? "")
    case .missingQuery(let key): "the query lacks \(key)"
    case .constraint(let key, let expected, let found):
      "the query must have \(key)=\(expected)" + (found.map { ", not \($0)" } ?? "")
    case .fragment(let expected?, _): "the fragment must be #\(expected)"
    case .fragment(nil, let found): "the pattern has no fragment, and the URL has #\(found ?? "")"
    case .parameter(let index): "parameter \(index) of its closure doesn't take the text"
    case .wildcard: "it matches only URLs that no other pattern matches"
    }
  }

  private static func hint(_ expected: String, _ found: String) -> String {
    expected.lowercased() == found.lowercased() ? " (only upper and lower case differ)" : ""
  }
}
