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

  /// Maps URLs of a pattern to a target with the pattern's captures in it.
  public init(_ pattern: String, to target: String) {
    patternText = pattern
    targetText = target
  }
}
