extension URLMap {
  /// Finds the route of a URL: the first candidate whose captures convert, or the wildcard.
  public func match(_ url: ScreenURL) -> MapResult<Destination> {
    let url = homed(url)
    guard let found = index.first(for: url) else { return unmatched(url) }
    switch goals[found.place] {
    case .route(let route): return .matched(RouteMatch(route, found.match))
    case .redirect(let target): return .redirected(redirected(found, to: target))
    }
  }

  /// Returns the target of a redirect, filled with the values of its match.
  func redirected(_ found: PatternIndex.Found, to target: URLTemplate) -> ScreenURL {
    let pattern = index.entries[found.place].pattern
    let url = target.filled(with: found.match.values(of: pattern))
    let others = found.match.url.query.filter { item in
      !pattern.query.contains { $0.key == item.name }
    }
    return others.isEmpty ? url : url.replacing(query: url.query + others)
  }

  /// Whether a route other than the wildcard matches a URL; no screen is made.
  public func canOpen(_ url: ScreenURL) -> Bool {
    if case .unmatched = match(url) { false } else { true }
  }

  /// Returns the effect of opening a URL; follows redirects, and makes no screen.
  public func mark(for url: ScreenURL?) -> RowMark {
    guard let url else { return .nothing }
    guard schemes.contains(url.scheme) else { return .external }
    guard case .matched(let match) = resolved(url).result else { return .nothing }
    return match.isAction ? .nothing : RowMark(match.mode)
  }

  /// Follows the redirects of a URL, and returns the final result with the URLs on the way.
  ///
  /// Circular redirects, and more than five steps, give an unmatched URL.
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

  /// The maximum number of redirects for one opening.
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

/// The route of a URL, which can make its screen.
public struct RouteMatch<Destination> {
  private let registered: RegisteredRoute<Destination>
  private let match: PatternMatch
  private let unmatched: UnmatchedURL?

  /// Creates a match; the wildcard's closure takes `unmatched`.
  init(
    _ registered: RegisteredRoute<Destination>, _ match: PatternMatch,
    _ unmatched: UnmatchedURL? = nil
  ) {
    self.registered = registered
    self.match = match
    self.unmatched = unmatched
  }

  /// Makes a new screen, or performs an action.
  ///
  /// - Throws: the error of the route's closure.
  public func build() throws -> RouteResult<Destination> {
    try registered.route.make(registered.arguments(match, unmatched))
  }
}

extension RouteMatch {
  /// The URL in the spelling of the converters.
  public var url: ScreenURL { match.url }

  /// The URL that Back leads to after a cold start; nil without a parent.
  public var parent: ScreenURL? {
    registered.parent?.filled(with: match.values(of: registered.pattern))
  }

  /// The items of the URL's query that the parent's URL has, too.
  var inheritedItems: [QueryItem] {
    match.url.query.filter { registered.route.inherited.contains($0.name) }
  }

  /// The pattern of the route.
  public var pattern: Pattern { registered.pattern }

  /// The mode of presentation.
  public var mode: PresentationMode { registered.route.mode }

  /// Whether the route performs an action and has no screen.
  public var isAction: Bool { registered.route.isAction }

  /// Whether entries of this route are saved.
  public var isSaved: Bool { registered.route.isSaved }

  /// The present version of the screen's state.
  public var stateVersion: Int { registered.route.stateVersion }

  /// For each old version, a closure that makes a state of the next version.
  public var migrations: [Int: StateMigration] { registered.route.migrations }
}

/// The result of a look-up.
public enum MapResult<Destination> {
  /// A route matches the URL.
  case matched(RouteMatch<Destination>)
  /// A redirect leads to another URL.
  case redirected(ScreenURL)
  /// No route matches; the wildcard's screen explains that, if the map has one.
  case unmatched(UnmatchedURL, fallback: RouteMatch<Destination>?)
}

/// The effect of opening a row's URL, for the mark at the row's end.
public enum RowMark: Hashable, Sendable {
  /// Nothing opens: no route matches, or there is no URL.
  case nothing
  /// A screen replaces this one.
  case push
  /// A sheet opens over this screen.
  case sheet
  /// Another program opens the URL.
  case external

  /// Creates the mark of a mode.
  public init(_ mode: PresentationMode) {
    self =
      switch mode {
      case .push, .shared, .replace, .root: .push
      case .modal, .popover: .sheet
      case .external: .external
      }
  }
}
