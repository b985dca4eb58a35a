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
