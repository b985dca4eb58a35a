internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// Which URLs lead to which screens of the app.
///
/// The app's own words begin with `~`, so that no collection or link can clash with them, now or
/// later. What the routes show comes from one desk, one launcher, and the map itself.
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
    do throws(NavigationError) {
      return try URLMap(converters: converters.all) {
        Route("cairn://~launcher", .shared) { () -> any Screen in LauncherScreen(launcher) }
        Route("cairn://~routes?explain=(url)") { (explained: String?, url: ScreenURL) in
          lists.screen(explaining: explained, at: url)
        }
        Redirect("cairn://(word:word0)", to: "cairn://~(word)")
        Route("cairn://(collection)") { (name: CollectionCapture, url: ScreenURL) in
          try screen(at: url)
        }
        Route("cairn://(collection)/~new", .modal, parent: "cairn://(collection)") {
          (name: CollectionCapture, url: ScreenURL) in try screen(at: url)
        }
        Redirect(
          "cairn://(collection:collection)/(word:word1)", to: "cairn://(collection)/~(word)")
        Route("cairn://(collection)/(record)", parent: "cairn://(collection)") {
          (name: CollectionCapture, record: RecordCapture, url: ScreenURL) in
          try screen(at: url)
        }
        Route(
          "cairn://(collection)/(record)/~edit", .modal, parent: "cairn://(collection)/(record)"
        ) { (name: CollectionCapture, record: RecordCapture, url: ScreenURL) in
          try screen(at: url)
        }
        Redirect(
          "cairn://(collection:collection)/(record:record)/(word:word2)",
          to: "cairn://(collection)/(record)/~(word)")
        Route("cairn://(collection)/(record)/(link)", parent: "cairn://(collection)/(record)") {
          (name: CollectionCapture, record: RecordCapture, link: LinkCapture, url: ScreenURL) in
          try screen(at: url)
        }
        for route in redirects { Redirect(route.pattern, to: route.target) }
        Route("*") { (unmatched: UnmatchedURL) in notFound(unmatched) }
      }
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
