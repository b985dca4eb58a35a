extension ScreenURL {
  /// Reads an absolute URL; a text without a scheme gets `scheme`.
  ///
  /// The text is split first and each part decoded once, so an escaped delimiter belongs to its
  /// part. Several slashes between segments, or at the end, count as one. `+` is a plus.
  ///
  /// - Throws: ``NavigationError/malformedURL(_:)`` with the position of the first mistake.
  public init(
    parsing text: String, scheme: String = ScreenURL.defaultScheme
  ) throws(NavigationError) {
    do throws(MalformedURL) {
      self = try URLParser(text).absolute(defaultScheme: scheme)
    } catch {
      throw .malformedURL(error)
    }
  }
}

/// Reads one text; every error has a position in that text.
struct URLParser {
  let bytes: [UInt8]

  /// Creates a reader of `text`.
  ///
  /// - Throws: for a text of more than `maximum` bytes, or with control characters.
  init(_ text: String, atMost maximum: Int = ScreenURL.maximumLength) throws(MalformedURL) {
    bytes = Array(text.utf8)
    guard bytes.count <= maximum else {
      throw MalformedURL(.tooLong, in: bytes, at: maximum)
    }
    if let (scalar, offset) = text.firstControl {
      throw MalformedURL(.control(scalar.value), in: bytes, at: offset)
    }
  }

  func absolute(defaultScheme: String) throws(MalformedURL) -> ScreenURL {
    let (scheme, start) = try self.scheme(orElse: defaultScheme)
    let parts = try split(from: start)
    let pieces = try segments(parts.path)
    for piece in pieces where isDots(piece) {
      throw MalformedURL(.dotSegment, in: bytes, at: piece.lowerBound)
    }
    var segments: [String] = []
    for piece in pieces { segments.append(try decode(piece)) }
    return ScreenURL(
      scheme: scheme, segments, query: try query(parts.query), fragment: try fragment(parts))
  }

  /// Returns the scheme, and the index after its colon.
  private func scheme(orElse fallback: String) throws(MalformedURL) -> (String, Int) {
    guard let length = URLScheme.length(in: bytes) else {
      if let wrong = indexOfSchemeDelimiter {
        throw MalformedURL(.notScheme, in: bytes, at: wrong)
      }
      return (fallback, 0)
    }
    let scheme = String(decoding: bytes[..<length], as: UTF8.self).lowercased()
    let rest = bytes[(length + 1)...]
    // `cairn:menu` and `cairn:/menu` have only one possible meaning.
    guard rest.starts(with: "//".utf8) || scheme == fallback else {
      throw MalformedURL(.schemeWithoutSlashes(scheme), in: bytes, at: 0)
    }
    return (scheme, length + 1)
  }

  /// The start of a text that has `://` in its first part without a valid scheme before it.
  private var indexOfSchemeDelimiter: Int? {
    let first = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let colon = first.firstIndex(of: UInt8(ascii: ":")),
      first[colon...].starts(with: "://".utf8),
      !first[..<colon].contains(UInt8(ascii: "/"))
    else { return nil }
    return 0
  }
}

extension URLParser {
  /// The three parts of a text after its scheme, as ranges of bytes.
  struct Parts {
    var path: Range<Int>
    var query: Range<Int>?
    var fragment: Range<Int>?
  }

  func split(from start: Int) throws(MalformedURL) -> Parts {
    var parts = Parts(path: start..<bytes.count)
    if let hash = bytes[start...].firstIndex(of: UInt8(ascii: "#")) {
      parts.path = start..<hash
      parts.fragment = (hash + 1)..<bytes.count
      if let second = bytes[(hash + 1)...].firstIndex(of: UInt8(ascii: "#")) {
        throw MalformedURL(.secondFragment, in: bytes, at: second)
      }
    }
    if let mark = bytes[parts.path].firstIndex(of: UInt8(ascii: "?")) {
      parts.query = (mark + 1)..<parts.path.upperBound
      parts.path = start..<mark
    }
    return parts
  }

  /// Returns the segments that aren't empty, still encoded.
  func segments(_ path: Range<Int>) throws(MalformedURL) -> [Range<Int>] {
    let pieces = ranges(of: path, separatedBy: UInt8(ascii: "/")).filter { !$0.isEmpty }
    if pieces.count > ScreenURL.maximumSegments {
      let extra = pieces[ScreenURL.maximumSegments]
      throw MalformedURL(.tooManySegments, in: bytes, at: extra.lowerBound)
    }
    return pieces
  }

  func query(_ range: Range<Int>?) throws(MalformedURL) -> [QueryItem] {
    guard let range else { return [] }
    var items: [QueryItem] = []
    for piece in ranges(of: range, separatedBy: UInt8(ascii: "&")) where !piece.isEmpty {
      guard let equals = bytes[piece].firstIndex(of: UInt8(ascii: "=")) else {
        items.append(QueryItem(try decode(piece), nil))
        continue
      }
      let name = try decode(piece.lowerBound..<equals)
      items.append(QueryItem(name, try decode((equals + 1)..<piece.upperBound)))
    }
    return items
  }

  func fragment(_ parts: Parts) throws(MalformedURL) -> String? {
    guard let range = parts.fragment else { return nil }
    return try decode(range)
  }

  func decode(_ piece: Range<Int>) throws(MalformedURL) -> String {
    do throws(PercentCoding.Failure) {
      return try PercentCoding.decode(bytes[piece])
    } catch {
      throw MalformedURL(error.problem, in: bytes, at: piece.lowerBound + error.offset)
    }
  }

  /// Whether a segment is an unescaped `.` or `..`.
  func isDots(_ piece: Range<Int>) -> Bool {
    piece.count <= 2 && bytes[piece].allSatisfy { $0 == UInt8(ascii: ".") }
  }

  private func ranges(of range: Range<Int>, separatedBy separator: UInt8) -> [Range<Int>] {
    bytes[range].split(separator: separator, omittingEmptySubsequences: false)
      .map { $0.startIndex..<$0.endIndex }
  }
}

extension ScreenURL {
  /// Resolves a link inside this URL's screen, by RFC 3986 section 5.
  ///
  /// The first segment has the role of the authority: `/p4` on `cairn://recipes/p3` is
  /// `cairn://recipes/p4`, `//books` is `cairn://books`, and `..` never removes the first segment.
  ///
  /// - Throws: ``NavigationError/malformedURL(_:)`` with the position in `reference`.
  public func resolving(_ reference: String) throws(NavigationError) -> ScreenURL {
    do throws(MalformedURL) {
      return try URLParser(reference).resolve(against: self)
    } catch {
      throw .malformedURL(error)
    }
  }
}

extension URLParser {
  func resolve(against base: ScreenURL) throws(MalformedURL) -> ScreenURL {
    guard URLScheme.length(in: bytes) == nil else {
      return try absolute(defaultScheme: base.scheme)
    }
    if bytes.starts(with: "//".utf8) {
      return try absolute(defaultScheme: base.scheme)
    }
    let parts = try split(from: 0)
    let fragment = try fragment(parts)
    guard !parts.path.isEmpty else {
      let query = parts.query == nil ? base.query : try query(parts.query)
      return ScreenURL(scheme: base.scheme, base.segments, query: query, fragment: fragment)
    }
    let path = try merged(parts.path, with: base)
    guard path.count <= ScreenURL.maximumSegments else {
      throw MalformedURL(.tooManySegments, in: bytes, at: parts.path.lowerBound)
    }
    return ScreenURL(
      scheme: base.scheme, path, query: try query(parts.query), fragment: fragment)
  }

  /// The base's first segment, then its folder and the reference's path with their dots removed.
  private func merged(_ path: Range<Int>, with base: ScreenURL) throws(MalformedURL) -> [String] {
    let isRooted = bytes[path].first == UInt8(ascii: "/")
    var steps = isRooted ? [] : Array(base.segments.dropFirst().dropLast())
    for piece in try segments(path) {
      guard isDots(piece) else {
        steps.append(try decode(piece))
        continue
      }
      if piece.count == 2 { _ = steps.popLast() }
    }
    return base.segments.prefix(1) + steps
  }
}
