internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// Which screens the app's URLs lead to.
///
/// What they show comes from one desk, one launcher, and the map itself.
struct AppMap {
  let desk: RecordDesk
  let launcher: RecordLauncher
  /// The routes themselves on a screen.
  let lists: RouteLists
  /// The person's own URLs.
  var redirects: [Configuration.Route] = []

  /// The map, with the store asked anew at each look-up.
  func map() throws(AppError) -> URLMap<any Screen> {
    let converters = CaptureConverters(snapshot: { desk.snapshot }, clock: desk.clock)
    let routes = AppRoutes<any Screen>(
      converters: converters.all, redirects: redirects,
      launcher: { LauncherScreen(launcher) },
      routes: { lists.screen(explaining: $0, at: $1) },
      place: { try screen(at: $0) },
      unmatched: notFound)
    do throws(NavigationError) {
      return try routes.map()
    } catch {
      precondition(!redirects.isEmpty, "the app's own routes contradict each other: \(error)")
      throw .failed("the routes in config.toml: \(error)")
    }
  }

  /// The screen of a place in the store.
  private func screen(at url: ScreenURL) throws -> any Screen {
    let snapshot = desk.snapshot
    switch try StoreAddress(url, in: snapshot, at: desk.clock()) {
    case .list(let entity, let origin):
      return ListScreen(
        try RecordListSource(url, entity: entity, origin: origin, desk: desk))
    case .record(let id): return DetailScreen(try RecordDetailSource(id, desk: desk))
    case .new(let entity):
      guard let definition = snapshot.model[entity] else {
        throw AddressProblem.unknownCollection(entity, nearest: [])
      }
      return FormScreen(RecordFormSource(new: definition, filledWith: url.query, desk: desk))
    case .edit(let id): return FormScreen(try RecordFormSource(editing: id, desk: desk))
    }
  }

  private func notFound(_ unmatched: UnmatchedURL) -> any Screen {
    ExplainScreen(Explanation(unmatched, in: desk.snapshot, at: desk.clock()))
  }
}
