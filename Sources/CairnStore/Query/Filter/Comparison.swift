/// A comparison of a field with values: a field, an operator and its operands.
public struct Comparison: Hashable, Sendable {
  /// The field, perhaps of a linked record.
  public let field: FieldPath

  /// The operator.
  public let operation: ComparisonOperator

  /// The values, at least one.
  ///
  /// With several values, any match is enough; with `!=`, no value may match.
  public let operands: [Operand]

  /// Creates a comparison; `precondition`: there is an operand.
  public init(_ field: FieldPath, _ operation: ComparisonOperator, _ operands: [Operand]) {
    precondition(!operands.isEmpty, "a comparison needs something to compare with")
    self.field = field
    self.operation = operation
    self.operands = operands
  }
}

/// The operators of a filter.
public enum ComparisonOperator: String, CaseIterable, Hashable, Sendable {
  /// The usual comparison for the type: contains for text, equals for other types.
  case matches = ":"

  /// Equals; for text, exactly.
  case equal = "="

  /// Has a value that differs.
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
  /// A search takes time proportional to the text, for any expression. Back references and
  /// lookaround are refused.
  case pattern = "~"

  /// Whether the right side may be a list or a range.
  var takesSeveral: Bool { self == .matches || self == .equal || self == .notEqual }
}

/// One value to compare with, or a range with both ends included.
public enum Operand: Hashable, Sendable {
  /// A single value.
  case value(Literal)

  /// The range from the first to the second; one of the two may be missing.
  case range(Literal?, Literal?)
}

extension Comparison {
  /// Whether the comparison asks for all values before a bound, so that each value before a
  /// matching one matches, too.
  var isUpperBound: Bool {
    switch operation {
    case .less, .lessOrEqual: true
    case .matches, .equal:
      operands.allSatisfy { if case .range(nil, .some) = $0 { true } else { false } }
    default: false
    }
  }
}

/// A typed value, before a field gives it a type.
public struct Literal: Hashable, Sendable {
  /// The text without quotes.
  public let text: String

  /// The position of the value in the filter.
  public let position: FilterPosition

  /// Creates a value without a position, or at `position` of a filter.
  public init(_ text: String, position: FilterPosition = .none) {
    self.text = text
    self.position = position
  }
}

/// The path to a field: the names of any links on the way, and the field's name.
///
/// Only a model can tell which fields these are, and whether a last `count` or `min` is a field or
/// an aggregate of the links. A name may have a condition in brackets, for links:
/// `Invoices[no:paid].Amount.sum`. A formula is a single name: `Quantity*Price`.
public struct FieldPath: Hashable, Sendable, CustomStringConvertible {
  /// The names, at least one.
  public let names: [String]

  /// The position of the first name in the filter.
  public let position: FilterPosition

  /// Creates the path of `names`; `precondition`: there is a name.
  public init(_ names: [String], position: FilterPosition = .none) {
    precondition(!names.isEmpty, "a field has a name")
    self.names = names
    self.position = position
  }

  /// The names joined by points, as in a filter.
  public var description: String { names.joined(separator: ".") }
}

/// The position of a part of a filter in its text.
///
/// All positions are equal, so that filters with the same meaning are equal.
public struct FilterPosition: Hashable, Sendable {
  /// The position of a part that has no text.
  public static let none = FilterPosition(column: 0)

  /// The column, in characters from 1.
  public let column: Int

  /// Always true.
  public static func == (left: Self, right: Self) -> Bool { true }

  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}
