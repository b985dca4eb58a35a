/// The type of a capture, which decides the texts that it matches.
///
/// | in a pattern | takes |
/// | --- | --- |
/// | `string` | any text but the empty one |
/// | `int`, `uint` | decimal digits within 64 bits, `int` also with a minus |
/// | `double` | a finite decimal number, with exponent or without |
/// | `bool` | `true`, `false`, `yes`, `no`, `1`, `0` |
/// | `uuid` | 8-4-4-4-12 hexadecimal digits |
/// | `date` | an ISO 8601 day, `2024-02-29` |
/// | `object` | a portable identity, see ``PortableID`` |
/// | `path` | all the remaining segments, one at least |
/// | `enum(a,b)` | one of the words |
/// | another name | what a ``CaptureConverter`` of that name takes |
public enum CaptureType: Hashable, Sendable {
  /// Any text that is not empty.
  case string
  /// A whole number that may be negative.
  case int
  /// A whole number from 0.
  case uint
  /// A finite number with a fraction or an exponent.
  case double
  /// A word for yes or no.
  case bool
  /// A universally unique identifier in hexadecimal digits.
  case uuid
  /// A day such as 2024-02-29.
  case date
  /// The portable identity of a record.
  case object
  /// All segments to the end of the path.
  case path
  /// One of these words.
  case choice([String])
  /// What the converter with this name accepts.
  case registered(String)

  /// Whether the type accepts a text.
  ///
  /// A registered type accepts all; its converter decides.
  public func accepts(_ text: String) -> Bool {
    guard !text.isEmpty else { return false }
    return switch self {
    case .string, .path, .registered: true
    case .int: Int(captureText: text) != nil
    case .uint: UInt(captureText: text) != nil
    case .double: Double(captureText: text) != nil
    case .bool: Bool(captureText: text) != nil
    case .uuid: UUIDText(captureText: text) != nil
    case .date: CalendarDate(captureText: text) != nil
    case .object: PortableID(text) != nil
    case .choice(let words): words.contains(text)
    }
  }
}

extension CaptureType: CustomStringConvertible {
  init?(named name: String) {
    switch name {
    case "string": self = .string
    case "int": self = .int
    case "uint": self = .uint
    case "double": self = .double
    case "bool": self = .bool
    case "uuid": self = .uuid
    case "date": self = .date
    case "object": self = .object
    case "path": self = .path
    default: return nil
    }
  }

  /// The type as a pattern spells it.
  public var description: String {
    switch self {
    case .string: "string"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .bool: "bool"
    case .uuid: "uuid"
    case .date: "date"
    case .object: "object"
    case .path: "path"
    case .choice(let words): "enum(\(words.joined(separator: ",")))"
    case .registered(let name): name
    }
  }
}

/// A capture type of an app, such as the names of its collections.
///
/// It accepts or refuses a text, and returns its spelling. The closure's argument is made from that
/// spelling.
///
///     CaptureConverter("collection") { text, _ in
///       guard let entity = model.entity(matching: text) else { return .rejected("there is no \(text)") }
///       return .accepted(entity.plural)      // "Recipe" leads to cairn://recipes
///     }
public struct CaptureConverter {
  /// The result of a converter.
  public enum Reading: Hashable, Sendable {
    /// The text is accepted with this spelling; if it differs, the URL redirects.
    case accepted(String)
    /// The text is refused, for this reason.
    case rejected(String)
  }

  /// The context of a text.
  public struct Context: Hashable, Sendable {
    /// The URL being matched.
    public let url: ScreenURL

    /// The spelling of the earlier captures, by name.
    public let earlier: [String: String]
  }

  /// The name in patterns, as in `(c:collection)`.
  public let name: String

  /// The function that accepts or refuses a text.
  public let read: (_ text: String, _ context: Context) -> Reading

  /// Creates a type.
  public init(_ name: String, read: @escaping (String, Context) -> Reading) {
    self.name = name
    self.read = read
  }
}
