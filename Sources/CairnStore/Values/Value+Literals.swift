/// Values in source code, such as `record["Name"] = "Soup"` and `record["Minutes"] = 20`.
extension Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Creates a text.
  public init(stringLiteral text: String) { self = .text(text) }

  /// Creates an integer.
  public init(integerLiteral number: Int64) { self = .integer(number) }

  /// Creates yes or no.
  public init(booleanLiteral flag: Bool) { self = .boolean(flag) }

  /// Creates a list, such as tags.
  ///
  /// - Precondition: there is an element. No value is `nil`.
  public init(arrayLiteral elements: Value...) {
    precondition(!elements.isEmpty, "an empty list is no value; nil is")
    self = .list(elements)
  }
}

/// Paths in source code: `"author.name"`, and `"\(link).name"`.
///
/// An interpolated text is one name of the path, also if it has a point.
extension FieldPath: ExpressibleByStringInterpolation {
  /// Reads a path written in source code, such as `author.name`.
  ///
  /// - Precondition: the text is a path.
  public init(stringLiteral text: String) {
    self.init(stringInterpolation: StringInterpolation(text))
  }

  /// Reads a path with interpolated names.
  ///
  /// - Precondition: the text is a path in which each interpolated value is a whole name.
  public init(stringInterpolation text: StringInterpolation) {
    do {
      let path = try FieldPath.parse(text.template)
      names = path.names.flatMap { text.values[$0] ?? [$0] }
      position = path.position
      precondition(
        Set(text.values.keys).isSubset(of: path.names),
        "\(text.template): a value is a whole name between points")
    } catch {
      preconditionFailure("\(text.template) is no field: \(error)")
    }
  }

  /// The parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    private var parts: [(literal: String, names: [String])] = []

    /// Creates an empty literal.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    fileprivate init(_ text: String) { parts = [(text, [])] }

    /// Appends text as a path spells it.
    public mutating func appendLiteral(_ literal: String) { parts.append((literal, [])) }

    /// Appends the name of a field or link.
    public mutating func appendInterpolation(_ name: String) { parts.append(("", [name])) }

    /// Appends the names of another path.
    public mutating func appendInterpolation(_ path: FieldPath) { parts.append(("", path.names)) }

    /// A word that begins no name of the literal.
    private var mark: String {
      var mark = "value"
      while parts.contains(where: { $0.literal.contains(mark) }) { mark += "s" }
      return mark
    }

    private var marks: [String] {
      let mark = mark
      return parts.indices.map { "\(mark)\($0)" }
    }

    /// The text of the path with a word for each value.
    fileprivate var template: String {
      zip(parts, marks).map { part, mark in part.names.isEmpty ? part.literal : mark }.joined()
    }

    /// The names for each word.
    fileprivate var values: [String: [String]] {
      let valued = zip(parts, marks).filter { !$0.0.names.isEmpty }
      return Dictionary(uniqueKeysWithValues: valued.map { ($1, $0.names) })
    }
  }
}
