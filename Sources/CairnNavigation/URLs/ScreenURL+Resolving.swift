extension ScreenURL {
  /// Resolves a link written inside this URL's screen, by RFC 3986 section 5.
  ///
  /// The first segment plays the authority's part: `/p4` on `cairn://recipes/p3` is
  /// `cairn://recipes/p4`, `//books` is `cairn://books`, and `..` never climbs above the first
  /// segment.
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
