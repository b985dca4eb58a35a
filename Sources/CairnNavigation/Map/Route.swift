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
