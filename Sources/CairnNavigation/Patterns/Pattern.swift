/// The form of the URLs of one kind of screen; it reads and writes their values.
///
///     let pattern = try Pattern("cairn://menu/(menu)/page-(page:int)?sort=(sort)")
///     pattern.match(url)                                     // the values, or why not
///     try pattern.url("lunch", 2, "price" as String?)        // cairn://menu/lunch/page-2?sort=price
///
/// Grammar:
///
///     pattern  = "*" / scheme "://" segment *("/" segment) ["?" qpair *("&" qpair)] ["#" piece]
///     segment  = piece
///     piece    = literal / [literal] capture [literal]
///     capture  = "(" [name [":" [type]]] ")"          ; () is anonymous; name may end in a colon
///     qpair    = key "=" literal                      ; a constraint: present and equal
///              / key "=" capture ["!"]                ; optional, or required with "!"
///     literal  = any character of a URL, "%" escapes included; "\(" is a parenthesis
///
/// Matching and writing use the same definition, so they are exact inverses.
public struct Pattern: Hashable, Sendable {
  /// A capture of a pattern.
  public struct Capture: Hashable, Sendable {
    /// The name of the value; nil for the anonymous `()`, whose value is not used.
    public let name: String?

    /// The type in the pattern; nil until a closure's parameter decides it.
    public internal(set) var type: CaptureType?
  }

  /// A segment or a fragment: fixed text, or one capture with optional text around it.
  enum Piece: Hashable, Sendable {
    case literal(String)
    indirect case capture(Capture, prefix: String, suffix: String)
  }

  /// The condition for a query key.
  struct QueryPart: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case constraint(String)
      case capture(Capture, isRequired: Bool)
    }

    let key: String
    var kind: Kind
  }

  /// The text of the pattern.
  public let text: String

  /// The scheme in lower case; empty for the wildcard.
  public let scheme: String

  var segments: [Piece]
  var query: [QueryPart]
  var fragment: Piece?

  /// Whether this is `*`, which matches all URLs that no other pattern matches.
  public var isWildcard: Bool { scheme.isEmpty }

  /// The first segment, if it is fixed text.
  public var firstWord: String? {
    guard case .literal(let word)? = segments.first else { return nil }
    return word
  }

  /// Reads a pattern.
  ///
  /// - Throws: ``NavigationError/malformedPattern(_:)`` with the position of the mistake.
  public init(_ text: String) throws(NavigationError) {
    do throws(MalformedPattern) {
      self = try PatternParser(text).pattern()
    } catch {
      throw .malformedPattern(error)
    }
  }

  init(
    text: String, scheme: String, segments: [Piece] = [], query: [QueryPart] = [],
    fragment: Piece? = nil
  ) {
    self.text = text
    self.scheme = scheme
    self.segments = segments
    self.query = query
    self.fragment = fragment
  }

  /// The named captures, in the order of the closure's parameters: path, query, fragment.
  public var captures: [Capture] {
    allCaptures.filter { $0.name != nil }
  }
}

extension Pattern {
  var allCaptures: [Capture] {
    segments.compactMap(\.capture) + query.compactMap(\.capture)
      + [fragment?.capture].compactMap(\.self)
  }

  /// Returns the pattern with other types for its named captures, in order.
  func typed(_ types: [CaptureType]) -> Pattern {
    var rest = types[...]
    return mapCaptures { capture in
      guard capture.name != nil, let type = rest.popFirst() else { return capture }
      return Capture(name: capture.name, type: type)
    }
  }

  /// The form without names.
  ///
  /// Two patterns of the same form match the same texts, so nothing would decide between them.
  var shape: Pattern {
    let mapped = mapCaptures {
      Capture(name: $0.name == nil ? nil : "", type: $0.type ?? .string)
    }
    return Pattern(
      text: "", scheme: scheme, segments: mapped.segments,
      query: mapped.query.sorted { $0.key < $1.key }, fragment: mapped.fragment)
  }

  /// Changes each capture, in the order path, query, fragment.
  private func mapCaptures(_ change: (Capture) -> Capture) -> Pattern {
    var mapped = self
    mapped.segments = segments.map { $0.mapCapture(change) }
    mapped.query = query.map { $0.mapCapture(change) }
    mapped.fragment = fragment.map { $0.mapCapture(change) }
    return mapped
  }
}

extension Pattern.Piece {
  var capture: Pattern.Capture? {
    if case .capture(let capture, _, _) = self { capture } else { nil }
  }

  /// Whether the piece captures the rest of the path.
  var isPath: Bool {
    if case .capture(let capture, _, _) = self, case .path? = capture.type { true } else { false }
  }

  fileprivate func mapCapture(_ change: (Pattern.Capture) -> Pattern.Capture) -> Pattern.Piece {
    guard case .capture(let capture, let prefix, let suffix) = self else { return self }
    return .capture(change(capture), prefix: prefix, suffix: suffix)
  }
}

extension Pattern.QueryPart {
  var capture: Pattern.Capture? {
    if case .capture(let capture, _) = kind { capture } else { nil }
  }

  /// Whether the pattern matches without this key.
  var isOptional: Bool {
    if case .capture(_, isRequired: false) = kind { true } else { false }
  }

  fileprivate func mapCapture(
    _ change: (Pattern.Capture) -> Pattern.Capture
  ) -> Pattern.QueryPart {
    guard case .capture(let capture, let isRequired) = kind else { return self }
    return Pattern.QueryPart(key: key, kind: .capture(change(capture), isRequired: isRequired))
  }
}
