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
  public static var role: ParameterRole { .capture(captureType, isOptional: false) }

  public init?(_ argument: RouteArgument) {
    guard case .text(let text) = argument else { return nil }
    self.init(captureText: text)
  }

  public var argument: RouteArgument { .text(captureText) }
}

extension String: CaptureValue {
  public static var captureType: CaptureType { .string }
  public init?(captureText: String) { self = captureText }
  public var captureText: String { self }
}

extension Int: CaptureValue {
  public static var captureType: CaptureType { .int }

  public init?(captureText: String) {
    guard let digits = NumberSyntax.integer(captureText) else { return nil }
    self.init(digits)
  }

  public var captureText: String { String(self) }
}

extension UInt: CaptureValue {
  public static var captureType: CaptureType { .uint }

  public init?(captureText: String) {
    guard let digits = NumberSyntax.integer(captureText) else { return nil }
    self.init(digits)
  }

  public var captureText: String { String(self) }
}

extension Double: CaptureValue {
  public static var captureType: CaptureType { .double }

  public init?(captureText: String) {
    guard let value = NumberSyntax.decimal(captureText) else { return nil }
    self = value
  }

  public var captureText: String { description }
}

extension Bool: CaptureValue {
  public static var captureType: CaptureType { .bool }

  public init?(captureText: String) {
    switch captureText {
    case "true", "yes", "1": self = true
    case "false", "no", "0": self = false
    default: return nil
    }
  }

  public var captureText: String { self ? "true" : "false" }
}

extension PortableID: CaptureValue {
  public static var captureType: CaptureType { .object }
  public init?(captureText: String) { self.init(captureText) }
  public var captureText: String { text }
}

extension CaptureValue where Self: RawRepresentable, RawValue: CaptureValue {
  public static var captureType: CaptureType { RawValue.captureType }

  public init?(captureText: String) {
    guard let raw = RawValue(captureText: captureText) else { return nil }
    self.init(rawValue: raw)
  }

  public var captureText: String { rawValue.captureText }
}

extension CaptureValue where Self: RawRepresentable & CaseIterable, RawValue: CaptureValue {
  public static var captureType: CaptureType { .choice(allCases.map(\.captureText)) }
}
