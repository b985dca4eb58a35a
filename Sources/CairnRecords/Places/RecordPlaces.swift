internal import CairnNavigation
public import CairnScreens
internal import CairnStore

/// The collections of a store and all their records, for the palette.
public final class RecordPlaces: PlaceSource {
  private let desk: RecordDesk
  private let pages: [Place]
  private let complete: (String) -> [(text: String, note: String)]

  /// Makes the source over a desk.
  ///
  /// - Parameters:
  ///   - desk: the store.
  ///   - pages: the app's own screens.
  ///   - complete: how a URL that was begun can go on.
  public init(
    desk: RecordDesk, pages: [Place] = [],
    complete: @escaping (String) -> [(text: String, note: String)] = { _ in [] }
  ) {
    self.desk = desk
    self.pages = pages
    self.complete = complete
  }

  /// All collections, and the app's own screens.
  public var places: [Place] {
    let snapshot = desk.snapshot
    return snapshot.model.entities.map {
      Place(
        snapshot.title(ofList: $0, origin: nil), kind: "collection", url: snapshot.url(of: $0),
        weight: 10)
    } + pages
  }

  /// Without capitals and accents.
  public var fold: @Sendable (String) -> String { SearchFold.fold }

  /// Looks through the titles of all records; what can't be read is passed over.
  public func search(_ pattern: FuzzyPattern, limit: Int) -> @Sendable () -> [Place] {
    { [snapshot = desk.snapshot, clock = desk.clock()] in
      let owned = Set(
        snapshot.model.entities.flatMap(\.relationships).filter { $0.deleteRule == .cascade }
          .map(\.destination))
      var best = BestMatches<Found>(limit: limit)
      for entity in snapshot.model.entities {
        let kind = SearchFold.fold(entity.plural)
        // A line of a recipe is hardly what a person looks for by its name.
        let weight = owned.contains(entity.name) ? -10 : 0
        let request = FetchRequest(entity: entity.name)
        guard var batches = try? snapshot.batches(of: 1024, request, at: clock) else { continue }
        while let rows = try? batches.next() {
          for row in rows {
            let title = row.title
            guard pattern.canMatch(folded: SearchFold.fold(title), foldedKind: kind),
              let match = pattern.match(title, foldedKind: kind)
            else { continue }
            let rank = match.score + weight
            best.add(Found(entity: entity, row: row, weight: weight), (rank, -title.utf8.count))
          }
        }
      }
      return best.elements.map {
        Place(
          $0.row.title, kind: $0.entity.plural, url: snapshot.url(of: $0.row.id),
          weight: $0.weight)
      }
    }
  }

  /// How a URL can go on.
  public func completions(of text: String) -> [(text: String, note: String)] { complete(text) }
}

private struct Found {
  let entity: Entity
  let row: Row
  let weight: Int
}

/// The elements with the highest ranks of many.
private struct BestMatches<Element> {
  /// How well a title matches, and, among equals, how short it is.
  typealias Rank = (score: Int, brevity: Int)

  private let limit: Int
  private var kept: [(rank: Rank, element: Element)] = []
  /// What is no better can't be among them.
  private var least: Rank = (.min, .min)

  init(limit: Int) { self.limit = limit }

  /// The elements, the best first.
  var elements: [Element] {
    kept.sorted { $0.rank > $1.rank }.prefix(limit).map(\.element)
  }

  mutating func add(_ element: Element, _ rank: Rank) {
    guard rank > least else { return }
    kept.append((rank, element))
    guard kept.count >= 4 * limit else { return }
    kept.sort { $0.rank > $1.rank }
    kept.removeLast(kept.count - limit)
    least = kept.last?.rank ?? least
  }
}
