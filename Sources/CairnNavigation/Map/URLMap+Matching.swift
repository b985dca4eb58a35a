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

/// The route that takes a URL, and how to make its screen.
public struct RouteMatch<Destination> {
  private let registered: RegisteredRoute<Destination>
  private let match: PatternMatch
  private let unmatched: UnmatchedURL?

  /// Joins a route with what its pattern found; the wildcard's closure takes `unmatched`.
  init(
    _ registered: RegisteredRoute<Destination>, _ match: PatternMatch,
    _ unmatched: UnmatchedURL? = nil
  ) {
    self.registered = registered
    self.match = match
    self.unmatched = unmatched
  }

  /// Makes a new screen, or does what an action does.
  ///
  /// - Throws: what the route's closure throws.
  public func build() throws -> RouteResult<Destination> {
    try registered.route.make(registered.arguments(match, unmatched))
  }
}

extension RouteMatch {
  /// The URL as converters spell it.
  public var url: ScreenURL { match.url }

  /// The URL that Back leads to after a cold start; nil without a parent.
  public var parent: ScreenURL? {
    registered.parent?.filled(with: match.values(of: registered.pattern))
  }

  /// The pattern that fits.
  public var pattern: Pattern { registered.pattern }

  /// How the screen is presented.
  public var mode: PresentationMode { registered.route.mode }

  /// Whether the route does something and presents nothing.
  public var isAction: Bool { registered.route.isAction }

  /// Whether entries of this route are saved.
  public var isSaved: Bool { registered.route.isSaved }

  /// The version that the screen's state has now.
  public var stateVersion: Int { registered.route.stateVersion }

  /// By version, what makes a state of that version one of the next.
  public var migrations: [Int: StateMigration] { registered.route.migrations }
}

/// Where a URL leads.
public enum MapResult<Destination> {
  /// A route takes it.
  case matched(RouteMatch<Destination>)
  /// It stands for another URL.
  case redirected(ScreenURL)
  /// No route takes it; the wildcard's screen explains that, if there is one.
  case unmatched(UnmatchedURL, fallback: RouteMatch<Destination>?)
}

/// What opening a row's URL will do, for the mark at the row's end.
public enum RowMark: Hashable, Sendable {
  /// Nothing matches the URL, or there is none.
  case nothing
  /// A screen takes the place of this one.
  case push
  /// A screen comes over this one.
  case sheet
  /// Another program opens the URL.
  case external

  /// The mark for a mode.
  public init(_ mode: PresentationMode) {
    self =
      switch mode {
      case .push, .shared, .replace, .root: .push
      case .modal, .popover: .sheet
      case .external: .external
      }
  }
}
