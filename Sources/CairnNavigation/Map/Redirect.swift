/// A URL of a person's own that stands for another.
///
///     Redirect("cairn://quick/(minutes:int)", to: "cairn://recipes?where=minutes<=(minutes)")
///
/// Captures go into the target encoded, and into `where` as one value, in quotes unless it is a
/// plain word after an operator, so that no value can change the query around it. Query items that
/// the pattern doesn't name follow those of the target.
public struct Redirect: Hashable, Sendable {
  let patternText: String
  let targetText: String
  let isFallback: Bool

  /// Maps URLs of a pattern to a target with the pattern's captures in it.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - target: where its URLs lead.
  ///   - isFallback: whether it stands back behind everything else but the wildcard, so that it
  ///     hides no other URL, however exactly it says its own.
  public init(_ pattern: String, to target: String, isFallback: Bool = false) {
    patternText = pattern
    targetText = target
    self.isFallback = isFallback
  }
}

/// A redirect whose URLs arrive nowhere: they are led in a circle, or on over more steps than are
/// followed.
public struct EndlessRedirect: Hashable, Sendable, CustomStringConvertible {
  /// The redirect's pattern.
  public let pattern: Pattern

  /// The targets that follow one another from there, as they are written; in a circle until one
  /// leads to a redirect for the second time.
  public let way: [String]

  /// Whether the way comes to a redirect that it passed before.
  public let isCircle: Bool

  /// A sentence with the way.
  public var description: String {
    let way = ([pattern.text] + way).joined(separator: " → ")
    return isCircle
      ? "\(pattern.text) redirects in a circle: \(way)"
      : "\(pattern.text) redirects too often: \(way)"
  }
}

extension URLMap {
  /// The redirects whose URLs arrive nowhere, in the order of registration.
  ///
  /// Each is followed from one URL of its pattern, with a text of its type for each capture, so that
  /// circles which only some values make are found where a target has those values. What is asked
  /// of a registered type is its converter, with the type's name.
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
  /// One of the URLs that the pattern takes, as far as registered types go by their name.
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
  /// A text that the piece takes.
  var sample: String {
    switch self {
    case .literal(let text): text
    case .capture(let capture, let prefix, let suffix): prefix + capture.sample + suffix
    }
  }
}

extension Pattern.Capture {
  /// A text that the capture takes.
  var sample: String { (type ?? .string).sample }
}

extension CaptureType {
  /// A text of this type; for any text one that nobody would give a place's name.
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
