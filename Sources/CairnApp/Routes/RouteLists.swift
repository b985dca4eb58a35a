internal import CairnJSON
internal import CairnKit
internal import CairnNavigation
internal import CairnScreens

/// The screen of the app's routes, in matching order, as `cairn routes` prints them.
struct RouteLists {
  /// Returns the current map; `nil` until it is made.
  let map: () -> URLMap<any Screen>?

  /// Returns the list of all routes with their modes, or why each matches a URL or doesn't.
  ///
  /// - Parameters:
  ///   - text: the URL to explain; `nil` for the list of routes.
  ///   - url: the list's own URL, with its filter.
  /// - Returns: the list, or an explanation if the text is not a URL.
  func screen(explaining text: String?, at url: ScreenURL) -> any Screen {
    let query = ListQuery(url)
    guard let text else { return ListScreen(table.list(query, open: open)) }
    do throws(NavigationError) {
      let explained = try ScreenURL(parsing: text)
      let chosen = map()?.candidates(for: explained).first { $0.verdict == .chosen }
      let list = table(explaining: explained).list(query, open: { open($0.pattern) })
      return ListScreen(list, at: chosen?.pattern.text)
    } catch {
      return ExplainScreen(
        Explanation("No route matches this URL", subject: text, reason: error.description))
    }
  }

  /// Returns the way to the list of all patterns, with the reason why each doesn't match a URL.
  static func way(for url: ScreenURL) -> Explanation.Way {
    let routes = ScreenURL(["~routes"], query: [QueryItem("explain", url.text)])
    return .init(
      nil, "Show why no screen has this URL", detail: routes.text, effects: [.open(routes)])
  }

  /// The table of all routes in matching order.
  var table: ListTable<Pattern> {
    ListTable(
      title: "Routes",
      columns: [
        .init(ListColumn("mode", title: "effect", width: 22...24)) { map()?.word(for: $0) ?? "" },
        .init(ListColumn("pattern", width: 20...200)) { $0.text },
      ], id: \.text,
      json: { pattern in
        [
          "pattern": .string(pattern.text),
          "mode": .optional(map()?.mode(of: pattern)?.rawValue),
        ]
      }, rows: { map()?.patterns ?? [] })
  }

  /// Returns the table of routes with the reason why each matches a URL or doesn't.
  func table(explaining url: ScreenURL) -> ListTable<Candidate> {
    ListTable(
      title: "Routes for \(url.text)",
      columns: [
        .init(ListColumn("pattern", width: 20...80)) { $0.pattern.text },
        .init(ListColumn("verdict", title: "why", width: 16...200)) { $0.verdict.description },
      ], id: \.pattern.text, json: \.json, rows: { map()?.candidates(for: url) ?? [] })
  }

  /// Asks for the values of a pattern's captures, and opens its URL.
  private func open(_ pattern: Pattern) -> [Effect] {
    if pattern.isWildcard { return [.say(Message("* matches every other URL"))] }
    let prompt = TextPrompt("Open", text: pattern.text, check: Self.mistake) {
      $0.isEmpty ? [] : [.openText($0, .user)]
    }
    return [.present(prompt)]
  }

  private static func mistake(in text: String) -> String? {
    do throws(NavigationError) {
      _ = try ScreenURL(parsing: text)
      return nil
    } catch {
      return error.description
    }
  }
}

extension URLMap {
  /// Returns where the screens of a pattern open, in words for lists.
  func word(for pattern: Pattern) -> String {
    switch mode(of: pattern) {
    case .push, .shared: "opens a screen"
    case .modal: "opens a form"
    case .popover: "opens a menu"
    case .external: "starts a program"
    case .replace: "replaces the screen"
    case .root: "starts a new stack"
    case nil: "elsewhere"
    }
  }
}
