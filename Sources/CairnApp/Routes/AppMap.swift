internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The map from the app's URLs to screens.
///
/// The screens show the content of one client, one launcher, and the map itself.
struct AppMap {
  let client: StoreClient
  let launcher: RecordLauncher
  /// The screen of the routes.
  let lists: RouteLists
  /// The screens of jobs.
  let jobs: JobScreens
  /// The screens of saved changes.
  let changes: ChangeScreens
  let conflicts: ConflictScreens
  /// The screen of settings.
  let settings: SettingsScreen
  /// The screens of imports.
  let imports: ImportScreens
  /// The screens of previewed files.
  let peeks: PeekScreens
  /// The person's own URLs.
  var redirects: [Configuration.Route] = []

  /// Returns the map, which asks the store again at each lookup.
  func map() throws(AppError) -> URLMap<any Screen> {
    let converters = CaptureConverters(snapshot: { client.snapshot }, clock: client.clock)
    let routes = AppRoutes<any Screen>(
      converters: converters.all, redirects: redirects, page: screen(of:at:),
      place: client.screen(at:),
      unmatched: notFound)
    do throws(NavigationError) {
      return try routes.map()
    } catch {
      precondition(!redirects.isEmpty, "the app's own routes contradict each other: \(error)")
      throw .failed("the routes in config.toml: \(error)")
    }
  }

  private func screen(of page: AppPage, at url: ScreenURL) throws -> any Screen {
    switch page {
    case .launcher: LauncherScreen(launcher)
    case .routes(let explained): lists.screen(explaining: explained, at: url)
    case .find: client.search(at: url)
    case .recents: ListScreen.recents(at: url)
    case .messages: ListScreen.messages(at: url)
    case .settings: settings.screen(at: url)
    case .model(nil): ModelScreens(client: client).collections(at: url)
    case .model(let collection?):
      try ModelScreens(client: client).fields(at: url, of: collection)
    case .jobs: jobs.list(at: url)
    case .job(let number): jobs.screen(of: number)
    case .changes: changes.list(at: url)
    case .change(let number): changes.screen(of: number)
    case .conflicts: conflicts.list(at: url)
    case .history(let version): try changes.history(at: url, version: version)
    case .import: imports.screen(at: url)
    case .peek: peeks.screen(at: url)
    case .guide(nil): GuideScreens.list(at: url)
    case .guide(let name?): try GuideScreens.page(name)
    }
  }

  private func notFound(_ unmatched: UnmatchedURL) -> any Screen {
    var explanation = Explanation(unmatched, in: client, more: { client.waysToChanges($0) })
    explanation.ways.append(RouteLists.way(for: unmatched.url))
    return ExplainScreen(explanation)
  }
}

extension StoreClient {
  /// Returns the ways to what happened to a missing record.
  func waysToChanges(_ problem: AddressProblem?) -> [Explanation.Way] {
    let url: ScreenURL
    switch problem {
    case .gone(let id, _): url = self.url(of: id).appending(ChangeScreens.historySegment)
    // Deleted records are found by their title, as far as the history goes back.
    case .noMatch(let text, _): url = ChangeScreens.url.setting("where", to: text)
    default: return []
    }
    return [.init("h", "Show its changes", detail: url.text, effects: [.replace(url)])]
  }
}
