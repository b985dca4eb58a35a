internal import CairnInterface
internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens

/// The actions that the app performs, rather than a screen or the session.
struct AppServices {
  /// The preview of files, if that is the whole purpose of the app.
  let look: Peek?
  let client: StoreClient
  let jobs: JobScreens
  let peeks: PeekScreens
  let records: RecordActions
  let storeJobs: StoreJobs
  let tour: Tour
  let favorites: RecordLauncher
  let configuration: LiveConfiguration

  /// An action at a place.
  fileprivate struct Request {
    let services: AppServices
    let place: ActionPlace
  }

  /// Performs an action; `nil` if the app does not know it.
  func perform(_ action: ActionName, at place: ActionPlace) -> [Effect]? {
    let request = Request(services: self, place: place)
    return Self.handlers.perform(action, by: request)
      ?? records.run(configuration.current.command(of: action), at: place)
  }

  /// Returns whether an action applies at a place; true for an action that the app does not know.
  func offers(_ action: ActionName, at place: ActionPlace) -> Bool {
    if OwnCommand.name(of: action) != nil {
      return records.canRun(configuration.current.command(of: action), at: place)
    }
    return Self.handlers.offers(action, by: Request(services: self, place: place)) ?? true
  }

  private static let handlers = HandlerTable(pages, changing, acting)

  /// Opens screens of the app.
  private static let pages: HandlerTable<Request> = [
    .jobs: opening(JobScreens.url),
    .recents: opening(AppPage.recentsURL),
    .messages: opening(AppPage.messagesURL),
    .guide: opening(GuidePage.listURL),
    .changes: opening(ChangeScreens.url),
    .conflicts: .listed(\.isForStore) { _ in [.open(ConflictScreens.url)] },
    .findEverywhere: Handler {
      // If the search is already open, the action asks for other words.
      AppPage.isFind($0.place.url) ? [.perform(.filter)] : [.open(AppPage.findURL)]
    },
    .importFile: .when(\.isForStore) { _ in [.open(ImportScreens.url)] },
    .importShown: .listed(\.canImport) { $0.importShown() },
    .recordHistory: .listed(\.isOnRecord) { $0.records.history(at: $0.place) },
    .tour: .listed(\.isForStore) { $0.services.tour.toggle() },
  ]

  private static func opening(_ url: ScreenURL) -> Handler<Request> {
    Handler { _ in [.open(url)] }
  }

  /// Changes records and the model.
  private static let changing: HandlerTable<Request> = [
    .undo: Handler { $0.services.look?.undo($0.services.jobs.runner) ?? $0.services.client.undo() },
    .redo: Handler { $0.services.look?.redo($0.services.jobs.runner) ?? $0.services.client.redo() },
    .addCollection: .listed(\.canChange) {
      ModelChanges(client: $0.services.client).addCollection()
    },
    .duplicate: .listed(\.canDuplicate) { $0.records.duplicate(at: $0.place) },
    .editAsText: .listed(\.canEditAsText) { $0.records.editAsText(at: $0.place) },
    .sync: .listed(\.canChange) { $0.services.storeJobs.sync() },
    .verifyStore: .when(\.isForStore) { $0.services.storeJobs.verifyAndShow() },
    // The screens of an import preview and of the model handle this action themselves.
    .columnType: .listed(\.hasTypes) { $0.services.peeks.chooseColumn(at: $0.place) },
  ]

  /// Copies and exports records, and runs programs for them.
  private static let acting: HandlerTable<Request> = [
    .actions: .listed(\.canAct) { $0.sheet() },
    .copy: .listed(\.canActOnRecords) { $0.shown.records.copies(at: $0.shown.place) },
    .shell: Handler { $0.records.runShell(at: $0.place) },
    .pipe: .listed(\.canActOnRecords) { $0.shown.records.pipe(at: $0.shown.place) },
    .page: .listed(\.canActOnRecords) { $0.shown.records.page(at: $0.shown.place) },
  ]
}

extension AppServices.Request {
  fileprivate var records: RecordActions { services.records }

  /// The actions of the shown records, and the place in their store: of looked-at files, or of the
  /// app's store.
  fileprivate var shown: (records: RecordActions, place: ActionPlace) {
    guard let (actions, inner) = services.peeks.acting(at: place) else {
      return (services.records, place)
    }
    actions.shellStore = services.records.shellStore
    return (actions, inner)
  }

  /// Whether the app is for a store, rather than only a preview of files.
  fileprivate var isForStore: Bool { services.look == nil }
  fileprivate var canChange: Bool { isForStore && !services.client.isReadOnly }
  fileprivate var isOnRecord: Bool { records.record(at: place) != nil }
  fileprivate var canDuplicate: Bool { !services.client.isReadOnly && isOnRecord }
  fileprivate var canEditAsText: Bool { records.canEditAsText(at: place) }
  fileprivate var canActOnRecords: Bool { shown.records.canAct(at: shown.place) }

  fileprivate var canAct: Bool {
    JobScreens.shows(place.url) || ChangeScreens.shows(place.url)
      || ModelScreens.shows(place.url) || canActOnRecords
  }

  fileprivate func sheet() -> [Effect]? {
    let (records, place) = shown
    // The person's own commands and favorites are for the app's store.
    guard records === services.records else { return records.sheet(at: place) }
    return records.sheet(
      at: place, commands: services.configuration.current.commands,
      favorites: Set(services.favorites.favorites.map(\.url)))
  }

  /// Whether the screen shows columns that have types.
  fileprivate var hasTypes: Bool {
    ImportScreens.isReview(place.url) || ModelScreens.showsFields(place.url)
      || PeekScreens.showsRecords(place.url) && !place.isBeside
  }

  fileprivate var canImport: Bool {
    ImportScreens.isReview(place.url) || isForStore && AppPage.isLauncher(place.url)
      || PeekPlace.contains(place.url) && services.look?.canBeImported != false
  }

  /// Imports the shown file.
  ///
  /// An app that only previews files imports at once. Otherwise a screen shows the preview first.
  fileprivate func importShown() -> [Effect]? {
    let choices = PeekPlace.contains(place.url) ? try? ImportChoices(place.url) : nil
    guard let look = services.look else {
      // Without a file, the list of files asks for a path, too.
      return choices.map { [.open($0.url)] } ?? [.open(ImportScreens.url), .perform(.add)]
    }
    return choices.flatMap { look.importing($0, on: services.peeks.peeked, services.peeks.jobs) }
  }
}
