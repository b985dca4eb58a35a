extension URLMap {
  /// Where `url` leads: the first candidate whose captures convert, or the wildcard.
  public func match(_ url: ScreenURL) -> MapResult<Destination> {
    let url = homed(url)
    return tree.first(for: url) { bestMatch($0, url) } ?? unmatched(url)
  }

  /// The first that fits of routes with the same kinds of segments, which lie in the order of trying.
  private func bestMatch(_ indices: [Int], _ url: ScreenURL) -> MapResult<Destination>? {
    var indices = indices
    if indices.count > 1, indices.contains(where: { routes[$0].hasQueryCaptures }) {
      indices = sorted(indices, for: url)
    }
    for index in indices {
      if case .success(let result) = attempt(index, url) { return result }
    }
    return nil
  }

  /// Whether some route but the wildcard takes `url`; nothing is made.
  public func canOpen(_ url: ScreenURL) -> Bool {
    if case .unmatched = match(url) { false } else { true }
  }

  /// What opening `url` will do; follows redirects, makes nothing.
  public func mark(for url: ScreenURL?) -> RowMark {
    guard let url, case .matched(let match) = resolved(url).result else { return .nothing }
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
      redirects.append(next)
      guard redirects.count <= Self.maximumRedirects else { return (unmatched(url), redirects) }
      result = match(next)
    }
    return (result, redirects)
  }

  /// How many redirects one opening may pass.
  static var maximumRedirects: Int { 5 }

  /// Fits one route; the failure says why it can't.
  func attempt(_ index: Int, _ url: ScreenURL) -> Result<MapResult<Destination>, Mismatch> {
    let registered = routes[index]
    switch registered.pattern.match(url, converters: converters) {
    case .failure(let mismatch): return .failure(mismatch)
    case .success(let match):
      if let target = registered.target {
        return .success(.redirected(target.filled(with: registered.values(of: match))))
      }
      do throws(Mismatch) {
        return .success(.matched(try routeMatch(registered, match)))
      } catch {
        return .failure(error)
      }
    }
  }

  private func routeMatch(
    _ registered: Registered, _ match: PatternMatch, unmatched: UnmatchedURL? = nil
  ) throws(Mismatch) -> RouteMatch<Destination> {
    guard let route = registered.route else {
      preconditionFailure("a redirect's match is no route's")
    }
    var values = match.values[...]
    let arguments = route.roles.compactMap { role -> RouteArgument? in
      switch role {
      case .capture: values.popFirst()
      case .url: .url(match.url)
      case .unmatched: unmatched.map(RouteArgument.unmatched)
      }
    }
    return RouteMatch(
      pattern: registered.pattern, mode: route.mode, url: match.url, isAction: route.isAction,
      isSaved: route.isSaved, stateVersion: route.stateVersion, migrations: route.migrations,
      parent: registered.parent?.filled(with: registered.values(of: match)),
      build: try route.bind(arguments[...]))
  }

  private func unmatched(_ url: ScreenURL) -> MapResult<Destination> {
    let unmatched = UnmatchedURL(url, nearest: nearest(to: url))
    guard let wildcard = routes.first(where: \.pattern.isWildcard) else {
      return .unmatched(unmatched, fallback: nil)
    }
    let match = PatternMatch(values: [], url: url)
    // A wildcard's closure takes the URL and why it is unmatched, which are both there.
    let fallback = try? routeMatch(wildcard, match, unmatched: unmatched)
    return .unmatched(unmatched, fallback: fallback)
  }
}

extension URLMap.Registered {
  func values(of match: PatternMatch) -> [String: RouteArgument] {
    let names = pattern.captures.compactMap(\.name)
    return Dictionary(uniqueKeysWithValues: zip(names, match.values))
  }
}
