/// The name by which code and configuration mean an action, such as `list.open`.
public struct ActionName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name as text.
  public let description: String

  /// The name `text`.
  public init(_ text: String) { description = text }

  /// The name in a literal.
  public init(stringLiteral text: String) { description = text }

  /// Whether `left` comes first in the order of letters.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
