/// Where a key has a meaning: in a list, in a form, in a prompt, or everywhere.
public struct ActionContext: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The context's name.
  public let description: String

  /// The context called `name`.
  public init(_ name: String) { description = name }

  /// The context in a literal.
  public init(stringLiteral name: String) { description = name }

  /// Everywhere; the outermost context.
  public static let global: ActionContext = "global"
}
