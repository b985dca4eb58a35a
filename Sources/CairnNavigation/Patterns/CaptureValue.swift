/// A Swift type that a route's closure may take for a capture.
///
/// Conform a type of your own to use it in closures and ``Link``s. Reading what it wrote must give
/// the same value: `Self(captureText: x.captureText) == x`.
public protocol CaptureValue: RouteParameter {
  /// The type that a pattern's capture must have, and gets if it names none.
  static var captureType: CaptureType { get }

  /// Reads the whole decoded text; nil means that the route doesn't match.
  init?(captureText: String)

  /// The text to encode into a URL.
  var captureText: String { get }
}

extension CaptureValue {
  /// The next named capture.
  public static var role: ParameterRole { .capture(captureType, isOptional: false) }

  /// Reads the argument's text.
  public init?(_ argument: RouteArgument) {
    guard case .text(let text) = argument else { return nil }
    self.init(captureText: text)
  }

  /// The text as an argument.
  public var argument: RouteArgument { .text(captureText) }
}

extension String: CaptureValue {
  /// The type of a pattern's capture.
  public static var captureType: CaptureType { .string }
  /// Reads a text from the whole text.
  public init?(captureText: String) { self = captureText }
  /// The text as a URL spells it.
  public var captureText: String { self }
}

extension Int: CaptureValue {
  /// The type of a pattern's capture.
  public static var captureType: CaptureType { .int }

  /// Reads an integer from the whole text.
  public init?(captureText: String) {
    guard let digits = NumberSyntax.integer(captureText) else { return nil }
    self.init(digits)
  }

  /// The integer as a URL spells it.
  public var captureText: String { String(self) }
}

extension UInt: CaptureValue {
  /// The type of a pattern's capture.
  public static var captureType: CaptureType { .uint }

  /// Reads an unsigned integer from the whole text.
  public init?(captureText: String) {
    guard let digits = NumberSyntax.integer(captureText) else { return nil }
    self.init(digits)
  }

  /// The unsigned integer as a URL spells it.
  public var captureText: String { String(self) }
}

extension Double: CaptureValue {
  /// The type of a pattern's capture.
  public static var captureType: CaptureType { .double }

  /// Reads a number from the whole text.
  public init?(captureText: String) {
    guard let value = NumberSyntax.decimal(captureText) else { return nil }
    self = value
  }

  /// The number as a URL spells it.
  public var captureText: String { description }
}

extension Bool: CaptureValue {
  /// The type of a pattern's capture.
  public static var captureType: CaptureType { .bool }

  /// Reads a flag from the whole text.
  public init?(captureText: String) {
    switch captureText {
    case "true", "yes", "1": self = true
    case "false", "no", "0": self = false
    default: return nil
    }
  }

  /// The flag as a URL spells it.
  public var captureText: String { self ? "true" : "false" }
}

extension PortableID: CaptureValue {
  /// The type of a pattern's capture.
  public static var captureType: CaptureType { .object }
  /// Reads an identity from the whole text.
  public init?(captureText: String) { self.init(captureText) }
  /// The identity as a URL spells it.
  public var captureText: String { text }
}

extension CaptureValue where Self: RawRepresentable, RawValue: CaptureValue {
  /// The type of a pattern's capture.
  public static var captureType: CaptureType { RawValue.captureType }

  /// Reads a value from the whole text.
  public init?(captureText: String) {
    guard let raw = RawValue(captureText: captureText) else { return nil }
    self.init(rawValue: raw)
  }

  /// The value as a URL spells it.
  public var captureText: String { rawValue.captureText }
}

extension CaptureValue where Self: RawRepresentable & CaseIterable, RawValue: CaptureValue {
  /// The type of a pattern's capture.
  public static var captureType: CaptureType { .choice(allCases.map(\.captureText)) }
}
