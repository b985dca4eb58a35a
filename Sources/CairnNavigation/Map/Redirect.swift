/// A person's own URL, which opens another URL.
///
///     Redirect("cairn://quick/(minutes:int)", to: "cairn://recipes?where=minutes<=(minutes)")
///
/// Captures are encoded in the target. In `where`, a capture stays one value: it is quoted unless
/// it is a plain word after an operator. So no value can change the query around it. Query items
/// that the pattern doesn't name follow the items of the target.
public struct Redirect: Hashable, Sendable {
  let patternText: String
  let targetText: String
  let isFallback: Bool

  /// Creates a redirect from a pattern to a target with the pattern's captures in it.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - target: the URL to open instead.
  ///   - isFallback: whether all other patterns except the wildcard come first, so that the
  ///     redirect hides no other URL.
  public init(_ pattern: String, to target: String, isFallback: Bool = false) {
    patternText = pattern
    targetText = target
    self.isFallback = isFallback
  }
}

/// A redirect that never reaches a screen: it leads in a circle, or over too many steps.
public struct EndlessRedirect: Hashable, Sendable, CustomStringConvertible {
  /// The redirect's pattern.
  public let pattern: Pattern

  /// The targets in order, as they are written; a circle ends before the first repeated redirect.
  public let way: [String]

  /// Whether the redirects form a circle.
  public let isCircle: Bool

  /// A sentence with the targets.
  public var description: String {
    let way = ([pattern.text] + way).joined(separator: " → ")
    return isCircle
      ? "\(pattern.text) redirects in a circle: \(way)"
      : "\(pattern.text) redirects too often: \(way)"
  }
}

extension URLMap {
  /// The redirects that never reach a screen, in the order of registration.
  ///
  /// Each redirect is followed from one sample URL, with a text of the right type for each capture.
  /// This finds circles that only some values make, if a target has those values. For a registered
  /// type, the sample is the type's name.
  ///
  /// Cost: a few look-ups for each redirect.
  public var endlessRedirects: [EndlessRedirect] {
    goals.indices.compactMap { place in
      guard case .redirect = goals[place] else { return nil }
      return endlessWay(from: index.entries[place].pattern)
    }
  }

  private func endlessWay(from pattern: Pattern) -> EndlessRedirect? {
    var url = pattern.sample
    var way: [String] = []
    var passed: Set<Int> = []
    var isCircle = false
    for _ in 0...Self.maximumRedirects {
      guard let found = index.first(for: homed(url)),
        case .redirect(let target) = goals[found.place]
      else { return nil }
      if way.isEmpty, index.entries[found.place].pattern != pattern { return nil }
      if !passed.insert(found.place).inserted { isCircle = true }
      if !isCircle { way.append(target.text) }
      url = redirected(found, to: target)
    }
    return EndlessRedirect(pattern: pattern, way: way, isCircle: isCircle)
  }
}

extension Pattern {
  /// A URL that the pattern matches; for registered types, their name is the text.
  var sample: ScreenURL {
    let query = query.map { part in
      switch part.kind {
      case .constraint(let text): QueryItem(part.key, text)
      case .capture(let capture, _): QueryItem(part.key, capture.sample)
      }
    }
    return ScreenURL(
      scheme: scheme, segments.map(\.sample), query: query, fragment: fragment?.sample)
  }
}

extension Pattern.Piece {
  /// A text that the piece matches.
  var sample: String {
    switch self {
    case .literal(let text): text
    case .capture(let capture, let prefix, let suffix): prefix + capture.sample + suffix
    }
  }
}

extension Pattern.Capture {
  /// A text that the capture matches.
  var sample: String { (type ?? .string).sample }
}

extension CaptureType {
  /// A text of this type; for strings, a text that no place is called.
  var sample: String {
    switch self {
    case .string, .path: "…"
    case .int, .uint, .double, .bool: "1"
    case .uuid: "00000000-0000-0000-0000-000000000000"
    case .date: "2000-01-01"
    case .object: Base64URL.encode("x".utf8)
    case .choice(let words): words.first ?? "…"
    case .registered(let name): name
    }
  }
}
