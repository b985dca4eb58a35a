/// A pattern, how its screens are presented, and the closure that makes one.
///
/// The closure's parameter types are the types of the pattern's named captures, in order; a
/// ``ScreenURL`` among them gets the whole URL. A map checks that the two agree.
///
///     Route("cairn://food/(name)/page-(page:int)", parent: "cairn://food/(name)") {
///       (name: String, page: Int, url: ScreenURL) in FoodScreen(name, page: page, query: url.query)
///     }
public struct Route<Destination> {
  let patternText: String
  let mode: PresentationMode
  let parentText: String?
  let roles: [ParameterRole]
  /// Refuses arguments that the closure's parameters don't take; nil if they take all of their
  /// types.
  let check: (([RouteArgument]) throws(Mismatch) -> Void)?
  /// Calls the closure.
  let make: ([RouteArgument]) throws -> RouteResult<Destination>
  var isAction = false
  var isSaved = true
  var stateVersion = 1
  var migrations: [Int: StateMigration] = [:]

  /// Maps a pattern to screens.
  ///
  /// - Parameters:
  ///   - pattern: see ``Pattern``, or `*` for what no other pattern takes.
  ///   - mode: how the screen is presented.
  ///   - parent: the URL to go back to after a cold start, with captures of `pattern` by name.
  ///   - make: makes a new screen; what it throws is shown in the screen's place.
  public init<each Parameter: RouteParameter>(
    _ pattern: String, _ mode: PresentationMode = .push, parent: String? = nil,
    make: @escaping (repeat each Parameter) throws -> Destination
  ) {
    self.init(pattern, mode, parent) { (values: repeat each Parameter) in
      .destination(try make(repeat each values))
    }
  }

  /// Maps a pattern to something that is done, with nothing presented.
  ///
  /// - Parameters:
  ///   - pattern: see ``Pattern``.
  ///   - perform: does it; what it throws is the reason of ``OpenOutcome/failed(_:reason:)``.
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
  /// The same route whose screens are left out of saved state.
  public func unsaved() -> Route {
    var route = self
    route.isSaved = false
    return route
  }

  /// The same route whose screens' state has a version, with what reads older ones.
  ///
  /// - Parameters:
  ///   - version: what is written now, from 1.
  ///   - migrations: by version, what makes a state of that version one of the next.
  /// - Returns: the route with them.
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

/// What a route's closure gave.
public enum RouteResult<Destination> {
  /// A screen to present.
  case destination(Destination)
  /// It was done; there is nothing to present.
  case handled
}

/// Hands a closure's parameters their arguments, one after another.
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

/// How opening a URL changes where a person is.
public enum PresentationMode: String, CaseIterable, Hashable, Sendable {
  /// A new entry on top of the current one.
  case push
  /// The entry that is open already in the tab comes to the front; else like push.
  case shared
  /// An entry over the current one with a stack of its own, ended as a whole.
  case modal
  /// A sheet or menu over the current entry, never part of the history and never saved.
  case popover
  /// Another program, after asking.
  case external
  /// A new entry in the place of the current one.
  case replace
  /// A new entry, and nothing else in its tab.
  case root

  /// Whether such a screen becomes an entry of the history.
  public var entersHistory: Bool {
    switch self {
    case .push, .shared, .modal, .replace, .root: true
    case .popover, .external: false
    }
  }
}

/// A route with the pattern that its parameters gave types; a class, as each match holds on to its
/// own.
final class RegisteredRoute<Destination> {
  let pattern: Pattern
  let route: Route<Destination>
  let parent: URLTemplate?

  init(_ pattern: Pattern, _ route: Route<Destination>, parent: URLTemplate?) {
    self.pattern = pattern
    self.route = route
    self.parent = parent
  }

  /// What refuses a match whose values the closure doesn't take, if anything does.
  var check: ((PatternMatch) throws(Mismatch) -> Void)? {
    guard let check = route.check else { return nil }
    return { match throws(Mismatch) in try check(self.arguments(match)) }
  }

  /// What the closure takes, in the order of its parameters.
  func arguments(_ match: PatternMatch, _ unmatched: UnmatchedURL? = nil) -> [RouteArgument] {
    // As many parameters as values take nothing else.
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
