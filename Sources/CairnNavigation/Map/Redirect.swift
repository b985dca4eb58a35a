/// A URL of a person's own that stands for another.
///
///     Redirect("cairn://quick/(minutes:int)", to: "cairn://recipes?where=minutes<=(minutes)")
///
/// Captures go into the target encoded, and into `where` as one value, in quotes unless it is a
/// plain word after an operator, so that no value can change the query around it. Query items that
/// the pattern doesn't name follow those of the target.
public struct Redirect: Hashable, Sendable {
  let patternText: String
  let targetText: String
  let isFallback: Bool

  /// Maps URLs of a pattern to a target with the pattern's captures in it.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - target: where its URLs lead.
  ///   - isFallback: whether it stands back behind everything else but the wildcard, so that it
  ///     hides no other URL, however exactly it says its own.
  public init(_ pattern: String, to target: String, isFallback: Bool = false) {
    patternText = pattern
    targetText = target
    self.isFallback = isFallback
  }
}
