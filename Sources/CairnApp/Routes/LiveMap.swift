internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The app's URL map, made again when the person's routes change.
final class LiveMap {
  private let client: StoreClient
  private let launcher: RecordLauncher
  private let jobs: JobScreens
  private let changes: ChangeScreens
  private let conflicts: ConflictScreens
  private var settings: SettingsScreen
  private let imports: ImportScreens
  private let peeks: PeekScreens
  private let configuration: LiveConfiguration
  private let check: @Sendable (Configuration, Snapshot) -> [ConfigurationProblem]
  private var routes: [Configuration.Route] = []
  private var current: URLMap<any Screen>?

  private var watch: (any FolderWatch)?

  /// Whether the watch reports changes of the settings file.
  ///
  /// It does not if the file's folder is missing.
  private(set) var isTold = false

  /// Creates the map of the app's screens.
  ///
  /// The function `check` finds commands and routes that don't fit the store; it may run on any
  /// thread.
  init(
    client: StoreClient, launcher: RecordLauncher, jobs: JobScreens, changes: ChangeScreens,
    conflicts: ConflictScreens,
    settings: SettingsScreen, imports: ImportScreens, peeks: PeekScreens,
    configuration: LiveConfiguration,
    check: @escaping @Sendable (Configuration, Snapshot) -> [ConfigurationProblem] = { _, _ in []
    }
  ) {
    self.client = client
    self.launcher = launcher
    self.jobs = jobs
    self.changes = changes
    self.conflicts = conflicts
    self.settings = settings
    self.imports = imports
    self.peeks = peeks
    self.configuration = configuration
    self.check = check
    self.settings.startsPlain = { configuration.startsPlain }
    self.settings.takeIn = { [weak self] message in self?.look(saying: message) ?? [] }
  }

  /// Returns the first map.
  ///
  /// - Throws: ``AppError`` when the person's routes contradict the app's routes.
  func first() throws(AppError) -> URLMap<any Screen> {
    routes = configuration.current.routes
    let map = try map(of: routes)
    current = map
    return map
  }

  /// Watches the settings file.
  func follow(by watch: (any FolderWatch)?) {
    self.watch = watch
    follow(configuration.folders)
  }

  private func follow(_ folders: [String]) {
    watch?.follow(folders)
    isTold = watch != nil && !folders.isEmpty
  }

  /// Reads the settings on another thread if they changed, and reports the result.
  ///
  /// - Parameter message: the message to show if the changed settings are valid.
  /// - Returns: the effects that read the settings.
  func look(saying message: Message? = nil) -> [Effect] {
    let snapshot = client.snapshot
    let job = BackgroundJob(lane: .reader) { [configuration, check] in
      let news = Result { () throws(AppError) in try configuration.readIfChanged() }
      let isFirst = configuration.takeFirstLook()
      var remark: String?
      if case .success(let settings) = news, isFirst || settings != nil {
        remark = configuration.remark(besides: check(settings ?? configuration.current, snapshot))
      }
      return (news, configuration.folders, remark)
    } completion: { [weak self] news, folders, remark in
      // The file's folder may have been created since.
      self?.follow(folders)
      return self?.takeIn(news, remark, saying: message) ?? []
    }
    return [.run(job)]
  }

  private func takeIn(
    _ news: Result<Configuration?, AppError>, _ remark: String?, saying message: Message?
  ) -> [Effect] {
    // The result of the person's choice takes precedence over the remark about left-out settings.
    let said = message ?? remark.map { Message($0, tone: .warning) }
    do throws(AppError) {
      // No new settings: the folder watch has read the change already, or the file has its last text
      // again. After a choice, the screen still has to show the file.
      guard let settings = try news.get() else { return said.map { [.refresh, .say($0)] } ?? [] }
      let effects = try use(settings.routes) + useKeys(of: settings) + useLook(of: settings)
      // The settings are taken only after the routes fit: all of the settings, or none.
      configuration.take(settings)
      let changed = Message("your changed settings are now in use", tone: .good)
      return effects + client.keepHistory(days: settings.historyDays)
        + [.refresh, .say(said ?? changed)]
    } catch {
      return [.refresh, .say(Message("settings refused: \(error)", tone: .bad))]
    }
  }

  private func use(_ newest: [Configuration.Route]) throws(AppError) -> [Effect] {
    guard newest != routes else { return [] }
    let map = try map(of: newest)
    (routes, current) = (newest, map)
    return [.useMap(map)]
  }

  private func useKeys(of newest: Configuration) -> [Effect] {
    let table = newest.actions.table
    guard table != configuration.current.actions.table, let keymap = try? Keymap(table) else {
      return []
    }
    return [.useKeys(keymap)]
  }

  private func useLook(of newest: Configuration) -> [Effect] {
    let current = configuration.current
    newest.useWidths()
    return (newest.theme == current.theme ? [] : [.useTheme(newest.theme)])
      + (newest.usesMouse == current.usesMouse ? [] : [.useMouse(newest.usesMouse)])
  }

  private func map(of routes: [Configuration.Route]) throws(AppError) -> URLMap<any Screen> {
    // The screens in the map must not keep the map alive, as the map is owned here.
    let lists = RouteLists { [weak self] in self?.current }
    return try AppMap(
      client: client, launcher: launcher, lists: lists, jobs: jobs, changes: changes,
      conflicts: conflicts,
      settings: settings, imports: imports, peeks: peeks, redirects: routes
    ).map()
  }
}
