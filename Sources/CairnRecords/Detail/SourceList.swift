internal import CairnNavigation
internal import CairnStore

/// The list that a record was opened from, for its neighbors: after a cold start, the collection.
struct SourceList {
  private let url: ScreenURL?
  private let result: FetchResult

  /// What the list is called.
  let title: String

  /// Reads the list at `url`; where it isn't one of the record's collection, the whole collection.
  init?(_ url: ScreenURL?, of id: ObjectID, in snapshot: Snapshot, at clock: WallClock) {
    guard let entity = snapshot.model[id.entity] else { return nil }
    let given = url.flatMap { Self.fetch($0, of: id, in: snapshot, at: clock) }
    guard
      let result = given ?? Self.fetch(snapshot.url(of: entity), of: id, in: snapshot, at: clock)
    else { return nil }
    self.url = url
    self.result = result
    let origin = result.request.origin
    title =
      origin.map { "\($0.relationship) of \(snapshot.title(of: $0.id))" }
      ?? entity.plural.capitalizingFirst
  }

  var count: Int { result.count }

  /// Whether the list is still that of `url` with nothing changed since.
  func isCurrent(for url: ScreenURL?, in snapshot: Snapshot) -> Bool {
    self.url == url && result.snapshot === snapshot
  }

  func index(of id: ObjectID) -> Int? { result.index(of: id.key) }

  func id(at index: Int) -> ObjectID? {
    result.indices.contains(index) ? result.id(at: index) : nil
  }

  /// The list at a URL; `nil`, whatever is wrong with the URL, where the record isn't found in it.
  private static func fetch(
    _ url: ScreenURL, of id: ObjectID, in snapshot: Snapshot, at clock: WallClock
  ) -> FetchResult? {
    guard case .list(id.entity, let origin)? = try? StoreAddress(url, in: snapshot, at: clock),
      let entity = snapshot.model[id.entity],
      let query = try? ListQuery(
        url.query.map { ($0.name, $0.value ?? "") }, for: entity, in: snapshot.model,
        origin: origin),
      let result = try? snapshot.fetch(query.request, at: clock),
      result.index(of: id.key) != nil
    else { return nil }
    return result
  }
}
