internal import CairnNavigation
public import CairnScreens
internal import CairnStore
internal import Synchronization

/// The collections of a store and all their records, for the palette.
public final class RecordPlaces: PlaceSource {
  private let client: StoreClient
  private let index = TitleIndex()
  private let pages: () -> [Place]
  private let complete: (String) -> [Completion]

  /// Creates the source over a client.
  ///
  /// - Parameters:
  ///   - client: the store.
  ///   - pages: the app's own screens, as of now.
  ///   - complete: completions of a URL.
  public init(
    client: StoreClient, pages: @escaping () -> [Place] = { [] },
    complete: @escaping (String) -> [Completion] = { _ in [] }
  ) {
    self.client = client
    self.pages = pages
    self.complete = complete
  }

  /// All collections, and the app's own screens.
  public var places: [Place] {
    let snapshot = client.snapshot
    return snapshot.model.entities.map {
      Place(
        snapshot.title(ofList: $0, origin: nil), kind: "collection", url: client.url(of: $0),
        weight: 10)
    } + pages()
  }

  /// Folds text without capitals and accents.
  public var fold: @Sendable (String) -> String { SearchFold.fold }

  /// Searches the titles of all records; unreadable records are skipped.
  public func search(_ pattern: FuzzyPattern, limit: Int) -> @Sendable () -> [Place] {
    { [snapshot = client.snapshot, index, clock = client.clock(), mount = client.mount] in
      let owned = snapshot.model.ownedEntities
      var scorer = FuzzyScorer(pattern)
      var best = BestMatches<Row>(limit: limit)
      for (entity, chunks) in index.titles(in: snapshot) {
        let kind = Array(SearchFold.fold(entity.caption).utf8)
        let weight = Self.weight(isOwned: owned.contains(entity.name))
        for titles in chunks {
          let bytes = titles.bytes.span
          var start = 0
          for (row, end) in titles.ends.enumerated() {
            let title = bytes.extracting(start..<end)
            start = end
            guard let score = scorer.score(title, foldedKind: kind) else { continue }
            best.add(Row(chunk: titles.chunk, index: row), (score + weight, -title.count))
          }
        }
      }
      var owners: [String: OwnerTitles] = [:]
      return best.elements.map { row in
        let entity = snapshot.model[row.id.entity] ?? row.chunk.entity
        let titles =
          owners[entity.name] ?? OwnerTitles(of: entity, in: snapshot, at: clock)
        owners[entity.name] = titles
        let owner = titles.title(of: row)
        return Place(
          row.title, kind: owner.isEmpty ? entity.caption : "\(entity.caption) · \(owner)",
          url: mount.outward(snapshot.url(of: row.id)),
          weight: Self.weight(isOwned: owned.contains(entity.name)))
      }
    }
  }

  /// The weight of a record in the palette.
  ///
  /// People rarely search for a recipe's line by its name. So a recipe that has the letters inside
  /// a word comes before a line with a word that begins with them.
  private static func weight(isOwned: Bool) -> Int { isOwned ? -60 : 0 }

  /// Completions of a URL.
  public func completions(of text: String) -> [Completion] { complete(text) }
}

/// Collects the elements with the highest ranks.
private struct BestMatches<Element> {
  /// The quality of a title's match and, among equals, its brevity.
  typealias Rank = (score: Int, brevity: Int)

  private let limit: Int
  private var kept: [(rank: Rank, element: Element)] = []
  /// The lowest rank that still counts, once enough elements are kept.
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

/// The folded titles of records, cached by chunk while the chunks are unchanged.
///
/// Therefore a search reads contiguous bytes, and a save rebuilds the titles of one chunk only.
final class TitleIndex: Sendable {
  /// The titles of a chunk, concatenated.
  struct Titles: Sendable {
    let chunk: Chunk
    let bytes: [UInt8]
    /// The end of each title.
    let ends: [Int]

    init(_ chunk: Chunk) {
      self.chunk = chunk
      var bytes: [UInt8] = []
      var ends: [Int] = []
      ends.reserveCapacity(chunk.count)
      for index in 0..<chunk.count {
        bytes.append(contentsOf: SearchFold.fold(Row(chunk: chunk, index: index).title).utf8)
        ends.append(bytes.count)
      }
      (self.bytes, self.ends) = (bytes, ends)
    }
  }

  private let known = Mutex<[ObjectIdentifier: Titles]>([:])

  /// The titles of all records of a snapshot; unreadable records are skipped.
  func titles(in snapshot: Snapshot) -> [(entity: Entity, titles: [Titles])] {
    let before = known.withLock { $0 }
    var now: [ObjectIdentifier: Titles] = [:]
    let all = snapshot.model.entities.map { entity in
      let chunks = snapshot.table(entity.name)?.chunks.map(\.self) ?? []
      let titles = chunks.map { chunk in
        let made = before[ObjectIdentifier(chunk)] ?? Titles(chunk)
        now[ObjectIdentifier(chunk)] = made
        return made
      }
      return (entity, titles)
    }
    known.withLock { $0 = now }
    return all
  }
}
