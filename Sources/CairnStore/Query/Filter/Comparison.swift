/// A field, an operator and what the field is compared with.
public struct Comparison: Hashable, Sendable {
  /// The field, perhaps of a linked record.
  public let field: FieldPath

  /// How the field compares.
  public let operation: ComparisonOperator

  /// The values, at least one.
  ///
  /// Several mean any of them, and with `!=` none of them.
  public let operands: [Operand]

  /// A comparison; `precondition`: there is an operand.
  public init(_ field: FieldPath, _ operation: ComparisonOperator, _ operands: [Operand]) {
    precondition(!operands.isEmpty, "a comparison needs something to compare with")
    self.field = field
    self.operation = operation
    self.operands = operands
  }
}

/// The operators of a filter.
public enum ComparisonOperator: String, CaseIterable, Hashable, Sendable {
  /// What is natural for the type: contains for text, equals for the rest.
  case matches = ":"

  /// Equals; of text, to the letter.
  case equal = "="

  /// Has a value, and another one.
  case notEqual = "!="

  /// Is before.
  case less = "<"

  /// Is before or equal.
  case lessOrEqual = "<="

  /// Is after.
  case greater = ">"

  /// Is after or equal.
  case greaterOrEqual = ">="

  /// Has a match of the regular expression in its text.
  ///
  /// A search takes time in proportion to the text, whatever the expression; back references and
  /// looking around are refused.
  case pattern = "~"

  /// Whether a list or a range may stand on the right.
  var takesSeveral: Bool { self == .matches || self == .equal || self == .notEqual }
}

/// One value to compare with, or a range with both ends included.
public enum Operand: Hashable, Sendable {
  /// A single value.
  case value(Literal)

  /// From the first to the second; one of the two may be open.
  case range(Literal?, Literal?)
}

/// A value as it was typed, before a field gives it a type.
public struct Literal: Hashable, Sendable {
  /// The text without quotes.
  public let text: String

  /// Where it stands.
  public let position: FilterPosition

  /// A value that stands nowhere yet, or at `position` of a filter.
  public init(_ text: String, position: FilterPosition = .none) {
    self.text = text
    self.position = position
  }
}

/// The names that lead to a field: its own, or the links on the way and then its own.
///
/// Which fields they are, and whether a last `count` or `min` is a field or asks for a number of
/// the links, only a model can tell.
public struct FieldPath: Hashable, Sendable, CustomStringConvertible {
  /// The names, at least one.
  public let names: [String]

  /// Where the first name stands.
  public let position: FilterPosition

  /// The path of `names`; `precondition`: there is one.
  public init(_ names: [String], position: FilterPosition = .none) {
    precondition(!names.isEmpty, "a field has a name")
    self.names = names
    self.position = position
  }

  /// The names joined by points, as in a filter.
  public var description: String { names.joined(separator: ".") }
}

/// Where a piece of a filter stands in its text.
///
/// All positions are equal, since two filters that say the same are the same.
public struct FilterPosition: Hashable, Sendable {
  /// The position of what was never text.
  public static let none = FilterPosition(column: 0)

  /// The column, in characters from 1.
  public let column: Int

  /// Always true.
  public static func == (left: Self, right: Self) -> Bool { true }

  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}
