/// How values of a field look, in words that any program can show in its own way.
public enum ValueStyle: String, Hashable, Sendable, CaseIterable {
  /// A whole number up to its greatest value, as that many stars.
  case stars
}

/// The meaning of a value for the eye; a program has a color for each.
public enum ValueRole: String, Hashable, Sendable, CaseIterable {
  case accent, good, warning, bad, dim
}

/// A value of a field with its role.
public struct ValueColor: Hashable, Sendable {
  /// The text of the value, or of one element of a list.
  public var value: String
  /// The role of records with this value.
  public var role: ValueRole

  /// Creates the role of a value.
  public init(_ value: String, _ role: ValueRole) { (self.value, self.role) = (value, role) }
}

extension Attribute {
  /// Whether a record has one day or moment in this field.
  public var isMoment: Bool { [.date, .datetime, .localtime].contains(type) && !isList }

  /// The most stars that a field without a range shows.
  private static let usualStars: Int64 = 5

  /// The greatest number of stars; `nil` if the values are not shown as stars.
  ///
  /// Without `%show`, a field named rating, stars or score has stars if its range ends at 5.
  public var starCount: Int? {
    guard type == .integer, !isList else { return nil }
    let most = range?.upperBound ?? Self.usualStars
    if style == .stars { return (1...10).contains(most) ? Int(most) : nil }
    let isNamed = ["rating", "stars", "score"].contains(name.lowercased())
    return style == nil && isNamed && range?.upperBound == Self.usualStars ? Int(most) : nil
  }

  /// Finds the role of a value.
  ///
  /// - Parameter text: the canonical text of the value, or of one element of a list.
  /// - Returns: the role from `%color`, or for a choice the usual one of a common word.
  public func role(of text: String) -> ValueRole? {
    guard colors.isEmpty else { return colors.first { $0.value == text }?.role }
    return type == .choice ? Self.usualRoles[text.lowercased()] : nil
  }

  private static let usualRoles: [String: ValueRole] = {
    let words: [ValueRole: [String]] = [
      .good: [
        "done", "finished", "complete", "completed", "paid", "up", "running", "ok", "healthy",
      ],
      .warning: ["waiting", "blocked", "pending", "degraded", "maintenance", "paused"],
      .bad: ["overdue", "failed", "error", "down", "broken", "unpaid"],
      .dim: ["canceled", "cancelled", "archived", "retired", "someday"],
    ]
    return words.reduce(into: [:]) { all, entry in
      for word in entry.value { all[word] = entry.key }
    }
  }()
}
