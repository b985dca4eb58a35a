/// A mistake in a map that is found when it is made, not when someone opens a URL.
public enum RegistrationProblem: Hashable, Sendable, CustomStringConvertible {
  /// A pattern can't be read.
  case malformed(MalformedPattern)
  /// Two patterns take the same URLs.
  case sameShape(String, String)
  /// A closure takes another number of values than the pattern has named captures.
  case count(pattern: String, captures: [String], parameters: [String])
  /// A capture and its parameter have different types.
  case type(pattern: String, capture: String, type: CaptureType, parameter: CaptureType)
  /// A parameter isn't optional though its query key may be missing, or the other way round.
  case optionality(pattern: String, capture: String, mayBeMissing: Bool)
  /// A pattern names a type that no converter has.
  case unknownType(pattern: String, type: String)
  /// Two converters have one name, or the name of a built-in type.
  case repeatedConverter(String)
  /// A parameter for what didn't match belongs to `*` alone.
  case unmatchedParameter(pattern: String)
  /// A parent or a redirect uses a capture that the route lacks.
  case unknownCapture(pattern: String, target: String, capture: String)
  /// What no other pattern takes is sent elsewhere, where nothing would say that it wasn't found.
  case redirectOfWildcard(target: String)
  /// A link leads to URLs that no route takes.
  case noRoute(target: String)
  /// Two links lead from one type under one name.
  case repeatedLink(type: String, name: String?, String, String)
  /// The URL of a parent or redirect can't be read.
  case target(MalformedURL)

  /// A sentence that names both sides of the mistake.
  public var description: String {
    switch self {
    case .malformed(let error): error.description
    case .sameShape(let first, let second):
      "the patterns \(first) and \(second) take the same URLs"
    case .count(let pattern, let captures, let parameters):
      "the pattern \(pattern) captures (\(captures.joined(separator: ", "))), "
        + "its closure takes (\(parameters.joined(separator: ", ")))"
    case .type(let pattern, let capture, let type, let parameter):
      "the pattern \(pattern) says (\(capture):\(type)), its closure takes \(parameter)"
    case .optionality(let pattern, let capture, true):
      "the pattern \(pattern) also matches without \(capture), its closure's parameter isn't optional"
    case .optionality(let pattern, let capture, false):
      "the pattern \(pattern) always has \(capture), its closure's parameter is optional"
    case .unknownType(let pattern, let type):
      "the pattern \(pattern) names the type \(type), which no converter has"
    case .repeatedConverter(let name): "the capture type \(name) is there already"
    case .unmatchedParameter(let pattern):
      "the pattern \(pattern) isn't *, its closure takes what didn't match"
    case .unknownCapture(let pattern, let target, let capture):
      "\(target) uses (\(capture)), which the pattern \(pattern) doesn't capture"
    case .redirectOfWildcard(let target): "* can't be redirected to \(target); it needs a route"
    case .noRoute(let target): "no route takes \(target)"
    case .repeatedLink(let type, let name, let first, let second):
      "the links \(first) and \(second) both lead from \(type)"
        + (name.map { " under the name \($0)" } ?? "")
    case .target(let error): error.description
    }
  }
}
