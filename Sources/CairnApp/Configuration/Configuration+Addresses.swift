internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// The custom URLs and aliases, checked one by one.
extension Configuration {
  /// Returns the routes that fit together with the app's routes.
  static func routes(_ reader: inout ConfigurationReader) -> [Route] {
    let written = reader.texts("routes").map { Route(pattern: $0.key, target: $0.text) }
    if written.allSatisfy({ reasonToRefuse($0) == nil }), reasonToRefuse(written) == nil {
      return written
    }
    // If some routes are invalid, each one stays that fits those before it.
    var routes: [Route] = []
    for route in written {
      if let reason = reasonToRefuse(route) ?? reasonToRefuse(routes + [route]) {
        reader.refuse("routes", route.pattern, because: reason)
      } else {
        routes.append(route)
      }
    }
    return routes
  }

  /// Returns why a route is invalid on its own; `nil` if it is valid.
  private static func reasonToRefuse(_ route: Route) -> String? {
    do throws(NavigationError) {
      let pattern = try Pattern(route.pattern)
      guard pattern.scheme == ScreenURL.defaultScheme else {
        return "\(route.pattern) is not a URL of Cairn; such URLs begin with cairn://"
      }
      return reasonToRefuse(route.target, of: pattern)
    } catch {
      return error.description
    }
  }

  /// Returns why the target of a route is no valid URL for any captured values; `nil` if it is
  /// valid.
  private static func reasonToRefuse(_ target: String, of pattern: Pattern) -> String? {
    // This sample text is valid both as a field and as a value.
    let sample = pattern.captures.compactMap(\.name).reduce(target) { text, name in
      text.replacing("(\(name))", with: "a")
    }
    do throws(AppError) {
      guard case .url = try Address(sample) else {
        return "\(pattern.text) leads to \(target), which is a name; a route needs a URL"
      }
      return nil
    } catch {
      return "\(pattern.text) leads to \(target): \(error)"
    }
  }

  /// Returns why routes, each of them valid, contradict each other; `nil` if they don't.
  private static func reasonToRefuse(_ routes: [Route]) -> String? {
    guard !routes.isEmpty else { return nil }
    do throws(NavigationError) {
      // Routes never replace a collection, so their first words are not treated as collections
      // here.
      var words: Set<String> = []
      for route in routes {
        if let word = try Pattern(route.pattern).firstWord { words.insert(word) }
      }
      let converters = CaptureConverters.ofAnyStore(without: words)
      let map = try AppRoutes(converters, redirects: routes).map()
      return map.endlessRedirects.first?.description
    } catch {
      return error.description
    }
  }

  /// Returns the aliases with valid names and URLs.
  static func aliases(_ reader: inout ConfigurationReader) -> [String: ScreenURL] {
    var aliases: [String: ScreenURL] = [:]
    for (name, text) in reader.texts("aliases") {
      do throws(AppError) {
        guard case .url(let url) = try Address(text) else {
          reader.refuse("aliases", name, because: "\(text) is a name itself; an alias needs a URL")
          continue
        }
        aliases[name] = url
      } catch {
        reader.refuse("aliases", name, because: error.description)
      }
    }
    return aliases
  }
}

extension Configuration {
  /// Returns a message for each route that is never used, because a collection or the app has its
  /// URL.
  ///
  /// A route that captures values is tried with an example.
  func hiddenRoutes(in snapshot: Snapshot, at clock: WallClock) -> [ConfigurationProblem] {
    guard !routes.isEmpty else { return [] }
    let converters = CaptureConverters(snapshot: { snapshot }, clock: { clock })
    guard let map = try? AppRoutes(converters.all, redirects: routes).map() else { return [] }
    let own = Set(routes.map(\.pattern))
    return routes.compactMap { route in
      guard let example = try? Pattern(route.pattern).example,
        let chosen = map.candidates(for: example).first(where: { $0.verdict == .chosen })?.pattern,
        !chosen.isWildcard, !own.contains(chosen.text)
      else { return nil }
      let collection = example.segments.first.flatMap(snapshot.model.entity(matching:))
      let owner = collection.map { "the collection \($0.plural)" } ?? "the app"
      let place = places[Self.name("routes", route.pattern)] ?? TextPlace(line: 1, column: 1)
      return ConfigurationProblem(
        .route("\(route.pattern) is never used: \(owner) has this URL"), at: place)
    }.sorted { $0.place < $1.place }
  }
}

extension Pattern {
  /// A URL that matches the pattern; `nil` if a capture has a type without an example.
  fileprivate var example: ScreenURL? {
    var arguments: [RouteArgument] = []
    for capture in captures {
      switch capture.type ?? .string {
      case .string: arguments.append(.text("a"))
      case .int, .uint, .double: arguments.append(.text("1"))
      case .bool: arguments.append(.text("true"))
      case .uuid: arguments.append(.text("00000000-0000-4000-8000-000000000000"))
      case .date: arguments.append(.text("2026-01-01"))
      case .path: arguments.append(.path(["a"]))
      case .choice(let texts): arguments.append(texts.first.map { .text($0) } ?? .absent)
      case .object, .registered: return nil
      }
    }
    return try? url(arguments: arguments)
  }
}
