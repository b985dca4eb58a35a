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
    case .find: find(at: url)
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

  /// Returns the search; without words, it asks for them first.
  private func find(at url: ScreenURL) -> any Screen {
    let source = FindListSource(url, client: client)
    return ListScreen(source, isAsking: source.query.filter.isEmpty)
  }

  private func notFound(_ unmatched: UnmatchedURL) -> any Screen {
    ExplainScreen(Explanation(unmatched, in: client.snapshot, at: client.clock()))
  }
}

extension StoreClient {
  /// Returns the screen of a place in the client's store, by a URL of the app.
  ///
  /// - Throws: the reason why the screen can't be shown.
  func screen(at url: ScreenURL) throws -> any Screen {
    switch try address(url) {
    case .list(let entity, let origin):
      return ListScreen(try list(at: url, of: entity, origin: origin))
    case .record(let id): return DetailScreen(try RecordDetailSource(id, client: self))
    // A saved draft waits until it can be saved.
    case .new where isReadOnly, .edit where isReadOnly:
      throw AppError.failed("nothing can be edited here: \(obstacle ?? "")")
    case .new(let entity):
      guard let definition = snapshot.model[entity] else {
        throw AddressProblem.unknownCollection(entity, nearest: [])
      }
      return FormScreen(RecordFormSource(new: definition, filledWith: url.query, client: self))
    case .merge(let id):
      return ListScreen(MergeReview(id, at: url, client: self).list(ListQuery(url)))
    case .edit(let id): return FormScreen(try RecordFormSource(editing: id, client: self))
    }
  }
}
