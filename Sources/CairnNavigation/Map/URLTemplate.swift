/// A URL with holes `(name)` anywhere in its segments, query values and fragment.
struct URLTemplate: Hashable, Sendable {
  /// A text in turn plain and from a capture.
  private enum Part: Hashable {
    case plain(String)
    case hole(String)

    /// The part as the template spells it.
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

  /// The names of all holes.
  var names: Set<String> {
    let texts = url.segments + url.query.compactMap(\.value) + [url.fragment ?? ""]
    return Set(
      texts.flatMap(Self.parts).compactMap { part in
        if case .hole(let name) = part { name } else { nil }
      })
  }

  /// The URL with every hole filled; a name without a value empties its piece, which drops it.
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
        // A parenthesis of the text's own, such as a filter's.
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

/// How a value is spelled within a filter, so that it stays one value whatever it says.
///
/// It is in quotes, but for a plain word in a place where it can be nothing else than the value of
/// a comparison: `rating>=4`, not `rating>="4"`.
enum FilterValue {
  /// A value's spelling between what stands before and after it in the filter.
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

  /// Letters, digits and what dates and numbers have; a dot only where it can't be part of a range.
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
