/// The route that takes a URL, and how to make its screen.
public struct RouteMatch<Destination> {
  /// The pattern that fits.
  public let pattern: Pattern

  /// How the screen is presented.
  public let mode: PresentationMode

  /// The URL as converters spell it.
  public let url: ScreenURL

  /// Whether the route does something and presents nothing.
  public let isAction: Bool

  /// Whether entries of this route are saved.
  public let isSaved: Bool

  /// The version that the screen's state has now.
  public let stateVersion: Int

  /// By version, what makes a state of that version one of the next.
  public let migrations: [Int: StateMigration]

  /// The URL that Back leads to after a cold start; nil without a parent.
  public let parent: ScreenURL?

  /// Makes a new screen, or does what an action does.
  public let build: () throws -> RouteResult<Destination>
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
