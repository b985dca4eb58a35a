/// A pattern, the mode of its screens, and the closure that makes a screen.
///
/// The parameters of the closure have the types of the pattern's named captures, in order. A
/// ``ScreenURL`` among them gets the whole URL. A map checks that both agree.
///
///     Route("cairn://food/(name)/page-(page:int)", parent: "cairn://food/(name)") {
///       (name: String, page: Int, url: ScreenURL) in FoodScreen(name, page: page, query: url.query)
///     }
public struct Route<Destination> {
  let patternText: String
  let mode: PresentationMode
  let parentText: String?
  /// The items of its query that its parent's URL has, too.
  var inherited: Set<String> = []
  let roles: [ParameterRole]
  /// Checks the arguments; nil if every text of the captures' types is allowed.
  let check: (([RouteArgument]) throws(Mismatch) -> Void)?
  let make: ([RouteArgument]) throws -> RouteResult<Destination>
  var isAction = false
  var isSaved = true
  var stateVersion = 1
  var migrations: [Int: StateMigration] = [:]
  /// The titles in the palette, each with its URL; without a URL, the pattern has no captures.
  var listings: [(title: String, url: ScreenURL?)] = []

  /// Creates a route from a pattern to screens.
  ///
  /// - Parameters:
  ///   - pattern: see ``Pattern``; `*` matches all URLs that no other pattern matches.
  ///   - mode: the mode of presentation.
  ///   - parent: the URL to go back to after a cold start; captures of `pattern` are replaced by
  ///     name.
  ///   - inherited: the names of items in the query that the parent's URL has, too. Without
  ///     `parent`, the parent is the nearest shorter URL with a route.
  ///   - make: makes a new screen; if it throws, the error is shown instead.
  public init<each Parameter: RouteParameter>(
    _ pattern: String, _ mode: PresentationMode = .push, parent: String? = nil,
    inheriting inherited: Set<String> = [],
    make: @escaping (repeat each Parameter) throws -> Destination
  ) {
    self.init(pattern, mode, parent) { (values: repeat each Parameter) in
      .destination(try make(repeat each values))
    }
    self.inherited = inherited
  }

  /// Creates a route that performs something and shows no screen.
  ///
  /// - Parameters:
  ///   - pattern: see ``Pattern``.
  ///   - perform: the action; its error becomes the reason of ``OpenOutcome/failed(_:reason:)``.
  /// - Returns: the route.
  public static func action<each Parameter: RouteParameter>(
    _ pattern: String, perform: @escaping (repeat each Parameter) throws -> Void
  ) -> Route {
    var route = Route(pattern, .push, nil) { (values: repeat each Parameter) in
      try perform(repeat each values)
      return .handled
    }
    route.isAction = true
    return route
  }

  private init<each Parameter: RouteParameter>(
    _ pattern: String, _ mode: PresentationMode, _ parent: String?,
    result: @escaping (repeat each Parameter) throws -> RouteResult<Destination>
  ) {
    patternText = pattern
    self.mode = mode
    parentText = parent
    var roles: [ParameterRole] = []
    var isChecked = false
    for type in repeat (each Parameter).self {
      roles.append(type.role)
      if !(type is any WholeParameter.Type) { isChecked = true }
    }
    self.roles = roles
    check =
      !isChecked
      ? nil
      : { arguments throws(Mismatch) in
        var taker = ArgumentTaker(arguments: arguments)
        for type in repeat (each Parameter).self { _ = try taker.next(type) }
      }
    make = { arguments in
      var taker = ArgumentTaker(arguments: arguments)
      return try result(repeat try taker.next((each Parameter).self))
    }
  }
}

extension Route {
  /// Returns the URL from which the route gets some values.
  ///
  ///     let event = Route<any Screen>("events://(time)") { (time: Int) in DetailScreen(Event(time)) }
  ///     try event.url(1_790_000_000)    // events://1790000000
  ///
  /// - Parameter values: the values of the pattern's named captures, in order.
  /// - Returns: the URL.
  /// - Throws: `NavigationError.malformedPattern`; `NavigationError.unwritable` if the number or the
  ///   type of a value is wrong, or a value is missing or empty.
  public func url<each Value: RouteParameter>(
    _ values: repeat each Value
  ) throws(NavigationError) -> ScreenURL {
    let types = roles.compactMap(\.capture).map(\.type)
    let pattern = try Pattern(patternText)
    var arguments: [RouteArgument] = []
    for value in repeat each values { arguments.append(value.argument) }
    guard types.count == pattern.captures.count else {
      return try pattern.url(arguments: arguments)
    }
    return try pattern.typed(zip(pattern.captures, types).map { $0.type ?? $1 })
      .url(arguments: arguments)
  }
}

extension Route {
  /// Returns the route with screens that are left out of saved state.
  public func unsaved() -> Route {
    var route = self
    route.isSaved = false
    return route
  }

  /// Returns the route with a screen that the palette lists.
  ///
  ///     Route("kitchen://quick/(minutes)") { (minutes: Int) in try quick(minutes) }
  ///       .listed("Quick tonight", at: "kitchen://quick/20")
  ///
  /// - Parameters:
  ///   - title: the title in the palette.
  ///   - url: a URL of the route; it may be left out if the pattern needs no values.
  /// - Returns: the changed route. A map rejects a URL that the route does not take.
  public func listed(_ title: String, at url: ScreenURL? = nil) -> Route {
    var route = self
    route.listings.append((title, url))
    return route
  }

  /// Returns the route with a version for the state of its screens, and migrations of older states.
  ///
  /// - Parameters:
  ///   - version: the version of new states, from 1.
  ///   - migrations: for each old version, a closure that makes a state of the next version.
  /// - Returns: the changed route.
  public func state(
    version: Int, migrations: [Int: StateMigration] = [:]
  ) -> Route {
    precondition(version >= 1, "a state's version starts at 1")
    var route = self
    route.stateVersion = version
    route.migrations = migrations
    return route
  }
}

/// The result of a route's closure.
public enum RouteResult<Destination> {
  /// A screen to present.
  case destination(Destination)
  /// The action was performed; there is no screen.
  case handled
}

/// Gives a closure's parameters their arguments, one after another.
private struct ArgumentTaker {
  let arguments: [RouteArgument]
  var taken = 0

  mutating func next<Parameter: RouteParameter>(
    _ type: Parameter.Type
  ) throws(Mismatch) -> Parameter {
    taken += 1
    guard taken <= arguments.count, let value = Parameter(arguments[taken - 1]) else {
      throw .parameter(index: taken)
    }
    return value
  }
}

/// The change of the history when a URL is opened.
public enum PresentationMode: String, CaseIterable, Hashable, Sendable {
  /// A new entry on top of the current one.
  case push
  /// The open entry of the tab with this URL, or else like push.
  case shared
  /// A new entry that starts a modal stack, which ends as a whole.
  case modal
  /// A sheet or menu over the current entry, which is neither in the history nor saved.
  case popover
  /// Another program, after asking.
  case external
  /// A new entry that replaces the current one.
  case replace
  /// A new entry that replaces all entries of the tab.
  case root

  /// Whether the screen becomes an entry of the history.
  public var entersHistory: Bool {
    switch self {
    case .push, .shared, .modal, .replace, .root: true
    case .popover, .external: false
    }
  }
}

/// A route with the pattern whose captures have the parameters' types.
///
/// It is a class, since each match has a reference to its route.
final class RegisteredRoute<Destination> {
  let pattern: Pattern
  let route: Route<Destination>
  let parent: URLTemplate?

  init(_ pattern: Pattern, _ route: Route<Destination>, parent: URLTemplate?) {
    self.pattern = pattern
    self.route = route
    self.parent = parent
  }

  /// A check of the closure's parameters; nil if there is nothing to check.
  var check: ((PatternMatch) throws(Mismatch) -> Void)? {
    guard let check = route.check else { return nil }
    return { match throws(Mismatch) in try check(self.arguments(match)) }
  }

  /// The arguments of the closure, in the order of its parameters.
  func arguments(_ match: PatternMatch, _ unmatched: UnmatchedURL? = nil) -> [RouteArgument] {
    // With as many parameters as values, there is no other argument.
    guard route.roles.count != match.values.count else { return match.values }
    var values = match.values[...]
    return route.roles.compactMap { role in
      switch role {
      case .capture: values.popFirst()
      case .url: .url(match.url)
      case .unmatched: unmatched.map(RouteArgument.unmatched)
      }
    }
  }
}

/// A screen that the palette lists, see ``Route/listed(_:at:)``.
public struct ListedScreen: Hashable, Sendable {
  /// The screen's name in the list.
  public let title: String

  /// The URL that the row opens.
  public let url: ScreenURL
}
