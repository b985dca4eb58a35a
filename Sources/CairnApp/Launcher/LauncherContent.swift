internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// What the launcher shows of a store: favorites with live counts, and all collections.
///
/// What is kept is read once for each snapshot. Counts, for which whole collections are read, are
/// taken only when the launcher asks for them, so that no other screen waits for that.
final class LauncherContent: LauncherSource {
  private let desk: RecordDesk
  private let place: String
  private var kept: Kept?
  private var counted: Counted?

  /// The favorites of one snapshot, and why they could not be read.
  private struct Kept {
    let snapshot: Snapshot
    var favorites: [KeptFavorite] = []
    var urls: Set<String> = []
    var problem: String?
  }

  /// What is shown of one snapshot.
  private struct Counted {
    let snapshot: Snapshot
    let favorites: [Favorite]
    let collections: [LauncherCollection]
  }

  /// Makes the content over a desk.
  ///
  /// - Parameters:
  ///   - desk: the store.
  ///   - place: the store's folder, as a person reads it.
  init(desk: RecordDesk, place: String) {
    self.desk = desk
    self.place = place
  }

  var favorites: [Favorite] { newestCounted().favorites }

  var collections: [LauncherCollection] { newestCounted().collections }

  func isKept(_ url: String) -> Bool { newestKept().urls.contains(url) }

  var summary: String {
    let records = collections.reduce(0) { $0 + $1.count }
    let kept = newestKept()
    let notes = [desk.isReadOnly ? "read-only" : nil, kept.problem].compactMap(\.self)
    let counts = [
      Count.text(kept.favorites.count, "favorite"), Count.text(records, "record"), place,
    ]
    return (counts + notes).joined(separator: " · ")
  }

  private func newestKept() -> Kept {
    if let kept, kept.snapshot === desk.snapshot { return kept }
    var newest = Kept(snapshot: desk.snapshot)
    do throws(StoreError) {
      newest.favorites = try newest.snapshot.favorites()
      newest.urls = Set(newest.favorites.map(\.url))
    } catch {
      newest.problem = error.description
    }
    kept = newest
    return newest
  }

  private func newestCounted() -> Counted {
    let kept = newestKept()
    let snapshot = kept.snapshot
    if let counted, counted.snapshot === snapshot { return counted }
    let clock = desk.clock()
    let newest = Counted(
      snapshot: snapshot,
      favorites: kept.favorites.map { Favorite($0, in: snapshot, at: clock) },
      // A collection that can't be read stays in sight, and its list says why.
      collections: snapshot.model.entities.map { entity in
        LauncherCollection(
          snapshot.title(ofList: entity, origin: nil), url: snapshot.url(of: entity),
          count: snapshot.table(entity.name)?.count ?? 0)
      })
    counted = newest
    return newest
  }
}

// MARK: - Changing

extension LauncherContent {
  func addFavorite(_ favorite: Favorite) -> [Effect] {
    save(
      .add([
        NewFavorite(
          url: canonical(favorite.url), title: favorite.title, letter: favorite.letter,
          section: favorite.section)
      ]))
  }

  func updateFavorite(_ favorite: Favorite) -> [Effect] {
    guard let key = RecordKey(favorite.id) else { return [] }
    return save(
      .update(
        key, title: favorite.title, letter: favorite.letter, section: favorite.section))
  }

  func moveFavorite(_ id: String, by offset: Int) -> [Effect] {
    guard let key = RecordKey(id),
      let index = newestKept().favorites.firstIndex(where: { $0.key == key })
    else { return [] }
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
        url, for: definition, in: snapshot.model, origin: origin),
      let count = try? snapshot.count(query.request, at: clock)
    else { return "?" }
    return Count.text(count)
  }
}
