/// The match of a pattern with a URL.
public struct PatternMatch: Hashable, Sendable {
  /// The values of the named captures, in their order.
  public let values: [RouteArgument]

  /// The URL in the spelling of the converters.
  public let url: ScreenURL

  /// Returns the values by the names of the pattern's captures.
  func values(of pattern: Pattern) -> [String: RouteArgument] {
    Dictionary(uniqueKeysWithValues: zip(pattern.captures.compactMap(\.name), values))
  }
}

extension Pattern {
  /// Returns the values in a URL, or the reason why this pattern doesn't match.
  ///
  /// An untyped capture matches any text except the empty one. A query key without text counts as
  /// missing; of a repeated key, the first is used.
  public func match(
    _ url: ScreenURL, converters: [CaptureConverter] = []
  ) -> Result<PatternMatch, Mismatch> {
    Result { () throws(Mismatch) in try fit(url, converters: converters) }
  }

  /// Returns the values in a URL.
  ///
  /// - Throws: the reason why this pattern doesn't match.
  func fit(
    _ url: ScreenURL, converters: [CaptureConverter]
  ) throws(Mismatch) -> PatternMatch {
    guard !isWildcard else { throw .wildcard }
    guard scheme == url.scheme else { throw .scheme(expected: scheme) }
    try checkLength(url)
    return try fit(url, converters: converters, comparing: segments.indices)
  }

  /// Returns the values in a URL of this pattern's scheme and length.
  ///
  /// `pieces` are the indexes of the segments to compare.
  ///
  /// - Throws: the reason why this pattern doesn't match.
  func fit(
    _ url: ScreenURL, converters: [CaptureConverter], comparing pieces: some Sequence<Int>
  ) throws(Mismatch) -> PatternMatch {
    var matching = Matching(url: url, converters: converters)
    matching.values.reserveCapacity(segments.count + query.count)
    for place in pieces { try matching.matchSegment(segments[place], place) }
    for part in query { try matching.match(part) }
    try matching.matchFragment(fragment)
    return PatternMatch(values: matching.values, url: matching.respelled ?? url)
  }

  private func checkLength(_ url: ScreenURL) throws(Mismatch) {
    let expected = segments.count
    let endsInPath = segments.last?.isPath == true
    let found = url.segments.count
    guard endsInPath ? found >= expected : found == expected else {
      throw .segmentCount(expected: expected, found: found, orMore: endsInPath)
    }
  }
}

/// One attempt to match a pattern with a URL.
private struct Matching {
  let url: ScreenURL
  let converters: [CaptureConverter]
  var values: [RouteArgument] = []
  /// The URL with the converters' spelling, if that differs.
  var respelled: ScreenURL?
  /// The names of the values, collected only for converters.
  private var names: [String] = []

  init(url: ScreenURL, converters: [CaptureConverter]) {
    self.url = url
    self.converters = converters
  }

  mutating func matchSegment(_ piece: Pattern.Piece, _ index: Int) throws(Mismatch) {
    guard !piece.isPath else {
      let path = url.segments[index...]
      if let empty = path.firstIndex(of: "") {
        throw .literal(segment: empty + 1, expected: "a value", found: "")
      }
      return values.append(.path(Array(path)))
    }
    let text = try convert(url.segments[index], piece, segment: index + 1)
    if let text { respell(segment: index, as: text) }
  }

  /// Matches a text with a piece, and returns the whole text if a converter changed its spelling.
  private mutating func convert(
    _ text: String, _ piece: Pattern.Piece, segment: Int
  ) throws(Mismatch) -> String? {
    switch piece {
    case .literal(let expected):
      guard expected == text else {
        throw .literal(segment: segment, expected: expected, found: text)
      }
      return nil
    case .capture(let capture, let prefix, let suffix):
      guard let middle = Self.inner(text, prefix, suffix) else {
        throw .affix(segment: segment, prefix: prefix, suffix: suffix, found: text)
      }
      let spelled = try read(middle, as: capture)
      return spelled == middle ? nil : prefix + spelled + suffix
    }
  }

  /// Returns the text between `prefix` and `suffix`.
  ///
  /// It compares bytes, since an accent can join characters.
  private static func inner(_ text: String, _ prefix: String, _ suffix: String) -> String? {
    if prefix.isEmpty, suffix.isEmpty { return text.isEmpty ? nil : text }
    guard text.utf8.count > prefix.utf8.count + suffix.utf8.count,
      text.utf8.starts(with: prefix.utf8),
      text.utf8.reversed().starts(with: suffix.utf8.reversed())
    else { return nil }
    let middle = text.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return String(decoding: Array(middle), as: UTF8.self)
  }

  /// Checks a capture's text, stores it as a value, and returns its spelling.
  private mutating func read(
    _ text: String, as capture: Pattern.Capture
  ) throws(Mismatch) -> String {
    let type = capture.type ?? .string
    let name = capture.name ?? ""
    guard type.accepts(text) else {
      throw .conversion(name: name, type: type, found: text, reason: nil)
    }
    var spelled = text
    if case .registered(let typeName) = type {
      spelled = try convert(text, by: typeName, as: capture)
    }
    guard let name = capture.name else { return spelled }
    if !converters.isEmpty { names.append(name) }
    values.append(.text(spelled))
    return spelled
  }

  private func convert(
    _ text: String, by typeName: String, as capture: Pattern.Capture
  ) throws(Mismatch) -> String {
    let context = CaptureConverter.Context(url: url, earlier: earlier)
    let converter = converters.first { $0.name == typeName }
    switch converter?.read(text, context) {
    case .accepted(let spelled) where !spelled.isEmpty: return spelled
    case .rejected(let reason):
      throw .conversion(
        name: capture.name ?? "", type: .registered(typeName), found: text, reason: reason)
    case .accepted, nil:
      throw .conversion(
        name: capture.name ?? "", type: .registered(typeName), found: text, reason: nil)
    }
  }

  /// The spelling of the captures so far, by name.
  private var earlier: [String: String] {
    let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    return Dictionary(zip(names, texts)) { first, _ in first }
  }

  mutating func match(_ part: Pattern.QueryPart) throws(Mismatch) {
    let item = url.query.first { $0.name == part.key }
    switch part.kind {
    case .constraint(let expected):
      guard let item, (item.value ?? "") == expected else {
        throw .constraint(key: part.key, expected: expected, found: item.map { $0.value ?? "" })
      }
    case .capture(let capture, let isRequired):
      guard let text = item?.value, !text.isEmpty else {
        guard !isRequired else { throw .missingQuery(key: part.key) }
        if capture.name != nil { values.append(.absent) }
        return
      }
      let spelled = try read(text, as: capture)
      if spelled != text { respell(key: part.key, as: spelled) }
    }
  }

  mutating func matchFragment(_ piece: Pattern.Piece?) throws(Mismatch) {
    guard let piece else {
      guard url.fragment == nil else { throw .fragment(expected: nil, found: url.fragment) }
      return
    }
    guard let text = url.fragment else { throw .fragment(expected: piece.text, found: nil) }
    if case .literal(let expected) = piece, expected != text {
      throw .fragment(expected: expected, found: text)
    }
    if let spelled = try convert(text, piece, segment: url.segments.count + 1) {
      respelled = (respelled ?? url).replacing(fragment: spelled)
    }
  }

  private mutating func respell(segment index: Int, as text: String) {
    let current = respelled ?? url
    var segments = current.segments
    segments[index] = text
    respelled = current.replacing(segments: segments)
  }

  private mutating func respell(key: String, as text: String) {
    let current = respelled ?? url
    guard let index = current.query.firstIndex(where: { $0.name == key }) else { return }
    var query = current.query
    query[index] = QueryItem(key, text)
    respelled = current.replacing(query: query)
  }
}

extension Pattern.Piece {
  /// The piece as written in a pattern, for messages.
  var text: String {
    switch self {
    case .literal(let text): text
    case .capture(let capture, let prefix, let suffix):
      "\(prefix)(\(capture.name ?? ""))\(suffix)"
    }
  }
}

/// The reason why a pattern doesn't match a URL.
public enum Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The schemes differ.
  case scheme(expected: String)
  /// The path has too few or too many segments; `orMore` is true for a pattern that ends in a path.
  case segmentCount(expected: Int, found: Int, orMore: Bool)
  /// The text of a segment differs; segments count from 1.
  case literal(segment: Int, expected: String, found: String)
  /// A segment lacks the text around its capture.
  case affix(segment: Int, prefix: String, suffix: String, found: String)
  /// A capture's text isn't of its type; a converter may give the reason.
  case conversion(name: String, type: CaptureType, found: String, reason: String?)
  /// A required query key is missing, or has no text.
  case missingQuery(key: String)
  /// The text of a query key differs or is missing.
  case constraint(key: String, expected: String, found: String?)
  /// The fragments differ, or only one of URL and pattern has a fragment.
  case fragment(expected: String?, found: String?)
  /// The closure's parameter refused a text that its type allows.
  case parameter(index: Int)
  /// The wildcard matches only URLs that nothing else matches.
  case wildcard

  /// The reason as the end of a sentence about the pattern.
  public var description: String {
    switch self {
    case .scheme(let expected): "the scheme isn't \(expected)"
    case .segmentCount(let expected, let found, let orMore):
      "the pattern has \(expected) segment\(expected == 1 ? "" : "s")\(orMore ? " or more" : ""), and the URL has \(found)"
    case .literal(let segment, let expected, let found):
      "segment \(segment) of the pattern is \(expected), not \(found)\(Self.hint(expected, found))"
    case .affix(let segment, let prefix, let suffix, let found):
      "segment \(segment) must have the form \(prefix)…\(suffix), not \(found)"
    case .conversion(let name, let type, let found, let reason):
      "(\(name)) takes \(type), not \(found)" + (reason.map { ": \($0)" } ?? "")
    case .missingQuery(let key): "the query lacks \(key)"
    case .constraint(let key, let expected, let found):
      "the query must have \(key)=\(expected)" + (found.map { ", not \($0)" } ?? "")
    case .fragment(let expected?, _): "the fragment must be #\(expected)"
    case .fragment(nil, let found): "the pattern has no fragment, and the URL has #\(found ?? "")"
    case .parameter(let index): "parameter \(index) of its closure doesn't take the text"
    case .wildcard: "it matches only URLs that no other pattern matches"
    }
  }

  private static func hint(_ expected: String, _ found: String) -> String {
    expected.lowercased() == found.lowercased() ? " (only upper and lower case differ)" : ""
  }
}
