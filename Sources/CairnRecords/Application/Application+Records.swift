public import CairnKit
public import CairnNavigation
public import CairnScreens
public import CairnStore

extension Application {
  /// Creates an app over the records of a store.
  ///
  ///     let store = try ObjectStore.open(named: "kitchen", model: "…")
  ///     let app = try Application(records: store, scheme: "kitchen") {
  ///       Route("kitchen://tonight") { (url: ScreenURL) in Tonight(url) }
  ///     }
  ///     try app.run()
  ///
  /// The app begins at a launcher with favorites and all collections. It has lists, pages and forms
  /// of all records (``RecordRoutes``), a search (`~find`), recent screens (`~recents`) and messages
  /// (`~messages`). It saves each change at once and can undo it. It reads what other programs save.
  /// It writes the store's text files in quiet moments and at its end.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - scheme: the scheme of the app's URLs.
  ///   - favorites: favorites that everyone has until a person changes them.
  ///   - routes: the app's own screens; a route for a URL of the store takes its place.
  /// - Throws: `NavigationError.registration` if the routes contradict each other or the routes
  ///   of the records, or if a favorite has an impossible letter.
  public init(
    records store: ObjectStore, scheme: String, favorites: [DefaultFavorite] = [],
    @URLMapBuilder<any Screen> routes: () -> [MapItem<any Screen>] = { [] }
  ) throws(NavigationError) {
    try self.init(
      records: StoreClient(store, scheme: scheme), favorites: favorites, routes: routes)
  }

  /// Creates an app over the records of a client, with which the app's own screens read and change
  /// the records, too.
  ///
  /// - Parameters:
  ///   - client: the client; its mount decides the scheme of the app's URLs.
  ///   - favorites: favorites that everyone has until a person changes them.
  ///   - routes: the app's own screens.
  /// - Throws: `NavigationError.registration` if the routes contradict each other or the routes
  ///   of the records, or if a favorite has an impossible letter.
  public init(
    records client: StoreClient, favorites: [DefaultFavorite] = [],
    @URLMapBuilder<any Screen> routes: () -> [MapItem<any Screen>] = { [] }
  ) throws(NavigationError) {
    let pages = RecordPages(client, favorites: favorites)
    let map = try pages.map(with: routes())
    self.init(records: client, map: map, launcher: pages.launcher, showsDamage: true)
    places = RecordPlaces(client: client)
    performsBeside = pages.perform
    offersBeside = pages.offers
  }

  /// Creates an app over the records of a client, with a map of its own.
  ///
  /// - Parameters:
  ///   - client: the client.
  ///   - map: all URLs of the app, including the URLs of the records.
  ///   - launcher: the favorites; `nil` for an app without them.
  ///   - losses: finds files of text that lack records, in a sentence; it runs in quiet moments, on
  ///     its own thread.
  ///   - isSlow: called at the end if writing the files of text takes long.
  ///   - showsDamage: whether the alert names the first damaged line.
  ///   - explain: further ways out of an address without a record, before the usual ones.
  package init(
    records client: StoreClient, map: URLMap<any Screen>, launcher: RecordLauncher?,
    losses: @escaping @Sendable (ObjectStore) -> String? = { $0.lossesInWords },
    isSlow: @escaping () -> Void = {}, showsDamage: Bool = false,
    explain: @escaping (AddressProblem?) -> [Explanation.Way] = { _ in [] }
  ) {
    self.init(map)
    favorites = launcher
    clock = { client.clock().now }
    title = { client.title(of: $0) }
    kind = { client.listKind(of: $0) }
    canArrange = { client.canList($0) }
    isGone = { url in client.mount.inward(url).map(client.snapshot.lacksRecord) ?? false }
    shown = { client.translating($0, by: client.snapshot.readable) }
    present = { client.translating($0, by: client.snapshot.model.renamed) }
    self.explain = { unbuilt in
      let isThere = { (try? client.address(unbuilt.entry.url)) != nil }
      var explanation = Explanation(unbuilt: unbuilt, client, more: explain)
      // An obstacle elsewhere does not disappear when the data changes.
      if !isThere() { explanation.isSolved = isThere }
      return ExplainScreen(explanation)
    }
    performsBeside = { action, _ in client.perform(action) }
    let upkeep = StoreUpkeep(client.store, inbox, losses: losses)
    self.upkeep = { upkeep.run() }
    hasLeft = { if upkeep.takesLong { isSlow() } }
    finish = { upkeep.finish() }
    alert = { _ in client.alert(losses: upkeep.losses, showingPlace: showsDamage) }
    reload = { [inbox] in
      client.reload {
        // Missing records may return or be accepted without any change of the shown content.
        if upkeep.losses != nil { inbox.refresh() }
        return []
      }
    }
    startWatch = { [inbox, store = client.store] in
      do throws(StoreError) {
        return try store.startWatching()
      } catch {
        inbox.say(Message("changes by other programs appear late: \(error)", tone: .warning))
        return nil
      }
    }
  }
}

/// The pages that every app over records has, besides its record pages.
private struct RecordPages {
  let client: StoreClient
  let launcher: RecordLauncher
  private let favorites: [DefaultFavorite]
  private let opened: OpenedMap

  /// The map, which is made after the launcher that asks it.
  private final class OpenedMap {
    var map: URLMap<any Screen>?
  }

  init(_ client: StoreClient, favorites: [DefaultFavorite]) {
    let opened = OpenedMap()
    self.client = client
    self.favorites = favorites
    self.opened = opened
    launcher = RecordLauncher(
      client: client, place: client.store.path, defaults: favorites,
      isOwnScreen: { opened.map?.canOpen($0) == true },
      find: { client.mount.outward(FindListSource.url).setting("q", to: $0) })
  }

  /// Returns the URL of a page.
  private func url(_ word: String) -> ScreenURL { client.mount.outward(ScreenURL([word])) }

  func map(with own: [MapItem<any Screen>]) throws(NavigationError) -> URLMap<any Screen> {
    let (client, launcher, scheme) = (client, launcher, url("~launcher").scheme)
    let map = try URLMap<any Screen>(
      home: url("~launcher"),
      converters: RecordRoutes.converters(of: { client.snapshot }, at: client.clock)
    ) {
      pages(launcher, scheme).filter { page in !own.contains { $0.path == page.path } }
      RecordRoutes.items(scheme: scheme, place: client.screen(at:))
      own
      Route("*") { (missed: UnmatchedURL) in ExplainScreen(Explanation(missed, in: client)) }
    }
    let problems = favorites.compactMap(\.problem)
    guard problems.isEmpty else { throw .registration(problems) }
    opened.map = map
    return map
  }

  /// The routes of the pages; a route of the app with the same pattern takes the place of one.
  private func pages(_ launcher: RecordLauncher, _ scheme: String) -> [MapItem<any Screen>] {
    let client = client
    return [
      .route(
        Route("\(scheme)://~launcher", .shared) { (_: ScreenURL) in LauncherScreen(launcher) }
          .listed("Launcher")),
      .route(
        Route("\(scheme)://~find") { (url: ScreenURL) in client.search(at: url) }.listed("Find")),
      .route(
        Route("\(scheme)://~recents", .shared) { (url: ScreenURL) in ListScreen.recents(at: url) }
          .listed("Recents")),
      .route(
        Route("\(scheme)://~messages", .shared) { (url: ScreenURL) in
          ListScreen.messages(at: url)
        }
        .listed("Messages")),
    ]
  }

  func perform(_ action: ActionName, at place: ActionPlace) -> [Effect]? {
    switch action {
    case .recents: [.open(url("~recents"))]
    case .messages: [.open(url("~messages"))]
    case .findEverywhere:
      // If the search is already open, the action asks for other words.
      place.url.segments == ["~find"] ? [.perform(.filter)] : [.open(url("~find"))]
    case .duplicate: client.record(at: place).map { client.duplicate($0) }
    default: client.perform(action)
    }
  }

  func offers(_ action: ActionName, at place: ActionPlace) -> Bool? {
    switch action {
    case .recents, .messages, .findEverywhere: true
    case .duplicate: !client.isReadOnly && client.record(at: place) != nil
    default: nil
    }
  }
}

extension StoreClient {
  /// Returns the shown record, or the record under the cursor; `nil` without one.
  ///
  /// For an action of the app, which gets the place in `Application.perform`.
  public func record(at place: ActionPlace) -> ObjectID? {
    for url in [place.url, place.selection].compactMap(\.self) {
      if case .record(let id)? = try? address(url) { return id }
    }
    return nil
  }

  /// Returns the marked records of the shown list in order, else the shown record or the one under
  /// the cursor.
  ///
  /// In a list of the app's own, marked rows count if their ids are those of records
  /// (``CairnStore/ObjectID/rowID``), as in a list over a provider.
  public func records(at place: ActionPlace) -> [ObjectID] {
    guard !place.marks.isEmpty else { return record(at: place).map { [$0] } ?? [] }
    if case .list(let entity, _)? = try? address(place.url) {
      return place.marks.compactMap { RecordKey($0) }.sorted()
        .map { ObjectID(entity: entity, key: $0) }
    }
    return place.marks.compactMap(ObjectID.init(rowID:))
      .sorted { ($0.entity, $0.key) < ($1.entity, $1.key) }
  }
}

extension ObjectID {
  /// The record's row id in a list over several collections, such as `Recipe/p3`.
  public var rowID: String { "\(entity)/\(key)" }

  /// Reads the id of a row; `nil` if it is no record's.
  public init?(rowID: String) {
    let parts = rowID.split(separator: "/")
    guard parts.count == 2, let key = RecordKey(String(parts[1])) else { return nil }
    self.init(entity: String(parts[0]), key: key)
  }
}

extension StoreClient {
  /// Performs `undo` or `redo`; `nil` for other actions.
  fileprivate func perform(_ action: ActionName) -> [Effect]? {
    switch action {
    case .undo: undo()
    case .redo: redo()
    default: nil
    }
  }

  /// The title of the screen at a URL of the app, which may never have been made.
  package func title(of url: ScreenURL) -> String? {
    mount.inward(url).flatMap { snapshot.title(of: $0, at: clock()) } ?? url.pageTitle
  }

  /// Returns a URL of the app after a change of the place in the store that it leads to.
  fileprivate func translating(
    _ url: ScreenURL, by change: (ScreenURL) -> ScreenURL
  ) -> ScreenURL {
    mount.inward(url).map { mount.outward(change($0)) } ?? url
  }

  /// Returns the search of all records; without words, it asks for them first.
  package func search(at url: ScreenURL) -> any Screen {
    let source = FindListSource(url, client: self)
    return ListScreen(source, isAsking: source.query.filter.isEmpty)
  }

  /// Returns the screen of a place in the client's store, by a URL of the app.
  ///
  /// - Throws: `AddressProblem` if the URL leads to nothing; `ReadOnlyStore` for a form of a store
  ///   that can't be changed; `FilterError`.
  public func screen(at url: ScreenURL) throws -> any Screen {
    switch try address(url) {
    case .list(let entity, let origin):
      return ListScreen(try list(at: url, of: entity, origin: origin))
    case .record(let id): return DetailScreen(try RecordDetailSource(id, client: self))
    // A saved draft waits until it can be saved.
    case .new where isReadOnly, .edit where isReadOnly:
      throw ReadOnlyStore(description: "nothing can be edited here: \(obstacle ?? "")")
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

/// Why a form can't be opened: the store can't be changed.
public struct ReadOnlyStore: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, as a sentence without a full stop.
  public let description: String
}

extension ScreenURL {
  /// The title of a page of the app that does not exist yet, from the first word of its URL; `nil`
  /// for places in the store.
  package var pageTitle: String? {
    guard let first = segments.first else { return "Launcher" }
    // In the URL of a record's history, the last word names the screen.
    guard let word = first.hasPrefix("~") ? first : segments.last, word.hasPrefix("~") else {
      return nil
    }
    return word.dropFirst().prefix(1).uppercased() + word.dropFirst(2)
  }
}
