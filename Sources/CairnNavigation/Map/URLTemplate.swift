/// A URL with holes `(name)` anywhere in its segments, query values and fragment.
struct URLTemplate: Hashable, Sendable {
  /// A part of a text: plain, or filled from a capture.
  private enum Part: Hashable {
    case plain(String)
    case hole(String)

    /// The part as written in the template.
    var text: String {
      switch self {
      case .plain(let text): text
      case .hole(let name): "(\(name))"
      }
    }
  }

  let text: String
  private let url: ScreenURL

  init(_ text: String, scheme: String) throws(NavigationError) {
    self.text = text
    url = try ScreenURL(parsing: text, scheme: scheme)
  }

  /// A URL without holes.
  init(_ url: ScreenURL) { (text, self.url) = (url.text, url) }

  var scheme: String { url.scheme }
  var segmentCount: Int { url.segments.count }

  /// Whether the pattern may match some URL that this template gives.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - elastic: the holes that may get no segment, or several ones.
  /// - Returns: whether it may.
  func mayBeTaken(by pattern: Pattern, elastic: Set<String>) -> Bool {
    guard !pattern.isWildcard, pattern.scheme == url.scheme else { return false }
    for (index, segment) in url.segments.enumerated() {
      let parts = Self.parts(segment)
      if parts.count == 1, case .hole(let name) = parts[0], elastic.contains(name) { return true }
      guard index < pattern.segments.count else { return false }
      let piece = pattern.segments[index]
      if piece.isPath { return true }
      if !Self.hasHole(segment), !piece.mayMatch(segment) { return false }
    }
    return url.segments.count == pattern.segments.count
  }

  private static func hasHole(_ text: String) -> Bool {
    parts(text).contains { if case .hole = $0 { true } else { false } }
  }

  /// The names of all holes.
  var names: Set<String> {
    let texts = url.segments + url.query.compactMap(\.value) + [url.fragment ?? ""]
    return Set(
      texts.flatMap(Self.parts).compactMap { part in
        if case .hole(let name) = part { name } else { nil }
      })
  }

  /// Returns the URL with every hole filled.
  ///
  /// A segment, item or fragment with a missing value is left out.
  func filled(with values: [String: RouteArgument]) -> ScreenURL {
    let query = url.query.compactMap { item -> QueryItem? in
      guard let value = item.value else { return item }
      return Self.fill(value, values, quoting: item.name == "where").map {
        QueryItem(item.name, $0)
      }
    }
    return ScreenURL(
      scheme: url.scheme, url.segments.flatMap { Self.fill(segment: $0, values) }, query: query,
      fragment: url.fragment.flatMap { Self.fill($0, values, quoting: false) })
  }

  private static func fill(segment: String, _ values: [String: RouteArgument]) -> [String] {
    let parts = parts(segment)
    if parts.count == 1, case .hole(let name) = parts[0], case .path(let segments) = values[name] {
      return segments
    }
    return fill(segment, values, quoting: false).map { [$0] } ?? []
  }

  private static func fill(
    _ text: String, _ values: [String: RouteArgument], quoting: Bool
  ) -> String? {
    var filled = ""
    let parts = parts(text)
    for (index, part) in parts.enumerated() {
      switch part {
      case .plain(let plain): filled += plain
      case .hole(let name):
        guard let value = Self.text(of: values[name]) else { return nil }
        let next = parts.indices.contains(index + 1) ? parts[index + 1].text : ""
        filled += quoting ? FilterValue.text(value, between: filled, and: next) : value
      }
    }
    return filled
  }

  private static func text(of argument: RouteArgument?) -> String? {
    switch argument {
    case .text(let text): text
    case .path(let segments): segments.joined(separator: "/")
    default: nil
    }
  }

  private static func parts(_ text: String) -> [Part] {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "(") {
      plain += rest[..<open]
      rest = rest[open...].dropFirst()
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      guard !name.isEmpty, rest.dropFirst(name.count).first == ")" else {
        // A plain parenthesis, for example of a filter.
        plain += "("
        continue
      }
      if !plain.isEmpty { parts.append(.plain(plain)) }
      parts.append(.hole(String(name)))
      plain = ""
      rest = rest.dropFirst(name.count + 1)
    }
    plain += rest
    if !plain.isEmpty { parts.append(.plain(plain)) }
    return parts
  }
}

/// The spelling of a value in a filter, which always stays one value.
///
/// The value is quoted, except for a plain word that can only be the value of a comparison:
/// `rating>=4`, not `rating>="4"`.
enum FilterValue {
  /// Returns the spelling of a value between two parts of a filter.
  static func text(_ value: String, between before: String, and after: String) -> String {
    if isQuoteOpen(before) { return escaped(value) }
    let isPlain = isWord(value) && endsInOperator(before) && startsAtBoundary(after)
    return isPlain ? value : "\"\(escaped(value))\""
  }

  private static func escaped(_ value: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in value.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// Whether the text has only letters, digits and signs of dates and numbers.
  ///
  /// A dot is allowed only where it can't be part of a range.
  private static func isWord(_ value: String) -> Bool {
    let scalars = value.unicodeScalars
    return !scalars.isEmpty && scalars.first != "." && scalars.last != "." && !value.contains("..")
      && scalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || ["-", "_", "."].contains(scalar)
      }
  }

  private static func endsInOperator(_ text: String) -> Bool {
    text.hasSuffix("..")
      || text.unicodeScalars.last.map { ":=<>~,".unicodeScalars.contains($0) } == true
  }

  private static func startsAtBoundary(_ text: String) -> Bool {
    text.hasPrefix("..")
      || text.unicodeScalars.first.map { " ),".unicodeScalars.contains($0) } ?? true
  }

  private static func isQuoteOpen(_ text: String) -> Bool {
    var isOpen = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == "\"", !isEscaped { isOpen.toggle() }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return isOpen
  }
}

extension Pattern.Piece {
  /// Whether a fixed text may be the text of this piece.
  fileprivate func mayMatch(_ text: String) -> Bool {
    switch self {
    case .literal(let own): return own == text
    case .capture(let capture, let prefix, let suffix):
      guard text.hasPrefix(prefix), text.hasSuffix(suffix),
        text.utf8.count > prefix.utf8.count + suffix.utf8.count
      else { return false }
      let inner = text.dropFirst(prefix.count).dropLast(suffix.count)
      return (capture.type ?? .string).accepts(String(inner))
    }
  }
}
