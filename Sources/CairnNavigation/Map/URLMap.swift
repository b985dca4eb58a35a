/// Which URLs lead to which screens, checked as a whole when it is made.
///
///     let map = try URLMap<any Screen>(home: "cairn://~launcher") {
///       Route("cairn://~launcher", .root) { Launcher() }
///       Route("cairn://menu/(menu)/(page)", .shared) { (menu: Menu, page: Int) in
///         MenuScreen(menu, page: page)
///       }
///       Route.action("cairn://order/send") { sendOrder() }
///       Link(from: Contact.self, named: "view", to: "cairn://contact/(uid)", \.uid)
///       Route("*") { (unmatched: UnmatchedURL) in NotFoundScreen(unmatched) }
///     }
///
/// Candidates for a URL are tried in a total order, see ``candidates(for:)``; one whose captures
/// don't convert is passed over. Matching never makes a screen. Cost: a dictionary look-up for each
/// segment, however many routes there are.
public struct URLMap<Destination> {
  /// Where the URLs of a pattern lead.
  enum Goal {
    case route(RegisteredRoute<Destination>)
    indirect case redirect(URLTemplate)
  }

  struct RegisteredLink {
    let link: Link
    let pattern: Pattern
  }

  /// The URL that one without segments stands for.
  public let home: ScreenURL

  /// The schemes of all patterns and of home; URLs of others belong to other programs.
  public let schemes: Set<String>

  /// The patterns, in the order of registration.
  let index: PatternIndex
  /// Where the patterns lead, in the same places.
  let goals: [Goal]
  let links: [RegisteredLink]

  /// Makes a map.
  ///
  /// - Parameters:
  ///   - home: the URL that one without segments stands for, `cairn://`.
  ///   - converters: the capture types that the app adds.
  ///   - items: routes, links and redirects, in any order.
  /// - Throws: ``NavigationError/registration(_:)`` with every mistake found.
  public init(
    home: ScreenURL = ScreenURL(["~launcher"]), converters: [CaptureConverter] = [],
    @URLMapBuilder<Destination> _ items: () -> [MapItem<Destination>]
  ) throws(NavigationError) {
    var registration = Registration<Destination>(converters: converters, scheme: home.scheme)
    for item in items() { registration.add(item) }
    registration.finish()
    guard registration.problems.isEmpty else { throw .registration(registration.problems) }
    self.home = home
    index = PatternIndex(registration.routes.map(\.entry), converters: converters)
    schemes = Set(index.entries.map(\.pattern.scheme)).subtracting([""]).union([home.scheme])
    goals = registration.routes.map(\.goal)
    links = registration.links
  }

  /// All patterns in matching order, as `cairn routes` lists them.
  public var patterns: [Pattern] {
    index.sorted(goals.indices).map { index.entries[$0].pattern }
  }

  /// How the screens of a pattern of this map are presented; nil for redirects and actions.
  public func mode(of pattern: Pattern) -> PresentationMode? {
    guard let place = index.entries.firstIndex(where: { $0.pattern == pattern }),
      case .route(let registered) = goals[place]
    else { return nil }
    return registered.route.isAction ? nil : registered.route.mode
  }

  /// The URL itself, or home for one that has no segments.
  func homed(_ url: ScreenURL) -> ScreenURL {
    guard url.segments.isEmpty, url.scheme == home.scheme else { return url }
    let query = url.query.isEmpty ? home.query : url.query
    return ScreenURL(
      scheme: home.scheme, home.segments, query: query, fragment: url.fragment ?? home.fragment)
  }
}

/// What a map is made of.
public enum MapItem<Destination> {
  /// A pattern with its screens.
  case route(Route<Destination>)
  /// A type with the URLs of its values.
  case link(Link)
  /// A URL that stands for another.
  case redirect(Redirect)
}

/// Lets a map's routes, links and redirects stand one below the other.
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

  /// Items made elsewhere.
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
