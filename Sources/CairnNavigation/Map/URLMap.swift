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
/// Candidates for a URL are tried in a total order, see ``candidates(for:)``; one whose captures don't
/// convert is passed over. Matching never makes a screen. Cost: a dictionary look-up for each
/// segment, however many routes there are.
public struct URLMap<Destination> {
  struct Registered {
    let pattern: Pattern
    let route: Route<Destination>?
    let target: URLTemplate?
    let parent: URLTemplate?

    /// Whether its place among others of its path depends on the URL's query.
    var hasQueryCaptures: Bool { pattern.query.contains { $0.capture != nil } }
  }

  struct RegisteredLink {
    let link: Link
    let pattern: Pattern
  }

  /// The URL that one without segments stands for.
  public let home: ScreenURL

  let converters: [CaptureConverter]
  let routes: [Registered]
  let links: [RegisteredLink]
  let tree: RouteTree

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
    self.converters = converters
    let routes = registration.routes
    self.routes = routes
    links = registration.links
    tree = RouteTree(routes.map(\.pattern))
  }

  /// All patterns in matching order, as `cairn routes` lists them.
  public var patterns: [Pattern] {
    sorted(routes.indices).map { routes[$0].pattern }
  }

  /// How the screens of a pattern of this map are presented; nil for redirects and actions.
  public func mode(of pattern: Pattern) -> PresentationMode? {
    let registered = routes.first { $0.pattern == pattern }
    guard let route = registered?.route, !route.isAction else { return nil }
    return route.mode
  }

  /// The schemes of all patterns and of home; URLs of others belong to other programs.
  public var schemes: Set<String> {
    Set(routes.map(\.pattern.scheme)).subtracting([""]).union([home.scheme])
  }

  /// Some of the routes in the order in which they are tried, for `url` if there is one.
  func sorted(_ indices: some Sequence<Int>, for url: ScreenURL? = nil) -> [Int] {
    let orders = indices.map { index in
      (index, PatternOrder(routes[index].pattern, registration: index, url: url))
    }
    return orders.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// The URL itself, or home for one that has no segments.
  func homed(_ url: ScreenURL) -> ScreenURL {
    guard url.segments.isEmpty, url.scheme == home.scheme else { return url }
    let query = url.query.isEmpty ? home.query : url.query
    return ScreenURL(
      scheme: home.scheme, home.segments, query: query, fragment: url.fragment ?? home.fragment)
  }
}
