internal import CairnNavigation
internal import CairnStore

/// The list that a record was opened from, for its neighbors: after a cold start, the collection.
///
/// For a search over all collections, the list holds only results from the record's own collection.
struct SourceList: Sendable {
  private let url: ScreenURL?
  /// Whether this is the list at `url`, not the whole collection as a fallback.
  private let isGiven: Bool
  private var results: FetchedResults
  /// The search results, whose order differs from the collection's.
  private var found: FoundRows?

  /// Reads the list at `url`, or the whole collection if the record isn't in that list.
  init?(_ url: ScreenURL?, of id: ObjectID, in snapshot: Snapshot, at clock: WallClock) {
    guard let entity = snapshot.model[id.entity] else { return nil }
    let given = url.flatMap { Self.fetch($0, of: id, in: snapshot, at: clock) }
    guard
      let results = given ?? Self.fetch(snapshot.url(of: entity), of: id, in: snapshot, at: clock)
    else { return nil }
    self.url = url
    self.results = results
    isGiven = given != nil
    orderFound()
  }

  private mutating func orderFound() {
    let words = isGiven ? url.flatMap(FindListSource.words) : nil
    found = words.map { FoundRows(results.result, words: $0) }
  }

  /// Whether the list at `url`, or the whole collection, can be read within the time of one
  /// drawing.
  static func isShort(
    _ url: ScreenURL?, of id: ObjectID, in snapshot: Snapshot, at clock: WallClock
  ) -> Bool {
    guard let entity = snapshot.model[id.entity],
      let request = url.flatMap({ request($0, of: id, in: snapshot, at: clock) })
        ?? request(snapshot.url(of: entity), of: id, in: snapshot, at: clock),
      let count = try? snapshot.preparation(for: request, at: clock)
    else { return true }
    guard count <= RecordFetch.shortCount else { return false }
    return (try? snapshot.countToTest(for: request)) ?? 0 <= RecordFetch.shortTestCount
  }

  var title: String {
    let (snapshot, request) = (results.snapshot, results.request)
    if found != nil { return "Find" }
    return snapshot.model[request.entity].map {
      snapshot.title(ofList: $0, origin: request.origin)
    } ?? request.entity
  }

  var count: Int { results.result.count }

  /// Takes in newly saved changes, without fetching again if possible.
  ///
  /// - Returns: whether this list is still valid; if not, a new one must be read.
  mutating func follow(
    _ id: ObjectID, from url: ScreenURL?, to snapshot: Snapshot, at clock: WallClock
  ) -> Bool {
    guard self.url == url else { return false }
    if snapshot === results.snapshot { return true }
    // A new model may mean another order, and the record may have returned to the list.
    guard snapshot.model == results.snapshot.model, isGiven || url == nil else { return false }
    do throws(FilterError) {
      _ = try results.update(to: snapshot, at: clock)
    } catch {
      return false
    }
    orderFound()
    return index(of: id) != nil
  }

  func index(of id: ObjectID) -> Int? {
    found.map { $0.place(of: id.key) } ?? results.result.index(of: id.key)
  }

  func id(at index: Int) -> ObjectID? {
    if let found { return found.id(at: index) }
    return results.result.indices.contains(index) ? results.result.id(at: index) : nil
  }

  /// The list at a URL; `nil` if the URL is invalid or the record isn't in the list.
  private static func fetch(
    _ url: ScreenURL, of id: ObjectID, in snapshot: Snapshot, at clock: WallClock
  ) -> FetchedResults? {
    guard let request = request(url, of: id, in: snapshot, at: clock),
      let results = try? FetchedResults(request, in: snapshot, at: clock),
      results.result.index(of: id.key) != nil
    else { return nil }
    return results
  }

  /// The request for the list at a URL; `nil` if the list is of another collection.
  private static func request(
    _ url: ScreenURL, of id: ObjectID, in snapshot: Snapshot, at clock: WallClock
  ) -> FetchRequest? {
    if let words = FindListSource.words(at: url) {
      return words.isEmpty ? nil : FetchRequest(entity: id.entity, predicate: .words(words))
    }
    guard case .list(id.entity, let origin)? = try? StoreAddress(url, in: snapshot, at: clock),
      let entity = snapshot.model[id.entity]
    else { return nil }
    return try? RecordQuery(url, for: entity, in: snapshot.model, origin: origin).request
  }
}
