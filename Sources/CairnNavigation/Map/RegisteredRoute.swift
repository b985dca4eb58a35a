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
