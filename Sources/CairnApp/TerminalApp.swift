public import CairnKit
internal import CairnFiles
internal import CairnRecords
internal import CairnStore

/// The terminal app for a store.
///
/// The content comes from the store, and the open screens come from the session's file. Both are
/// updated at once with every change.
public struct TerminalApp {
  /// The options for starting the app.
  public struct Start: Sendable {
    /// The URLs to open.
    ///
    /// The first one is shown, and each other one gets a tab.
    public var urls: [ScreenURL] = []
    /// Whether to start without the saved screens.
    ///
    /// The saved state stays until it is overwritten.
    public var isFresh = false
    /// Whether the first URL replaces the current screen of the session.
    public var isReplacing = false
    /// Whether everything is drawn for a screen reader.
    public var isPlain = false
    /// The first message to show, if any.
    public var notice: String?
    /// Whether the session's state is saved.
    public var keepsState = true
    /// Prints a message on the terminal after the app has left it, for slow work at the end.
    public var say: @Sendable (String) -> Void = { _ in }
    /// The session's name; `nil` for the session of this terminal.
    public var session: String?

    /// Creates options that continue where the person left off.
    public init() {}
  }

  private let workspace: Workspace
  private let configuration: LiveConfiguration
  private let maps: LiveMap
  private let client: StoreClient
  private var application: Application
  private let slowEnd = SlowEnd()

  /// Creates the app.
  ///
  /// - Parameter workspace: the store, which stays open as long as the app.
  /// - Throws: ``AppError`` when the URL map can't be made.
  public init(_ workspace: Workspace) throws(AppError) {
    try self.init(workspace, looking: nil)
  }

  /// Creates the app.
  ///
  /// - Parameters:
  ///   - workspace: the store, which stays open as long as the app.
  ///   - look: the preview of files that is the whole purpose of the app. Its store is in memory.
  /// - Throws: ``AppError`` when the URL map can't be made.
  init(
    _ workspace: Workspace, looking look: Peek?
  ) throws(AppError) {
    let isLook = look != nil
    self.workspace = workspace
    let environment = workspace.environment
    let configuration = LiveConfiguration(
      workspace.configuration, ConfigurationFile(environment, workspace.fileSystem))
    self.configuration = configuration
    let client = StoreClient(
      workspace.store,
      clock: { environment.wallClock(by: configuration.current.conventions) },
      isReadOnly: isLook)
    client.files = workspace.files
    client.modelURL = ModelScreens.url
    self.client = client
    let jobs = JobScreens(workspace, client, looking: look)
    let launcher = RecordLauncher(
      client: client, place: environment.abbreviated(workspace.path),
      emptyHint: isLook || client.isReadOnly
        ? ""
        : "none yet · \(key: .addCollection) makes a collection · \(key: .importShown) imports a file",
      state: { [jobs = jobs.runner] url in url == JobScreens.url ? jobs.runningText : nil },
      find: { AppPage.findURL.setting("q", to: $0) })
    client.changeUnderWay = { [jobs = jobs.runner] in jobs.changeUnderWay }
    client.bulkChanges = { [jobs = jobs.runner, unowned client] change, ends in
      jobs.make(change, on: client, then: ends)
    }
    let peeks = PeekScreens(workspace, jobs.runner)
    let conflicts = OpenConflicts(client)
    look?.show(on: peeks.peeked)
    let maps = LiveMap(
      client: client, launcher: launcher, jobs: jobs,
      changes: ChangeScreens(history: ChangeHistory(client)),
      conflicts: ConflictScreens(openConflicts: conflicts),
      settings: SettingsScreen(environment: environment, fileSystem: workspace.fileSystem),
      imports: ImportScreens(workspace: workspace, records: client, jobs: jobs),
      peeks: peeks, configuration: configuration,
      check: { [fileSystem = workspace.fileSystem] settings, snapshot in
        settings.commandProblems(in: snapshot.model, environment, fileSystem)
          + settings.hiddenRoutes(in: snapshot, at: environment.wallClock)
      })
    let actions = RecordActions(workspace, client, jobs.runner, conflicts)
    let storeJobs = StoreJobs(workspace: workspace, jobs: jobs.runner)
    let tour = Tour(workspace)
    self.maps = maps
    var application = Application(
      records: client, map: try maps.first(),
      // Favorites of a preview would lead nowhere after the process ends.
      launcher: isLook ? nil : launcher, losses: { _ in workspace.losses },
      isSlow: { [slowEnd] in slowEnd.tell() }, explain: { client.waysToChanges($0) })
    application.actions = configuration.current.actions.table
    let completions = StoreCompletions(workspace)
    application.places = RecordPlaces(
      client: client,
      pages: { isLook ? [] : AppPage.places + ModelScreens.places(in: client.snapshot.model) },
      complete: completions.urls)
    application.name = "Cairn"
    let services = AppServices(
      look: look, client: client, jobs: jobs, peeks: peeks, records: actions, storeJobs: storeJobs,
      tour: tour, favorites: launcher, configuration: configuration)
    application.perform = services.perform
    application.offers = services.offers
    application.edit = { actions.edit($0) }
    // The records of files that are looked at are in stores of their own.
    let stored = { url in peeks.stored(at: url) ?? (client, url) }
    application.title = { url in
      let (client, inner) = stored(url)
      return client.snapshot.title(of: inner, at: client.clock()) ?? url.pageTitle
    }
    application.watchesAllFiles = { maps.isTold }
    application.named = { text in
      guard text.hasPrefix("@") else { return nil }
      return try workspace.url(of: try Address(text)) { configuration.current.aliases }
    }
    application.noteColors = { colors in
      configuration.current.remark(on: colors).map { [.say($0)] } ?? []
    }
    application.aliases = {
      configuration.current.aliases.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    application.canStandBeside = { url in
      // Files are read first, which is too slow for the preview beside rows.
      switch url.segments.first {
      case "~import": false
      case "~peek": peeks.stored(at: url) != nil
      default: true
      }
    }
    application.isGone = { url in
      let (client, inner) = stored(url)
      return client.snapshot.lacksRecord(of: inner)
    }
    application.alert = { [alert = application.alert] url in
      if var alert = alert(url) {
        alert.text += Self.advice[alert.word] ?? ""
        if alert.word == "damaged" { alert.action = .verifyStore }
        return alert
      }
      guard !isLook else { return nil }
      return tour.tip(
        at: url, favorites: launcher.favoriteCount, configuration.current.actions.table)
    }
    application.reload = { [reload = application.reload] in
      peeks.peeked.forgetFailures() + reload() + maps.look()
    }
    application.startWatch = { [startWatch = application.startWatch] in
      let watch = startWatch()
      maps.follow(by: watch)
      return watch
    }
    self.application = application
  }

  /// Where to see more of a store's problems, by their words.
  private static let advice = ["damaged": ": cairn store verify", "conflict": ": ~conflicts"]

  /// The app's URL map, for `cairn routes`.
  public var map: URLMap<any Screen> { application.map }

  /// Runs the app on the terminal until the person quits.
  ///
  /// - Throws: ``AppError`` if there is no terminal, or the session can't be claimed.
  public func run(_ start: Start) throws(AppError) {
    let session = start.keepsState ? try claimSession(start.session) : nil
    defer { session?.release() }
    do throws(ApplicationError) {
      var application = application(keeping: session, start)
      // The state belongs to the store, so the app has no other.
      if session == nil { application.keepsState = false }
      if workspace.store.obstacle != nil, let words = client.obstacle {
        application.inbox.say(Message(words, tone: .warning))
      }
      if let link = workspace.newLinks.first {
        application.inbox.say(Message(link, tone: .warning))
      }
      slowEnd.say = start.say
      if let notice = start.notice { application.inbox.say(Message(notice, tone: .warning)) }
      try application.run(
        opening: start.urls, start: start.isReplacing ? .replacing : .onTop)
    } catch .terminal(let reason) {
      // The restored state was not at fault, so the session's start did not fail.
      session?.succeed()
      throw .failed("\(reason); cairn list, show and render need none")
    } catch {
      throw .failed(error.description)
    }
  }

  /// Claims the session that keeps the app's state.
  ///
  /// If that fails, a message warns the person, and the app runs without a session.
  private func claimSession(_ name: String?) throws(AppError) -> SessionFile? {
    do throws(NavigationError) {
      return try workspace.claimSession(name)
    } catch .file(let reason) {
      application.inbox.say(.notSaved("\(reason)"))
      return nil
    } catch {
      throw .failed(error.description)
    }
  }

  /// Draws a screen without a terminal, exactly as many lines as `size` has rows.
  ///
  /// - Parameters:
  ///   - size: the columns and rows of the imagined terminal.
  ///   - start: the start options; the start is fresh unless the state is kept.
  ///   - keys: the keys to press, as tmux names them, separated by blanks.
  ///   - keepsState: whether the session's state is read and saved.
  /// - Returns: the screen's lines.
  /// - Throws: ``AppError`` if the session can't be claimed.
  public func render(
    size: Size, _ start: Start, keys: String, keepsState: Bool
  ) throws(AppError) -> String {
    var start = start
    start.keepsState = keepsState
    let session = keepsState ? try claimSession(start.session) : nil
    defer { session?.release() }
    do throws(ApplicationError) {
      return try application(keeping: session, start).render(
        size: size, opening: start.urls, start: start.isReplacing ? .replacing : .onTop,
        keys: keys)
    } catch {
      throw .usage(error.description)
    }
  }

  /// Returns the state of a session that can't be claimed, as in a folder without write permission.
  ///
  /// The state is shown but never saved, as another process may have the session.
  private func unclaimedState(_ start: Start) -> StateKeeping? {
    guard let name = try? workspace.newestSession(start.session),
      let state = try? SessionFile.peek(
        name, in: workspace.sessionFolder, fileSystem: workspace.fileSystem)
    else { return nil }
    let persistence = start.isFresh ? .none : configuration.current.restore
    return StateKeeping(restored: state.kept(by: persistence)) { _, _ in
      throw AppError.failed("\(name) was opened for reading only")
    }
  }

  /// Returns the app with the state of a session.
  ///
  /// Without a session, each start is the first.
  func application(keeping session: SessionFile?, _ start: Start) -> Application {
    // The default name of a terminal's session would mean nothing to the person.
    workspace.store.origin = .session(start.session ?? "")
    var application = application
    application.look(as: configuration.current, isPlain: start.isPlain)
    configuration.startsPlain = start.isPlain
    guard let session else {
      guard start.keepsState else { return application }
      application.cannotSaveState = true
      application.state = unclaimedState(start)
      return application
    }
    let clock = workspace.environment.clock
    application.state = StateKeeping(
      session, keeping: { [configuration] in configuration.current.restore },
      isFresh: start.isFresh,
      expiringBefore: { [configuration] in
        configuration.current.forgetAfterDays.map { clock().before(.seconds($0 * 86_400)) }
      })
    return application
  }
}

/// Tells that the end of the app takes long.
private final class SlowEnd {
  var say: (String) -> Void = { _ in }

  func tell() {
    say("the files of text are being brought up to date; to end that loses nothing")
  }
}
