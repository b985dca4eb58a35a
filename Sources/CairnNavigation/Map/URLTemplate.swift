/// A URL with holes `(name)` anywhere in its segments, query values and fragment.
struct URLTemplate: Hashable, Sendable {
  /// A text in turn plain and from a capture.
  private enum Part: Hashable {
    case plain(String)
    case hole(String)
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
    for part in parts(text) {
      switch part {
      case .plain(let plain): filled += plain
      case .hole(let name):
        guard let value = Self.text(of: values[name]) else { return nil }
        filled += quoting ? quoted(value, after: filled) : value
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

  /// One quoted value of the filter grammar; without quotes where `text` has opened them already.
  private static func quoted(_ value: String, after text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in value.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return isQuoteOpen(text) ? String(escaped) : "\"\(String(escaped))\""
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

  private static func parts(_ text: String) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "(") {
      guard let close = rest[open...].firstIndex(of: ")") else { break }
      let name = rest[rest.index(after: open)..<close]
      let isName =
        !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      let end = rest.index(after: close)
      if open > rest.startIndex { parts.append(.plain(String(rest[..<open]))) }
      parts.append(isName ? .hole(String(name)) : .plain(String(rest[open..<end])))
      rest = rest[end...]
    }
    if !rest.isEmpty { parts.append(.plain(String(rest))) }
    return parts
  }
}
