/// What a route's closure may take: the values of captures, the URL itself, or why nothing matched.
public protocol RouteParameter {
  /// Where the value comes from.
  static var role: ParameterRole { get }

  /// Makes the value; nil means that the route doesn't match.
  init?(_ argument: RouteArgument)

  /// The value as a pattern takes it to make a URL.
  var argument: RouteArgument { get }
}

/// Where the value of a closure's parameter comes from.
public enum ParameterRole: Hashable, Sendable {
  /// The pattern's next named capture.
  case capture(CaptureType, isOptional: Bool)

  /// The URL that was opened, with the query items that no capture takes.
  case url

  /// What the wildcard's route explains.
  case unmatched
}

/// The text for one parameter, on its way from a URL to a closure or back.
public enum RouteArgument: Hashable, Sendable {
  /// The decoded text of a segment, query value or fragment.
  case text(String)

  /// The decoded segments of a `path` capture.
  case path([String])

  /// An optional query capture whose key the URL lacks, or has without text.
  case absent

  /// The whole URL.
  indirect case url(ScreenURL)

  /// What the wildcard's route explains.
  indirect case unmatched(UnmatchedURL)
}

extension Optional: RouteParameter where Wrapped: CaptureValue {
  /// Where the value comes from.
  public static var role: ParameterRole { .capture(Wrapped.captureType, isOptional: true) }

  /// Takes a value, or none; nil if there is one that isn't of its type.
  public init?(_ argument: RouteArgument) {
    guard argument != .absent else {
      self = Wrapped?.none
      return
    }
    guard let value = Wrapped(argument) else { return nil }
    self = Wrapped?.some(value)
  }

  /// The value, if any as an argument.
  public var argument: RouteArgument { map(\.argument) ?? .absent }
}

extension Array: RouteParameter where Element == String {
  /// Where the value comes from.
  public static var role: ParameterRole { .capture(.path, isOptional: false) }

  /// Takes a list; nil for another kind of argument.
  public init?(_ argument: RouteArgument) {
    guard case .path(let segments) = argument else { return nil }
    self = segments
  }

  /// The list as an argument.
  public var argument: RouteArgument { .path(self) }
}

extension ScreenURL: RouteParameter {
  /// Where the value comes from.
  public static var role: ParameterRole { .url }

  /// Takes a URL; nil for another kind of argument.
  public init?(_ argument: RouteArgument) {
    guard case .url(let url) = argument else { return nil }
    self = url
  }

  /// The URL as an argument.
  public var argument: RouteArgument { .url(self) }
}

extension UnmatchedURL: RouteParameter {
  /// Where the value comes from.
  public static var role: ParameterRole { .unmatched }

  /// Takes an unmatched URL; nil for another kind of argument.
  public init?(_ argument: RouteArgument) {
    guard case .unmatched(let unmatched) = argument else { return nil }
    self = unmatched
  }

  /// The unmatched URL as an argument.
  public var argument: RouteArgument { .unmatched(self) }
}

/// A parameter that takes every text which its capture's type accepts, so that a look-up needn't
/// try.
protocol WholeParameter: RouteParameter {}

extension String: WholeParameter {}
extension Int: WholeParameter {}
extension UInt: WholeParameter {}
extension Double: WholeParameter {}
extension Bool: WholeParameter {}
extension PortableID: WholeParameter {}
extension ScreenURL: WholeParameter {}
extension UnmatchedURL: WholeParameter {}
extension Array: WholeParameter where Element == String {}
extension Optional: WholeParameter where Wrapped: WholeParameter & CaptureValue {}
