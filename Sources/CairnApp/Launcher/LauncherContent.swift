internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// What the launcher shows of a store: favorites with live counts, and all collections.
///
/// Counts are taken when something was saved since, not at each drawing.
final class LauncherContent: LauncherSource {
  private let desk: RecordDesk
  private let place: String
  private var shown: Content

  /// What is shown of one snapshot, and what of it could not be read.
  private struct Content {
    let snapshot: Snapshot
    var favorites: [Favorite] = []
    var collections: [LauncherCollection] = []
    var problem: String?
  }

  /// Makes the content over a desk.
  ///
  /// - Parameters:
  ///   - desk: the store.
  ///   - place: the store's folder, as a person reads it.
  init(desk: RecordDesk, place: String) {
    self.desk = desk
    self.place = place
    shown = Self.content(of: desk)
  }

  var favorites: [Favorite] {
    update()
    return shown.favorites
  }

  var collections: [LauncherCollection] {
    update()
    return shown.collections
  }

  var summary: String {
    let records = collections.reduce(0) { $0 + $1.count }
    let kept = Count.text(shown.favorites.count, "favorite")
    let all = Count.text(records, "record")
    let notes = [desk.isReadOnly ? "read-only" : nil, shown.problem].compactMap(\.self)
    return ([kept, all, place] + notes).joined(separator: " · ")
  }

  private func update() {
    if shown.snapshot !== desk.snapshot { shown = Self.content(of: desk) }
  }

  private static func content(of desk: RecordDesk) -> Content {
    var content = Content(snapshot: desk.snapshot)
    let snapshot = content.snapshot
    do throws(StoreError) {
      let clock = desk.clock()
      content.favorites = try snapshot.favorites().map { Favorite($0, in: snapshot, at: clock) }
    } catch {
      content.problem = error.description
    }
    // A collection that can't be read stays in sight, and its list says why.
    content.collections = snapshot.model.entities.map { entity in
      LauncherCollection(
        entity.plural.prefix(1).uppercased() + entity.plural.dropFirst(),
        url: snapshot.url(of: entity), count: snapshot.table(entity.name)?.count ?? 0)
    }
    return content
  }
}

// MARK: - Changing

extension LauncherContent {
  func addFavorite(_ favorite: Favorite) -> [Effect] {
    save(
      .add(
        url: canonical(favorite.url), title: favorite.title, letter: favorite.letter, name: nil,
        section: favorite.section))
  }

  func updateFavorite(_ favorite: Favorite) -> [Effect] {
    guard let key = RecordKey(favorite.id) else { return [] }
    return save(
      .update(
        key, title: favorite.title, letter: favorite.letter, section: favorite.section))
  }

  func moveFavorite(_ id: String, by offset: Int) -> [Effect] {
    guard let key = RecordKey(id), let index = favorites.firstIndex(where: { $0.id == id }) else {
      return []
    }
    return save(.move(key, to: index + offset))
  }

  func removeFavorite(_ id: String) -> [Effect] {
    RecordKey(id).map { save(.remove($0)) } ?? []
  }

  /// A favorite holds the record's key, so that it outlives the record's name.
  private func canonical(_ text: String) -> String {
    guard let url = try? ScreenURL(parsing: text) else { return text }
    return desk.snapshot.canonical(url, at: desk.clock()).text
  }

  private func save(_ change: FavoriteChange) -> [Effect] {
    desk.change { (store) throws(StoreError) in
      try store.commit(title: change.title) { (draft) throws(StoreError) in
        try change.apply(to: &draft)
      }
    } completion: { outcome in
      guard case .failure(let error) = outcome else { return [] }
      return [.say(Message("\(error)", tone: .bad))]
    }
  }
}

extension Favorite {
  /// A kept favorite with what its target says now.
  init(_ kept: KeptFavorite, in snapshot: Snapshot, at clock: WallClock) {
    self.init(
      id: "\(kept.key)", url: kept.url, title: kept.title, letter: kept.letter,
      section: kept.section)
    guard let url = try? ScreenURL(parsing: kept.url) else {
      isGone = true
      return
    }
    do throws(AddressProblem) {
      let address = try StoreAddress(url, in: snapshot, at: clock)
      if case .list(let entity, let origin) = address {
        badge = Self.count(url, entity, origin, snapshot, clock)
      }
    } catch {
      // The app's own screens are no places of the store, and always there.
      isGone = url.segments.first?.hasPrefix("~") == false
    }
  }

  private static func count(
    _ url: ScreenURL, _ entity: String, _ origin: FetchRequest.Origin?, _ snapshot: Snapshot,
    _ clock: WallClock
  ) -> String? {
    guard let definition = snapshot.model[entity],
      let query = try? CairnStore.ListQuery(
        url.query.map { ($0.name, $0.value ?? "") }, for: definition, in: snapshot.model,
        origin: origin),
      let result = try? snapshot.fetch(query.request, at: clock)
    else { return "?" }
    return Count.text(result.totalCount)
  }
}
