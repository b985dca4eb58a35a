extension URLMap {
  /// Where `url` leads: the first candidate whose captures convert, or the wildcard.
  public func match(_ url: ScreenURL) -> MapResult<Destination> {
    let url = homed(url)
    guard let found = index.first(for: url) else { return unmatched(url) }
    switch goals[found.place] {
    case .route(let route): return .matched(RouteMatch(route, found.match))
    case .redirect(let target): return .redirected(redirected(found, to: target))
    }
  }

  /// What a redirect makes of the URL that its pattern was found in.
  func redirected(_ found: PatternIndex.Found, to target: URLTemplate) -> ScreenURL {
    let pattern = index.entries[found.place].pattern
    let url = target.filled(with: found.match.values(of: pattern))
    let others = found.match.url.query.filter { item in
      !pattern.query.contains { $0.key == item.name }
    }
    return others.isEmpty ? url : url.replacing(query: url.query + others)
  }

  /// Whether some route but the wildcard takes `url`; nothing is made.
  public func canOpen(_ url: ScreenURL) -> Bool {
    if case .unmatched = match(url) { false } else { true }
  }

  /// What opening `url` will do; follows redirects, makes nothing.
  public func mark(for url: ScreenURL?) -> RowMark {
    guard let url else { return .nothing }
    guard schemes.contains(url.scheme) else { return .external }
    guard case .matched(let match) = resolved(url).result else { return .nothing }
    return match.isAction ? .nothing : RowMark(match.mode)
  }

  /// Where `url` leads in the end, with the URLs that redirects passed on the way.
  ///
  /// Redirects that lead in a circle, or over more than five steps, are unmatched.
  public func resolved(
    _ url: ScreenURL
  ) -> (result: MapResult<Destination>, redirects: [ScreenURL]) {
    var redirects: [ScreenURL] = []
    var result = match(url)
    while case .redirected(let next) = result {
      let isCircle = next == homed(url) || redirects.contains(next)
      redirects.append(next)
      guard !isCircle, redirects.count <= Self.maximumRedirects else {
        return (unmatched(url, redirects: redirects), redirects)
      }
      result = match(next)
    }
    return (result, redirects)
  }

  /// How many redirects one opening may pass.
  static var maximumRedirects: Int { 5 }

  private func unmatched(
    _ url: ScreenURL, redirects: [ScreenURL] = []
  ) -> MapResult<Destination> {
    let nearest = redirects.isEmpty ? nearest(to: url) : []
    let unmatched = UnmatchedURL(url, nearest: nearest, redirects: redirects)
    guard let place = index.entries.firstIndex(where: \.pattern.isWildcard),
      case .route(let wildcard) = goals[place]
    else {
      return .unmatched(unmatched, fallback: nil)
    }
    let match = PatternMatch(values: [], url: url)
    return .unmatched(unmatched, fallback: RouteMatch(wildcard, match, unmatched))
  }
}
