/// A parameter of a route's closure: the value of a capture, the URL, or the reason why nothing
/// matched.
public protocol RouteParameter {
  /// The source of the value.
  static var role: ParameterRole { get }

  /// Creates the value; nil means that the route doesn't match.
  init?(_ argument: RouteArgument)

  /// The value in the form that a pattern needs for a URL.
  var argument: RouteArgument { get }
}

/// The source of a parameter's value.
public enum ParameterRole: Hashable, Sendable {
  /// The pattern's next named capture.
  case capture(CaptureType, isOptional: Bool)

  /// The opened URL, with the query items that no capture has.
  case url

  /// The unmatched URL, for the wildcard's route.
  case unmatched
}

/// The value of one parameter, between a URL and a closure.
public enum RouteArgument: Hashable, Sendable {
  /// The decoded text of a segment, query value or fragment.
  case text(String)

  /// The decoded segments of a `path` capture.
  case path([String])

  /// The value of an optional query key that is missing or empty.
  case absent

  /// The whole URL.
  indirect case url(ScreenURL)

  /// The unmatched URL, for the wildcard's route.
  indirect case unmatched(UnmatchedURL)
}

extension Optional: RouteParameter where Wrapped: CaptureValue {
  /// The source of the value.
  public static var role: ParameterRole { .capture(Wrapped.captureType, isOptional: true) }

  /// Creates a value or none; nil for a value of another type.
  public init?(_ argument: RouteArgument) {
    guard argument != .absent else {
      self = Wrapped?.none
      return
    }
    guard let value = Wrapped(argument) else { return nil }
    self = Wrapped?.some(value)
  }

  /// The value as an argument, or `absent`.
  public var argument: RouteArgument { map(\.argument) ?? .absent }
}

extension Array: RouteParameter where Element == String {
  /// The source of the value.
  public static var role: ParameterRole { .capture(.path, isOptional: false) }

  /// Creates a list; nil for another kind of argument.
  public init?(_ argument: RouteArgument) {
    guard case .path(let segments) = argument else { return nil }
    self = segments
  }

  /// The list as an argument.
  public var argument: RouteArgument { .path(self) }
}

extension ScreenURL: RouteParameter {
  /// The source of the value.
  public static var role: ParameterRole { .url }

  /// Creates a URL; nil for another kind of argument.
  public init?(_ argument: RouteArgument) {
    guard case .url(let url) = argument else { return nil }
    self = url
  }

  /// The URL as an argument.
  public var argument: RouteArgument { .url(self) }
}

extension UnmatchedURL: RouteParameter {
  /// The source of the value.
  public static var role: ParameterRole { .unmatched }

  /// Creates an unmatched URL; nil for another kind of argument.
  public init?(_ argument: RouteArgument) {
    guard case .unmatched(let unmatched) = argument else { return nil }
    self = unmatched
  }

  /// The unmatched URL as an argument.
  public var argument: RouteArgument { .unmatched(self) }
}

/// A parameter that accepts every text of its capture's type, so a look-up need not try it.
protocol WholeParameter: RouteParameter {}

extension String: WholeParameter {}
extension Int: WholeParameter {}
extension Int64: WholeParameter {}
extension UInt: WholeParameter {}
extension Double: WholeParameter {}
extension Bool: WholeParameter {}
extension PortableID: WholeParameter {}
extension ScreenURL: WholeParameter {}
extension UnmatchedURL: WholeParameter {}
extension Array: WholeParameter where Element == String {}
extension Optional: WholeParameter where Wrapped: WholeParameter & CaptureValue {}
