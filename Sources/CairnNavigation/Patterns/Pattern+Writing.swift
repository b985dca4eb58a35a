extension Pattern {
  /// Makes the URL from which this pattern reads the same values.
  ///
  ///     try pattern.url("lunch", 2)
  ///
  /// - Parameter values: the value of each named capture, in order; nil leaves an optional query
  ///   key out.
  /// - Returns: the URL, within the limits of a URL.
  /// - Throws: ``NavigationError/unwritable(_:)`` if a value is missing, empty, or not of its
  ///   capture's type, or the URL would be too long.
  public func url<each Value: RouteParameter>(
    _ values: repeat each Value
  ) throws(NavigationError) -> ScreenURL {
    var arguments: [RouteArgument] = []
    for value in repeat each values { arguments.append(value.argument) }
    return try url(arguments: arguments)
  }

  /// Makes the URL from which this pattern reads the same values, with more query items after its
  /// own.
  ///
  /// - Throws: the same errors as with single values.
  public func url(
    arguments: [RouteArgument], adding query: [QueryItem] = []
  ) throws(NavigationError) -> ScreenURL {
    do throws(UnwritableURL.Problem) {
      var writing = Writing(arguments: arguments)
      return try writing.url(self, adding: query)
    } catch {
      throw .unwritable(UnwritableURL(pattern: text, problem: error))
    }
  }
}

/// The reason why a pattern can't make a URL from values.
public struct UnwritableURL: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem with the values.
  public enum Problem: Error, Hashable, Sendable {
    /// The pattern is `*`, which matches any URL.
    case wildcard
    /// A capture `()` has no name.
    case anonymousCapture
    /// The number of values differs from the number of captures.
    case count(expected: Int, found: Int)
    /// No value is given for the capture with this name.
    case missing(String)
    /// The value for the capture with this name has no characters.
    case empty(String)
    /// The value does not have the type of its capture.
    case wrongType(name: String, type: CaptureType, found: String)
    /// The values make the URL longer than a URL may be.
    case tooLong
  }

  /// The text of the pattern.
  public let pattern: String

  /// The problem with the values.
  public let problem: Problem

  /// A sentence that names the pattern and the value.
  public var description: String {
    "the pattern \(pattern) gives no URL: \(reason)"
  }

  private var reason: String {
    switch problem {
    case .wildcard: "the wildcard stands for no URL of its own"
    case .anonymousCapture: "nothing says what stands for ()"
    case .count(let expected, let found):
      "it needs \(expected) value\(expected == 1 ? "" : "s") and got \(found)"
    case .missing(let name): "\(name) has no value"
    case .empty(let name): "\(name) is empty"
    case .wrongType(let name, let type, let found):
      "\(name) takes \(type), not \(ControlPictures.text(of: found))"
    case .tooLong: "it would be longer than a URL may be"
    }
  }
}

/// Collects the parts of one URL.
private struct Writing {
  private var rest: ArraySlice<RouteArgument>
  private let count: Int

  init(arguments: [RouteArgument]) {
    rest = arguments[...]
    count = arguments.count
  }

  mutating func url(
    _ pattern: Pattern, adding extra: [QueryItem]
  ) throws(UnwritableURL.Problem) -> ScreenURL {
    guard !pattern.isWildcard else { throw .wildcard }
    let expected = pattern.captures.count
    guard expected == count else { throw .count(expected: expected, found: count) }
    var segments: [String] = []
    for piece in pattern.segments { segments += try write(piece) }
    var query: [QueryItem] = []
    for part in pattern.query { query += try write(part) }
    let fragment = try pattern.fragment.map { piece throws(UnwritableURL.Problem) in
      try write(piece).joined()
    }
    let url = ScreenURL(
      scheme: pattern.scheme, segments, query: query + extra, fragment: fragment)
    guard url.isReadable else { throw .tooLong }
    return url
  }

  private mutating func write(_ piece: Pattern.Piece) throws(UnwritableURL.Problem) -> [String] {
    switch piece {
    case .literal(let text): return [text]
    case .capture(let capture, let prefix, let suffix):
      guard let name = capture.name else { throw .anonymousCapture }
      switch rest.popFirst() {
      case .path(let segments) where capture.type == .path:
        guard !segments.isEmpty else { throw .missing(name) }
        guard segments.allSatisfy({ !$0.isEmpty }) else { throw .empty(name) }
        return segments
      case .text(let text): return [prefix + (try checked(text, capture, name)) + suffix]
      default: throw .missing(name)
      }
    }
  }

  private mutating func write(_ part: Pattern.QueryPart) throws(UnwritableURL.Problem)
    -> [QueryItem]
  {
    switch part.kind {
    case .constraint(let text): return [QueryItem(part.key, text)]
    case .capture(let capture, let isRequired):
      guard let name = capture.name else {
        guard !isRequired else { throw .anonymousCapture }
        return []
      }
      switch rest.popFirst() {
      case .text(let text): return [QueryItem(part.key, try checked(text, capture, name))]
      case .absent where !isRequired: return []
      default: throw .missing(name)
      }
    }
  }

  private func checked(
    _ text: String, _ capture: Pattern.Capture, _ name: String
  ) throws(UnwritableURL.Problem) -> String {
    guard !text.isEmpty else { throw .empty(name) }
    let type = capture.type ?? .string
    guard type.accepts(text), type != .path else {
      throw .wrongType(name: name, type: type, found: text)
    }
    return text
  }
}
