public import CairnNavigation
public import CairnScreens
internal import CairnStore

/// The launcher's content for a store: favorites with live counts, and all collections.
///
/// Favorites are records of the store. So they travel with it, and each change is saved at once and
/// can be undone. An app may declare favorites of its own:
///
///     let launcher = RecordLauncher(client: client, place: "~/kitchen", defaults: [
///       DefaultFavorite("kitchen://recipes?where=minutes<=20", "Quick", section: "Tonight"),
///     ])
///
/// Favorites are read once for each snapshot. Counting reads whole collections, so it happens only
/// when the launcher asks, and no other screen waits for it. Long counts run on another thread
/// while the launcher shows the previous ones.
public final class RecordLauncher: LauncherSource {
  private let client: StoreClient
  private let place: String
  private let defaults: [DefaultFavorite]
  /// The text shown if there are no collections: the key that creates one.
  public let emptyHint: KeyWords
  private let isOwnScreen: (ScreenURL) -> Bool
  private let state: (ScreenURL) -> String?
  private let find: (String) -> ScreenURL?
  private var kept: Kept?
  private var counted: Counted?
  private let counting = SingleFlight()

  /// The favorites of one snapshot, and the reason if they could not be read.
  private struct Kept {
    let snapshot: Snapshot
    var favorites: [KeptFavorite] = []
    var urls: Set<String> = []
    var problem: String?
  }

  /// The launcher's content for one snapshot.
  fileprivate struct Counted: Sendable {
    let snapshot: Snapshot
    var favorites: [Favorite]
    var collections: [LauncherCollection]
  }

  /// Creates the launcher's content for a client.
  ///
  /// - Parameters:
  ///   - client: the store.
  ///   - place: the store's folder, as shown to a person.
  ///   - defaults: the app's own favorites, until a person changes or removes them.
  ///   - emptyHint: the text shown if there are no collections.
  ///   - isOwnScreen: whether a URL outside the store is a screen of the app; by default one whose
  ///     first word begins with `~`.
  ///   - state: the words beside the title of a favorite that leads to such a screen.
  ///   - find: the screen that searches all records for a text, if the app has one.
  public init(
    client: StoreClient, place: String, defaults: [DefaultFavorite] = [], emptyHint: KeyWords = "",
    isOwnScreen: @escaping (ScreenURL) -> Bool = { $0.segments.first?.hasPrefix("~") == true },
    state: @escaping (ScreenURL) -> String? = { _ in nil },
    find: @escaping (String) -> ScreenURL? = { _ in nil }
  ) {
    self.client = client
    self.place = place
    self.defaults = defaults
    self.emptyHint = emptyHint
    self.isOwnScreen = isOwnScreen
    self.state = state
    self.find = find
  }

  /// The app's and the person's favorites, with the state of their targets.
  public var favorites: [Favorite] {
    newestCounted().favorites.map { favorite in
      guard favorite.kind == .screen, let url = try? ScreenURL(parsing: favorite.url) else {
        return favorite
      }
      var favorite = favorite
      favorite.badge = state(url)
      return favorite
    }
  }

  /// Whether favorites can't be changed.
  public var isReadOnly: Bool { client.isReadOnly }

  /// All collections of the model.
  public var collections: [LauncherCollection] { newestCounted().collections }

  /// Whether the view at `url` is a favorite; reads only the favorites.
  public func isKept(_ url: String) -> Bool {
    newestKept().urls.contains(client.snapshot.model.renamed(client.stored(url)))
  }

  /// The number of favorites; reads only the favorites.
  public var favoriteCount: Int { newestKept().favorites.count }

  /// The app's screen that searches all records for a text.
  public func findURL(of text: String) -> ScreenURL? { find(text) }

  /// The numbers of favorites and records, and the store's folder.
  public var summary: String {
    let counts = collections.map(\.count)
    let records = counts.contains(nil) ? nil : counts.reduce(0) { $0 + ($1 ?? 0) }
    let kept = newestKept()
    let parts = [
      Count.text(kept.favorites.count, "favorite"), records.map { Count.text($0, "record") }, place,
      client.isReadOnly ? "read-only" : nil, kept.problem,
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  /// Updates the counts after new saves, on another thread if that takes long.
  public func refresh() -> [Effect] {
    let kept = newestKept()
    guard counted?.snapshot !== kept.snapshot, !isSoonCounted(kept) else { return [] }
    let clock = client.clock()
    return counting.start {
      [snapshot = kept.snapshot, favorites = kept.favorites, mount = client.mount] in
      Counted(favorites, in: snapshot, at: clock, mount)
    } completion: { [weak self] counted in
      self?.take(counted)
      return [.refresh]
    }
  }

  private func newestKept() -> Kept {
    if let kept, kept.snapshot === client.snapshot { return kept }
    var newest = Kept(snapshot: client.snapshot)
    do throws(StoreError) {
      newest.favorites = try newest.snapshot.favorites(beside: canonicalDefaults)
      newest.urls = Set(newest.favorites.map(\.presentURL))
    } catch {
      newest.problem = error.description(in: newest.snapshot.model)
    }
    kept = newest
    return newest
  }

  private func newestCounted() -> Counted {
    let kept = newestKept()
    if let counted, counted.snapshot === kept.snapshot { return counted }
    if isSoonCounted(kept) {
      return take(
        Counted(kept.favorites, in: kept.snapshot, at: client.clock(), client.mount))
    }
    return Counted(kept.favorites, in: kept.snapshot, withCountsOf: counted, client.mount)
  }

  @discardableResult
  private func take(_ newest: Counted) -> Counted {
    var newest = newest
    for index in newest.favorites.indices where newest.favorites[index].isGone {
      guard let url = try? ScreenURL(parsing: newest.favorites[index].url) else { continue }
      guard isOwnScreen(url) else { continue }
      (newest.favorites[index].isGone, newest.favorites[index].kind) = (false, .screen)
    }
    counted = newest
    return newest
  }

  /// Whether everything can be counted within the time of one drawing.
  private func isSoonCounted(_ kept: Kept) -> Bool {
    let snapshot = kept.snapshot
    let names = snapshot.model.entities.map(\.name)
    let unread = names.reduce(0) { $0 + ((try? snapshot.unreadCount(of: $1)) ?? 0) }
    guard unread <= RecordFetch.shortCount else { return false }
    // Each favorite may test every record of a collection.
    let largest = names.map { snapshot.table($0)?.count ?? 0 }.max() ?? 0
    return largest * kept.favorites.count <= Self.soonTested
  }

  /// Testing this many records takes about 10 ms.
  private static let soonTested = 500_000
}

extension RecordLauncher.Counted {
  /// Counts the favorites and collections in `snapshot`.
  init(
    _ favorites: [KeptFavorite], in snapshot: Snapshot, at clock: WallClock, _ mount: Mount
  ) {
    self.init(
      snapshot: snapshot,
      favorites: favorites.map { Favorite($0, in: snapshot, at: clock).seen(through: mount) },
      // A collection that can't be read stays visible, and its list shows the reason.
      collections: Self.collections(of: snapshot, mount) {
        (try? snapshot.count(of: $0.name)) ?? 0
      })
  }

  /// The favorites and collections of `snapshot`, with earlier counts.
  init(
    _ favorites: [KeptFavorite], in snapshot: Snapshot, withCountsOf before: Self?, _ mount: Mount
  ) {
    let known = Dictionary(
      (before?.favorites ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let counts = Dictionary(
      (before?.collections ?? []).map { ($0.url, $0.count) },
      uniquingKeysWith: { first, _ in first })
    self.init(
      snapshot: snapshot,
      favorites: favorites.map { kept in
        var favorite = Favorite(kept)
        favorite.kind = known[kept.url]?.kind
        favorite.badge = known[kept.url]?.badge
        favorite.isGone = known[kept.url]?.isGone ?? false
        return favorite.seen(through: mount)
      },
      collections: Self.collections(of: snapshot, mount) {
        counts[mount.outward(snapshot.url(of: $0))] ?? nil
      })
  }

  private static func collections(
    of snapshot: Snapshot, _ mount: Mount, count: (Entity) -> Int?
  ) -> [LauncherCollection] {
    snapshot.model.entities.map { entity in
      LauncherCollection(
        snapshot.title(ofList: entity, origin: nil), url: mount.outward(snapshot.url(of: entity)),
        count: count(entity),
        owner: snapshot.model.ownerLinks(of: entity).lazy
          .compactMap { snapshot.model[$0.destination] }.first { $0.name != entity.name }
          .map { mount.outward(snapshot.url(of: $0)) })
    }
  }
}

// MARK: - Changing

extension RecordLauncher {
  /// Adds a view to the favorites.
  ///
  /// Its URL holds record keys, so renaming a record doesn't break it.
  public func addFavorite(_ favorite: Favorite) -> [Effect] {
    save(
      .add([
        NewFavorite(
          url: canonical(favorite.url), title: favorite.title, letter: favorite.letter,
          section: favorite.section, glyph: favorite.glyph)
      ]))
  }

  /// Changes the title, letter or section of a favorite.
  public func updateFavorite(_ favorite: Favorite) -> [Effect] {
    save(
      .update(
        url: client.stored(favorite.url), title: favorite.title, letter: favorite.letter,
        section: favorite.section, glyph: favorite.glyph))
  }

  /// Moves a favorite within its section.
  public func moveFavorite(_ id: String, by offset: Int) -> [Effect] {
    guard let index = newestKept().favorites.firstIndex(where: { $0.url == id }) else { return [] }
    return save(.move(url: id, to: index + offset))
  }

  /// Removes a favorite; a removed default returns only by undo.
  public func removeFavorite(_ id: String) -> [Effect] { save(.remove(url: id)) }

  private func canonical(_ text: String) -> String {
    guard let url = try? ScreenURL(parsing: client.stored(text)) else { return text }
    return canonical(url).text
  }

  private func canonical(_ url: ScreenURL) -> ScreenURL {
    client.snapshot.canonical(client.mount.inward(url) ?? url, at: client.clock())
  }

  private var canonicalDefaults: [DefaultFavorite] {
    defaults.map { $0.leading(to: canonical($0.url)) }
  }

  private func save(_ change: FavoriteChange) -> [Effect] {
    let defaults = canonicalDefaults
    return client.change { (store) throws(StoreError) in
      try store.commit(title: change.title) { (draft) throws(StoreError) in
        try change.apply(to: &draft, beside: defaults)
      }
    } completion: { outcome in
      guard case .failure(let error) = outcome else { return [] }
      return [.say(Message("\(error)", tone: .bad))]
    }
  }
}

extension StoreClient {
  /// Returns the text that the store keeps for a URL of the app, the same in every app.
  fileprivate func stored(_ text: String) -> String {
    (try? ScreenURL(parsing: text)).flatMap(mount.inward)?.text ?? text
  }
}

extension Favorite {
  /// The favorite with the app's URL of a place in the store.
  fileprivate func seen(through mount: Mount) -> Favorite {
    var favorite = self
    if let inner = try? ScreenURL(parsing: url) { favorite.url = mount.outward(inner).text }
    return favorite
  }

  /// Creates the launcher's favorite from a stored one, without the state of its target.
  init(_ kept: KeptFavorite) {
    self.init(
      id: kept.url, url: kept.presentURL, title: kept.title, letter: kept.letter,
      name: kept.name, section: kept.section, glyph: kept.glyph)
  }

  /// Creates the launcher's favorite from a stored one, with the current state of its target.
  init(_ kept: KeptFavorite, in snapshot: Snapshot, at clock: WallClock) {
    self.init(kept)
    guard let url = try? ScreenURL(parsing: kept.url) else {
      isGone = true
      return
    }
    do throws(AddressProblem) {
      let address = try StoreAddress(url, in: snapshot, at: clock)
      switch address {
      case .list(let entity, let origin):
        kind = .list
        count(url, entity, origin, snapshot, clock)
      case .record(let id), .edit(let id):
        (kind, badge) = (.record, snapshot.remark(on: id, at: clock))
      case .new, .merge: kind = .form
      }
    } catch {
      isGone = true
    }
  }

  /// Counts the records of a list, and notes anything in its URL that the model lacks.
  private mutating func count(
    _ url: ScreenURL, _ entity: String, _ origin: FetchRequest.Origin?, _ snapshot: Snapshot,
    _ clock: WallClock
  ) {
    badge = "?"
    guard let definition = snapshot.model[entity] else { return }
    do throws(FilterError) {
      let query = try RecordQuery(
        url, for: definition, in: snapshot.model, origin: origin)
      warning = query.allWarnings.first
      // Sorting by a missing field breaks the list, but not the count.
      try snapshot.checkArrangement(query, of: entity, at: clock)
      let count = try snapshot.count(query.request, at: clock)
      let total = Self.total(url, query, of: definition, in: snapshot, at: clock)
      badge = total ?? Count.text(count)
    } catch {
      warning = FilterProblem(error, in: url.value("where") ?? "").text
    }
  }
}

extension Favorite {
  /// The total of the first column of a list whose URL asks for totals; `nil` without one.
  private static func total(
    _ url: ScreenURL, _ query: RecordQuery, of entity: Entity, in snapshot: Snapshot,
    at clock: WallClock
  ) -> String? {
    guard let totals = url.value("totals").flatMap(SectionTotals.init(rawValue:)),
      let columns = try? RecordColumns(query, of: entity, in: snapshot, at: clock, measuring: []),
      let total = columns.totals(totals.function).first(where: {
        $0.aggregate.function == totals.function
      })
    else { return nil }
    var request = query.request
    (request.sorts, request.group, request.isAgenda) = ([], nil, false)
    let value = try? snapshot.fetch(request, at: clock).total(total.aggregate)
    return value.flatMap(\.self).map { value in
      let function = total.aggregate.function
      let unit = columns.unit(total.index)
      let text = Count.grouped(TotalsLookup.text(of: value, function, unit, at: clock))
      // The word tells that this is no number of records.
      return unit == nil ? "\(text) \(columns.shapes[total.index].title.lowercased())" : text
    }
  }
}

extension Snapshot {
  /// A record's state in a few words, to show beside its title: its first choice among the listed
  /// fields, else the first of these fields with a value.
  fileprivate func remark(on id: ObjectID, at clock: WallClock) -> String? {
    guard let row = row(id), let entity = model[id.entity] else { return nil }
    // Long texts and links to many records don't fit into a word or two.
    let fields = entity.listedFields.filter { name in
      name != entity.titleAttribute?.name && entity.attribute(name)?.type != .text
        && entity.relationship(name)?.isToMany != true
    }
    let states = fields.filter { entity.attribute($0)?.choices.isEmpty == false }
    return (states + fields).lazy.compactMap { name -> String? in
      guard let path = try? FieldPath.parse(name),
        let display = try? FieldDisplay(path, of: entity, in: self, at: clock)
      else { return nil }
      let text = display.text(of: row).prefix { !$0.isNewline }.prefix(60)
      return text.isEmpty ? nil : String(text)
    }.first
  }
}
