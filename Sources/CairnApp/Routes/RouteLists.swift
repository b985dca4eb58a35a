internal import CairnJSON
internal import CairnKit
internal import CairnNavigation
internal import CairnScreens

/// The app's routes on a screen, in the order in which they are tried, as `cairn routes` prints
/// them.
struct RouteLists {
  /// The map that holds now; nothing until it is made.
  let map: () -> URLMap<any Screen>?

  /// All routes with their modes, or why each of them takes a URL or doesn't.
  ///
  /// - Parameters:
  ///   - text: the URL to explain; `nil` for all routes.
  ///   - url: the list's own URL, with what is filtered.
  /// - Returns: the list, or why there is none where the text is no URL.
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

  /// All routes in the order in which they are tried.
  var table: Table<Pattern> {
    Table(
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

  /// Why each route takes a URL or doesn't.
  func table(explaining url: ScreenURL) -> Table<Candidate> {
    Table(
      title: "Routes for \(url.text)",
      columns: [
        .init(ListColumn("pattern", width: 20...80)) { $0.pattern.text },
        .init(ListColumn("verdict", title: "why", width: 16...200)) { $0.verdict.description },
      ], id: \.pattern.text, json: \.json, rows: { map()?.candidates(for: url) ?? [] })
  }

  /// Opens the URL of a pattern, once its captures have values.
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
