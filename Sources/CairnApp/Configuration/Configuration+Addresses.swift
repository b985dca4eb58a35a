internal import CairnNavigation

/// The person's own URLs and names for URLs, checked one by one.
extension Configuration {
  /// The routes that a map can have side by side.
  static func routes(_ reader: inout ConfigurationReader) -> [Route] {
    var routes: [Route] = []
    for (pattern, target) in reader.texts("routes") {
      let route = Route(pattern: pattern, target: target)
      if let reason = reasonToRefuse(route, beside: routes) {
        reader.refuse("routes", pattern, because: reason)
      } else {
        routes.append(route)
      }
    }
    return routes
  }

  private static func reasonToRefuse(_ route: Route, beside others: [Route]) -> String? {
    // What a text of these types is only a store knows.
    let converters = CaptureConverters.names.map { name in
      CaptureConverter(name) { text, _ in .accepted(text) }
    }
    do throws(NavigationError) {
      guard try Pattern(route.pattern).scheme == ScreenURL.defaultScheme else {
        return "\(route.pattern) is no URL of Cairn's; they begin with cairn://"
      }
      _ = try URLMap<Void>(converters: converters) {
        for route in others + [route] { Redirect(route.pattern, to: route.target) }
      }
      return nil
    } catch {
      return error.description
    }
  }

  /// The aliases whose names and URLs can be read.
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
