public import CairnTime
public import FoundationEssentials

/// A Swift type of a route's closure parameter that a capture fills.
///
/// Conform your own type to use it in closures and ``Link``s. Reading a written text must give the
/// same value: `Self(captureText: x.captureText) == x`.
public protocol CaptureValue: RouteParameter {
  /// The type of the pattern's capture; a capture without a type gets this one.
  static var captureType: CaptureType { get }

  /// Reads the whole decoded text; nil if the route doesn't match.
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

extension Int64: CaptureValue {
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

extension CalendarDate: CaptureValue {
  /// The type of a pattern's capture.
  public static var captureType: CaptureType { .date }
  /// Reads a day from the whole text.
  public init?(captureText: String) { self.init(captureText) }
  /// The day as a URL spells it, `2024-02-29`.
  public var captureText: String { description }
}

/// A UUID as a URL spells it, in lower case.
public struct UUIDText: Hashable, Sendable, CaptureValue {
  /// 8-4-4-4-12 hexadecimal digits in lower case.
  public let text: String

  /// The type of a pattern's capture.
  public static var captureType: CaptureType { .uuid }

  /// Reads a UUID from the whole text.
  public init?(captureText: String) {
    let groups = captureText.utf8.split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12],
      groups.allSatisfy({ $0.allSatisfy { $0.hexadecimalValue != nil } })
    else { return nil }
    text = captureText.lowercased()
  }

  /// The UUID as a URL spells it.
  public var captureText: String { text }
}

/// The syntax of numbers in a URL: plain decimal notation only.
///
/// Swift's own initializers also accept `+7`, `0x1p3`, `nan` and `inf`.
enum NumberSyntax {
  /// Returns `text` if it consists of decimal digits, perhaps after a minus.
  static func integer(_ text: String) -> String? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    return !digits.isEmpty && digits.allSatisfy(\.isASCIIDigit) ? text : nil
  }

  /// Returns the finite value of digits with an optional minus, fraction and exponent.
  static func decimal(_ text: String) -> Double? {
    let allowed = text.utf8.allSatisfy { $0.isASCIIDigit || "+-.eE".utf8.contains($0) }
    guard allowed, text.utf8.first != UInt8(ascii: "+"), let last = text.utf8.last,
      last.isASCIIDigit,
      let value = Double(text), value.isFinite
    else { return nil }
    return value
  }
}

extension UUID: CaptureValue {
  /// The type of a pattern's capture.
  public static var captureType: CaptureType { .uuid }

  /// Reads a UUID from the whole text.
  public init?(captureText: String) {
    guard let text = UUIDText(captureText: captureText) else { return nil }
    self.init(uuidString: text.text)
  }

  /// The UUID as a URL spells it, in lower case.
  public var captureText: String { uuidString.lowercased() }
}
