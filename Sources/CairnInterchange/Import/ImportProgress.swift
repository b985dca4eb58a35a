/// How far an import has come.
public struct ImportProgress: Sendable {
  /// What an import does after it has reported its progress.
  public enum Answer: Sendable {
    /// It goes on.
    case proceed
    /// It stops, and nothing is changed.
    case cancel
    /// It takes no more rows, and what came so far stays; nothing does while it finds the types.
    case keep
  }

  /// What an import goes through its rows for.
  public enum Phase: Sendable {
    /// It finds the types.
    case inspecting
    /// It makes the records: twice where there are tables of which each row was refused.
    case converting
  }

  /// What the import is doing.
  public var phase: Phase
  /// Rows done in this phase.
  public var rows: Int
  /// Rows there are, known once they have been inspected.
  public var total: Int?

  /// Rows between two reports.
  static let interval = 4096
}
