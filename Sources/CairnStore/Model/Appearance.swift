/// How values of a field look, in words that any program can show in its own way.
public enum ValueStyle: String, Hashable, Sendable, CaseIterable {
  /// A whole number up to its greatest value, as that many stars.
  case stars
}

/// The meaning of a value for the eye; a program has a color for each.
public enum ValueRole: String, Hashable, Sendable, CaseIterable {
  /// A value that stands out, without being good or bad.
  case accent
  /// A value that needs no attention.
  case good
  /// A value that needs attention soon.
  case warning
  /// A value that needs attention now.
  case bad
  /// A value that matters little.
  case dim
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
  /// Whether a record has one day or time in this field.
  public var isSingleDate: Bool { type.isTime && !isList }

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
    if let own = colors.first(where: { $0.value.isIdentical(to: text) }) { return own.role }
    return type == .choice ? Self.usualRoles[text.lowercased()] : nil
  }

  /// Whether a value of a choice means that a record is done.
  ///
  /// Colors have no influence.
  func isSettled(by text: String) -> Bool {
    type == .choice && Self.settledWords.contains(text.lowercased())
  }

  /// Whether a value of a choice means that a record was completed, rather than given up.
  func isCompleted(by text: String) -> Bool {
    type == .choice && Self.completedWords.contains(text.lowercased())
  }

  private static let completedWords: Set = [
    "done", "finished", "complete", "completed", "closed", "paid", "returned", "delivered",
  ]
  private static let settledWords = completedWords.union([
    "canceled", "cancelled", "archived", "retired", "dropped",
  ])

  private static let usualRoles: [String: ValueRole] = {
    let words: [ValueRole: [String]] = [
      .accent: ["open", "doing", "active", "in progress"],
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

extension Attribute {
  /// Removes stars and colors that do not fit the attribute.
  fileprivate mutating func dropUnfitLooks() {
    if style == .stars, starCount == nil { style = nil }
    let plain = self
    colors.removeAll { color in
      plain.element(fromText: color.value).map(plain.accepts) != true
    }
  }
}

extension Entity {
  /// The entity without looks and a repetition that do not fit its fields.
  ///
  /// A field of another type may lose its stars, its colors and its role as the due date.
  package var withFittingLooks: Entity {
    var entity = self
    for var attribute in attributes where attribute.style != nil || !attribute.colors.isEmpty {
      attribute.dropUnfitLooks()
      entity.replace(.attribute(attribute))
    }
    if let due, attribute(due)?.isSingleDate != true { entity.due = nil }
    if let repetition, entity.problem(with: repetition) != nil { entity.repetition = nil }
    return entity
  }
}
