internal import CairnKit
internal import CairnRecords

/// The app's map, made anew when the person's own routes change.
final class LiveMap {
  private let desk: RecordDesk
  private let launcher: LauncherContent
  private let configuration: LiveConfiguration
  private var routes: [Configuration.Route] = []
  private var current: URLMap<any Screen>?
  private var isNew = false

  /// What is told of changes of the settings' file, if anything is.
  var watch: (any FolderWatch)?

  /// Maps what a desk and a launcher show.
  init(desk: RecordDesk, launcher: LauncherContent, configuration: LiveConfiguration) {
    self.desk = desk
    self.launcher = launcher
    self.configuration = configuration
  }

  /// The map to start with.
  ///
  /// - Throws: ``AppError`` when the person's routes contradict the app's.
  func first() throws(AppError) -> URLMap<any Screen> {
    routes = configuration.current.routes
    let map = try map(of: routes)
    current = map
    return map
  }

  /// The map of routes that changed since the last one, once.
  func next() -> URLMap<any Screen>? {
    defer { isNew = false }
    return isNew ? current : nil
  }

  /// Looks whether the settings changed, and says what came of it.
  func look() -> [Effect] {
    // The file's folder may have come since.
    watch?.follow(configuration.folders)
    do throws(AppError) {
      guard try configuration.refresh() else { return [] }
      try follow(configuration.current.routes)
      return [.say(Message("your settings changed and hold from now on", tone: .good))]
    } catch {
      return [.say(Message("your settings stay as they were: \(error)", tone: .bad))]
    }
  }

  private func follow(_ newest: [Configuration.Route]) throws(AppError) {
    guard newest != routes else { return }
    current = try map(of: newest)
    (routes, isNew) = (newest, true)
  }

  private func map(of routes: [Configuration.Route]) throws(AppError) -> URLMap<any Screen> {
    // The map is held here, so that its own screens must not hold what holds it.
    let lists = RouteLists { [weak self] in self?.current }
    return try AppMap(desk: desk, launcher: launcher, lists: lists, redirects: routes).map()
  }
}
