/// Where the rows of a list lead, which the marks at their ends tell.
public enum RowTargets: Hashable, Sendable {
  /// To no URLs: rows have no marks.
  case none
  /// To URLs that all open in the same way, so that the mark of one is that of all.
  case alike
  /// Each to a URL of its own kind.
  case various
}
