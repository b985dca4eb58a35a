/// The map from URLs to screens, which is checked as a whole when it is made.
///
///     let map = try URLMap<any Screen>(home: "cairn://~launcher") {
///       Route("cairn://~launcher", .root) { Launcher() }
///       Route("cairn://menu/(menu)/(page)", .shared) { (menu: Menu, page: Int) in
///         MenuScreen(menu, page: page)
///       }
///       Route.action("cairn://order/send") { sendOrder() }
///       Route("cairn://contact/(uid)") { (uid: String) in ContactScreen(uid) }
///       Link(from: Contact.self, named: "view", to: "cairn://contact/(uid)", \.uid)
///       Route("*") { (unmatched: UnmatchedURL) in NotFoundScreen(unmatched) }
///     }
///
/// Candidates for a URL are tried in a total order, see ``candidates(for:)``. A candidate whose
/// captures don't convert is skipped. Matching never makes a screen. Cost: a dictionary look-up for
/// each segment, for any number of routes.
public struct URLMap<Destination> {
  /// The goal of a pattern's URLs.
  enum Goal {
    case route(RegisteredRoute<Destination>)
    indirect case redirect(URLTemplate)
  }

  struct RegisteredLink {
    let link: Link
    let pattern: Pattern
  }

  /// The URL to open instead of a URL without segments.
  public let home: ScreenURL

  /// The schemes of all patterns and of home; URLs of other schemes belong to other programs.
  public let schemes: Set<String>

  /// The patterns, in the order of registration.
  let index: PatternIndex
  /// The goals of the patterns, at the same indexes.
  let goals: [Goal]
  let links: [RegisteredLink]

  /// The screens that the palette lists, in the order of registration.
  public let listed: [ListedScreen]

  /// Creates a map.
  ///
  /// - Parameters:
  ///   - home: the URL to open instead of a URL without segments, `cairn://`.
  ///   - converters: the capture types that the app adds.
  ///   - items: routes, links and redirects, in any order.
  /// - Throws: ``NavigationError/registration(_:)`` with every mistake found.
  public init(
    home: ScreenURL = ScreenURL(["~launcher"]), converters: [CaptureConverter] = [],
    @URLMapBuilder<Destination> _ items: () -> [MapItem<Destination>]
  ) throws(NavigationError) {
    var registration = Registration<Destination>(converters: converters, scheme: home.scheme)
    for item in items() { registration.add(item) }
    registration.finish(home: home)
    guard registration.problems.isEmpty else { throw .registration(registration.problems) }
    self.home = home
    index = PatternIndex(registration.routes.map(\.entry), converters: converters)
    schemes = Set(index.entries.map(\.pattern.scheme)).subtracting([""]).union([home.scheme])
    goals = registration.routes.map(\.goal)
    links = registration.links
    listed = registration.listed
  }

  /// All patterns in matching order, as `cairn routes` lists them.
  public var patterns: [Pattern] {
    index.sorted(goals.indices).map { index.entries[$0].pattern }
  }

  /// Returns the mode of a pattern's screens; nil for redirects and actions.
  public func mode(of pattern: Pattern) -> PresentationMode? {
    guard let place = index.entries.firstIndex(where: { $0.pattern == pattern }),
      case .route(let registered) = goals[place]
    else { return nil }
    return registered.route.isAction ? nil : registered.route.mode
  }

  /// The URL itself, or home if it has no segments.
  func homed(_ url: ScreenURL) -> ScreenURL {
    guard url.segments.isEmpty, url.scheme == home.scheme else { return url }
    let query = url.query.isEmpty ? home.query : url.query
    return ScreenURL(
      scheme: home.scheme, home.segments, query: query, fragment: url.fragment ?? home.fragment)
  }
}

/// An item of a map.
public enum MapItem<Destination> {
  /// A route to screens or actions.
  case route(Route<Destination>)
  /// A link from a type to URLs.
  case link(Link)
  /// A redirect to another URL.
  case redirect(Redirect)

  /// The pattern without its query and fragment.
  package var path: String {
    let text =
      switch self {
      case .route(let route): route.patternText
      case .link(let link): link.patternText
      case .redirect(let redirect): redirect.patternText
      }
    return String(text.prefix { !"?#".contains($0) })
  }
}

/// Builds the items of a map from routes, links and redirects, one below the other.
@resultBuilder
public enum URLMapBuilder<Destination> {
  /// A route as an item.
  public static func buildExpression(_ route: Route<Destination>) -> [MapItem<Destination>] {
    [.route(route)]
  }

  /// A link as an item.
  public static func buildExpression(_ link: Link) -> [MapItem<Destination>] { [.link(link)] }

  /// A redirect as an item.
  public static func buildExpression(_ redirect: Redirect) -> [MapItem<Destination>] {
    [.redirect(redirect)]
  }

  /// Items that another function made.
  public static func buildExpression(_ items: [MapItem<Destination>]) -> [MapItem<Destination>] {
    items
  }

  /// Items in order.
  public static func buildBlock(_ items: [MapItem<Destination>]...) -> [MapItem<Destination>] {
    items.flatMap(\.self)
  }

  /// The items of a loop.
  public static func buildArray(_ items: [[MapItem<Destination>]]) -> [MapItem<Destination>] {
    items.flatMap(\.self)
  }

  /// The items of a condition, if it holds.
  public static func buildOptional(_ items: [MapItem<Destination>]?) -> [MapItem<Destination>] {
    items ?? []
  }

  /// The items of a condition's first branch.
  public static func buildEither(first items: [MapItem<Destination>]) -> [MapItem<Destination>] {
    items
  }

  /// The items of a condition's second branch.
  public static func buildEither(second items: [MapItem<Destination>]) -> [MapItem<Destination>] {
    items
  }
}
