/// Collects the items of a map and every mistake in them.
struct Registration<Destination> {
  /// A pattern and its goal.
  struct Registered {
    let entry: PatternIndex.Entry
    let goal: URLMap<Destination>.Goal
  }

  let converters: [CaptureConverter]
  let scheme: String
  private(set) var routes: [Registered] = []
  private(set) var links: [URLMap<Destination>.RegisteredLink] = []
  private(set) var listed: [ListedScreen] = []
  private(set) var problems: [RegistrationProblem] = []

  init(converters: [CaptureConverter], scheme: String) {
    self.converters = converters
    self.scheme = scheme
    var names: Set<String> = []
    for converter in converters {
      let isBuiltIn = CaptureType(named: converter.name) != nil || converter.name == "enum"
      if isBuiltIn || !names.insert(converter.name).inserted {
        problems.append(.repeatedConverter(converter.name))
      }
    }
  }

  mutating func add(_ item: MapItem<Destination>) {
    switch item {
    case .route(let route): add(route)
    case .link(let link): add(link)
    case .redirect(let redirect): add(redirect)
    }
  }

  /// Checks the map as a whole, with the URL that it begins at.
  mutating func finish(home: ScreenURL) {
    findSameShapes()
    for registered in links where !isTaken(registered.pattern) {
      problems.append(.noRoute(target: registered.pattern.text))
    }
    if !isTaken(URLTemplate(home)) { problems.append(.homeless(home: home.text)) }
    for registered in routes { findNowhere(registered) }
  }

  /// Notes a parent or redirect that leads to no route, and a state without its migrations.
  ///
  /// A fallback is a person's own URL. Their other URLs must work although one of them is wrong.
  private mutating func findNowhere(_ registered: Registered) {
    let pattern = registered.entry.pattern.text
    // A hole that nothing fills was noted before.
    let captures = registered.entry.pattern.captures
    let names = Set(captures.compactMap(\.name))
    let query = Set(registered.entry.pattern.query.compactMap { $0.capture?.name })
    let elastic = query.union(captures.filter { $0.type == .path }.compactMap(\.name))
    switch registered.goal {
    case .redirect(let target):
      guard !registered.entry.isFallback, target.names.isSubset(of: names), isOwn(target),
        !isTaken(target, elastic: elastic)
      else { return }
      problems.append(.nowhere(pattern: pattern, target: target.text))
    case .route(let route):
      if let parent = route.parent, parent.names.isSubset(of: names),
        !isTaken(parent, elastic: elastic)
      {
        problems.append(.noParent(pattern: pattern, parent: parent.text))
      }
      let version = route.route.stateVersion
      let missing = (1..<version).first { route.route.migrations[$0] == nil }
      if let missing {
        problems.append(.noMigration(pattern: pattern, version: version, from: missing))
      }
    }
  }

  /// Whether a URL belongs to this map, rather than to another program.
  private func isOwn(_ target: URLTemplate) -> Bool {
    target.scheme == scheme || routes.contains { $0.entry.pattern.scheme == target.scheme }
  }

  private func isTaken(_ target: URLTemplate, elastic: Set<String> = []) -> Bool {
    // Home may be written without its words.
    if target.segmentCount == 0 { return true }
    return routes.contains { target.mayBeTaken(by: $0.entry.pattern, elastic: elastic) }
  }

  private mutating func add(_ route: Route<Destination>) {
    guard let written = read(route.patternText) else { return }
    guard let pattern = typed(written, by: route.roles) else { return }
    let parent = route.parentText.flatMap { template($0, for: pattern) }
    let registered = RegisteredRoute(pattern, route, parent: parent)
    let entry = PatternIndex.Entry(pattern, check: registered.check)
    routes.append(Registered(entry: entry, goal: .route(registered)))
    for listing in route.listings { list(listing.title, listing.url, pattern) }
  }

  private mutating func list(_ title: String, _ url: ScreenURL?, _ pattern: Pattern) {
    let absent = pattern.captures.map { _ in RouteArgument.absent }
    guard let url = url ?? (try? pattern.url(arguments: absent)),
      (try? pattern.fit(url, converters: converters)) != nil
    else {
      return problems.append(.unlistable(pattern: pattern.text, title: title, url: url?.text))
    }
    listed.append(ListedScreen(title: title, url: url))
  }

  private mutating func add(_ redirect: Redirect) {
    guard let written = read(redirect.patternText) else { return }
    guard !written.isWildcard else {
      return problems.append(.redirectOfWildcard(target: redirect.targetText))
    }
    let types = written.captures.map { $0.type ?? .string }
    guard let target = template(redirect.targetText, for: written) else { return }
    let entry = PatternIndex.Entry(written.typed(types), isFallback: redirect.isFallback)
    routes.append(Registered(entry: entry, goal: .redirect(target)))
  }

  private mutating func add(_ link: Link) {
    guard let written = read(link.patternText) else { return }
    guard let pattern = typed(written, by: link.roles, isLink: true) else { return }
    if let other = links.first(where: {
      $0.link.sourceID == link.sourceID && $0.link.name == link.name
    }) {
      problems.append(
        .repeatedLink(
          type: link.sourceType, name: link.name, other.link.patternText, link.patternText))
    }
    links.append(.init(link: link, pattern: pattern))
  }

  private mutating func read(_ text: String) -> Pattern? {
    do throws(NavigationError) {
      let pattern = try Pattern(text)
      for case .registered(let type)? in pattern.captures.map(\.type)
      where !converters.contains(where: { $0.name == type }) {
        problems.append(.unknownType(pattern: text, type: type))
      }
      return pattern
    } catch .malformedPattern(let error) {
      problems.append(.malformed(error))
    } catch {
      preconditionFailure("reading a pattern throws only malformedPattern")
    }
    return nil
  }

  private mutating func template(_ text: String, for pattern: Pattern) -> URLTemplate? {
    do throws(NavigationError) {
      let template = try URLTemplate(text, scheme: scheme)
      let unknown = template.names.subtracting(pattern.captures.compactMap(\.name))
      for name in unknown.sorted() {
        problems.append(.unknownCapture(pattern: pattern.text, target: text, capture: name))
      }
      return template
    } catch .malformedURL(let error) {
      problems.append(.target(error))
    } catch {
      preconditionFailure("reading a template throws only malformedURL")
    }
    return nil
  }
}

extension Registration {
  /// Gives the captures the types of the parameters; nil if the two disagree.
  private mutating func typed(
    _ pattern: Pattern, by roles: [ParameterRole], isLink: Bool = false
  ) -> Pattern? {
    if roles.contains(.unmatched), !pattern.isWildcard {
      problems.append(.unmatchedParameter(pattern: pattern.text))
      return nil
    }
    let parameters = roles.compactMap(\.capture)
    let captures = pattern.captures
    guard parameters.count == captures.count else {
      problems.append(
        .count(
          pattern: pattern.text, captures: captures.compactMap(\.name),
          parameters: parameters.map(\.description)))
      return nil
    }
    let optional = Set(pattern.query.filter(\.isOptional).compactMap { $0.capture?.name })
    let before = problems.count
    let types = zip(captures, parameters).map { capture, parameter in
      check(
        capture, parameter, pattern, mayBeMissing: optional.contains(capture.name ?? ""), isLink)
    }
    return problems.count == before ? pattern.typed(types) : nil
  }

  /// Checks one capture against its parameter, and returns the type that both have.
  private mutating func check(
    _ capture: Pattern.Capture, _ parameter: ParameterRole.Taken, _ pattern: Pattern,
    mayBeMissing: Bool, _ isLink: Bool
  ) -> CaptureType {
    let name = capture.name ?? ""
    // A link's property may be optional or not: if it is missing, an error is thrown when the URL
    // is made.
    if parameter.isOptional != mayBeMissing, !isLink {
      problems.append(
        .optionality(pattern: pattern.text, capture: name, mayBeMissing: mayBeMissing))
    }
    guard let type = capture.type else {
      if parameter.type == .path, pattern.segments.last?.capture?.name != name {
        problems.append(
          .type(pattern: pattern.text, capture: name, type: .string, parameter: .path))
      }
      return parameter.type
    }
    if !type.isTaken(by: parameter.type) {
      problems.append(
        .type(pattern: pattern.text, capture: name, type: type, parameter: parameter.type))
    }
    return type
  }

  private mutating func findSameShapes() {
    var seen: [Pattern: String] = [:]
    for pattern in routes.map(\.entry.pattern) {
      if let first = seen.updateValue(pattern.text, forKey: pattern.shape) {
        problems.append(.sameShape(first, pattern.text))
      }
    }
  }

  private func isTaken(_ target: Pattern) -> Bool {
    routes.contains { $0.entry.pattern.mayTake(target) }
  }
}

extension ParameterRole {
  /// A parameter that takes a capture's value.
  struct Taken: CustomStringConvertible {
    let type: CaptureType
    let isOptional: Bool

    var description: String { isOptional ? "\(type)?" : type.description }
  }

  var capture: Taken? {
    guard case .capture(let type, let isOptional) = self else { return nil }
    return Taken(type: type, isOptional: isOptional)
  }
}

extension CaptureType {
  /// Whether a parameter of another type can take this capture.
  ///
  /// Enumerations and registered types are texts, so a string parameter takes them, too.
  func isTaken(by parameter: CaptureType) -> Bool {
    switch (self, parameter) {
    case (.choice(let words), .choice(let others)): Set(words).isSubset(of: others)
    case (.choice, .string), (.registered, .string): true
    default: self == parameter
    }
  }
}

extension Pattern {
  /// Whether the pattern may match some URL of `target`.
  func mayTake(_ target: Pattern) -> Bool {
    guard scheme == target.scheme else { return false }
    let isLongEnough =
      segments.last?.isPath == true
      ? target.segments.count >= segments.count : target.segments.count == segments.count
    guard isLongEnough || target.segments.last?.isPath == true else { return false }
    return zip(segments, target.segments).allSatisfy { own, other in
      guard case .literal(let text) = own, case .literal(let otherText) = other else { return true }
      return text == otherText
    }
  }
}

/// A mistake in a map, which is found when the map is made.
public enum RegistrationProblem: Hashable, Sendable, CustomStringConvertible {
  /// A pattern can't be read.
  case malformed(MalformedPattern)
  /// Two patterns match the same URLs.
  case sameShape(String, String)
  /// The number of a closure's parameters differs from the number of named captures.
  case count(pattern: String, captures: [String], parameters: [String])
  /// A capture and its parameter have different types.
  case type(pattern: String, capture: String, type: CaptureType, parameter: CaptureType)
  /// A parameter isn't optional although its query key may be missing, or the other way round.
  case optionality(pattern: String, capture: String, mayBeMissing: Bool)
  /// A pattern names a type that no converter has.
  case unknownType(pattern: String, type: String)
  /// Two converters have one name, or the name of a built-in type.
  case repeatedConverter(String)
  /// A parameter for the unmatched URL is allowed only in the route of `*`.
  case unmatchedParameter(pattern: String)
  /// A parent or a redirect uses a capture that the pattern lacks.
  case unknownCapture(pattern: String, target: String, capture: String)
  /// The wildcard is redirected, so nothing would tell that a URL has no screen.
  case redirectOfWildcard(target: String)
  /// A link leads to URLs that no route matches.
  case noRoute(target: String)
  /// No route takes the URL that the map begins at.
  case homeless(home: String)
  /// No route takes the parent of a pattern.
  case noParent(pattern: String, parent: String)
  /// No route takes the target of a redirect.
  case nowhere(pattern: String, target: String)
  /// The state of a pattern's screens has a version that no migration leads to from an older one.
  case noMigration(pattern: String, version: Int, from: Int)
  /// A listed screen has a URL that its pattern does not take, or lacks one.
  case unlistable(pattern: String, title: String, url: String?)
  /// A favorite that the app declares has a letter that no favorite can have.
  case favoriteLetter(title: String, letter: Character)
  /// Two links have the same type and name.
  case repeatedLink(type: String, name: String?, String, String)
  /// The URL of a parent or redirect can't be read.
  case target(MalformedURL)

  /// A sentence that names both sides of the mistake.
  public var description: String {
    switch self {
    case .malformed(let error): error.description
    case .sameShape(let first, let second):
      "the patterns \(first) and \(second) take the same URLs"
    case .count(let pattern, let captures, let parameters):
      "the pattern \(pattern) captures (\(captures.joined(separator: ", "))), "
        + "its closure takes (\(parameters.joined(separator: ", ")))"
    case .type(let pattern, let capture, let type, let parameter):
      "the pattern \(pattern) says (\(capture):\(type)), its closure takes \(parameter)"
    case .optionality(let pattern, let capture, true):
      "the pattern \(pattern) also matches without \(capture), its closure's parameter isn't optional"
    case .optionality(let pattern, let capture, false):
      "the pattern \(pattern) always has \(capture), its closure's parameter is optional"
    case .unknownType(let pattern, let type):
      "the pattern \(pattern) names the type \(type), which no converter has"
    case .repeatedConverter(let name): "the capture type \(name) is there already"
    case .unmatchedParameter(let pattern):
      "the pattern \(pattern) isn't *, its closure takes what didn't match"
    case .unknownCapture(let pattern, let target, let capture):
      "\(target) uses (\(capture)), which the pattern \(pattern) doesn't capture"
    case .redirectOfWildcard(let target): "* can't be redirected to \(target); it needs a route"
    case .noRoute(let target): "no route takes \(target)"
    case .homeless(let home): "the map begins at \(home), and no route takes that"
    case .noParent(let pattern, let parent):
      "the pattern \(pattern) has the parent \(parent), and no route takes that"
    case .nowhere(let pattern, let target):
      "\(pattern) redirects to \(target), and no route takes that"
    case .noMigration(let pattern, let version, let old):
      "the state of \(pattern) has version \(version), and no migration reads version \(old)"
    case .unlistable(let pattern, let title, let url?):
      "\"\(title)\" is listed at \(url), and the pattern \(pattern) does not take that"
    case .unlistable(let pattern, let title, nil):
      "\"\(title)\" is listed without a URL, and the pattern \(pattern) needs values"
    case .favoriteLetter(let title, let letter):
      "the favorite \"\(title)\" has the letter \(letter), and no favorite can have that"
    case .repeatedLink(let type, let name, let first, let second):
      "the links \(first) and \(second) both lead from \(type)"
        + (name.map { " under the name \($0)" } ?? "")
    case .target(let error): error.description
    }
  }
}
