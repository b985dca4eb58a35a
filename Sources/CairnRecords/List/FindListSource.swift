public import CairnInterface
public import CairnNavigation
public import CairnScreens
internal import CairnStore

/// The records of all collections that contain all words of the URL's `q`.
///
/// They are grouped by collection, and records with the words in their titles come first.
///
/// 1. Capitals and accents are ignored, and words match anywhere. Words between quotation marks
///    match together. Filters of lists and `cairn find` follow the same rules.
/// 2. One search at a time runs on another thread; until it ends, the previous results stay.
public final class FindListSource: DescribedRows, AddressedRows, DetailedRows, FilteredRows,
  GroupedRows, LetteredRows, ChangeableRows, ActingRows
{
  private let client: StoreClient
  /// The search words.
  public private(set) var query: ListQuery
  /// The phase: loading until the first search ends.
  public private(set) var phase = ListPhase.ready
  private var found = Found()
  /// The number of results shown so far.
  public private(set) var generation: Int? = 0
  private var cells: [String: [String]] = [:]
  /// The content and words of the last search or of the running one.
  private var attempt: (snapshot: Snapshot, text: String)?
  private let searching = SingleFlight()
  /// The content and words of the shown results.
  private var foundIn: (snapshot: Snapshot, text: String)?

  /// Creates the source of the search at `url`.
  public init(_ url: ScreenURL, client: StoreClient) {
    self.client = client
    query = ListQuery(filter: url.value(Self.parameter) ?? "")
    if !query.filter.isEmpty { phase = .loading }
  }

  private static let parameter = "q"

  /// The URL of the search screen without words.
  public static let url = ScreenURL(["~find"])

  /// The search words of `url`; `nil` if it isn't a search.
  static func words(at url: ScreenURL) -> [String]? {
    guard url.segments == self.url.segments else { return nil }
    return FindWords.split(url.value(parameter) ?? "")
  }

  /// The URL parameter that holds the words.
  public var filterName: String { Self.parameter }
}

// MARK: - Rows

extension FindListSource {
  /// The title of the screen.
  public var title: String { "Find" }

  /// The columns: the title with the owner's title, and the first other field that has one of the
  /// words.
  public var columns: [ListColumn] {
    [
      ListColumn("title", width: 16...48, isSortable: false),
      ListColumn("found in", width: 16...200, isSortable: false),
    ]
  }

  /// The number of records found.
  public var count: Int { found.count }
  /// The number of all records.
  public var total: Int { found.total }

  /// A record and the text that contains the words.
  public func row(at index: Int) -> ListRow {
    let row = found[index]
    let id = row.id.rowID
    let known = cells[id]
    let made = known ?? [found.title(of: row), row.excerpt(with: SoughtWords(words)) ?? ""]
    cells[id] = made
    return ListRow(id: id, cells: made, hasRemarks: row.remarkCount > 0)
  }

  /// The first row of each collection.
  public var sectionStarts: [Int] { found.starts }

  /// The section of a collection.
  public func section(at index: Int) -> ListSection {
    let entity = found.entities[index]
    return ListSection(id: entity.name, title: entity.caption.capitalizingFirst)
  }

  /// The next record whose title begins with a letter.
  ///
  /// The second column is not searched, because its texts are found row by row. Long results are
  /// searched on another thread.
  public func index(
    beginningWith letter: Character, inColumn column: Int, after row: Int
  ) -> Lookup<Int?> {
    let (found, wanted) = (found, SearchFold.fold(String(letter)))
    return found.count > RowOrder.fewRows
      ? .later { found.next(after: row, beginningWith: wanted) }
      : .now(found.next(after: row, beginningWith: wanted))
  }

  /// The place of a record.
  public func index(of id: String) -> Int? { ObjectID(rowID: id).flatMap(found.index) }

  /// The id of the record that `url` leads to.
  public func id(leadingTo url: ScreenURL) -> String? {
    guard case .record(let id)? = try? client.address(url) else { return nil }
    return "\(id.entity)/\(id.key)"
  }

  /// The key that starts a search.
  public var emptyHint: KeyWords {
    "\(key: .filter) searches all collections for words"
  }
  /// The text if no record has the words; for a condition, it recommends a filter.
  public var noMatchHint: KeyWords {
    guard let advice = FindAdvice(words, in: client.snapshot.model) else {
      return "no record contains all these words"
    }
    let list = advice.collection ?? "a collection"
    // No key is named, since keys of lists don't work while words are typed.
    return "the search takes words only; open \(list) and filter by \(advice.condition)"
  }
}

// MARK: - Searching

extension FindListSource {
  /// Searches again if the words changed.
  public func apply(_ query: ListQuery) -> [Effect] {
    self.query = query
    return look()
  }

  /// Searches again if records changed.
  public func refresh() -> [Effect] { look() }

  private var words: [String] { FindWords.split(query.filter) }

  private func look() -> [Effect] {
    let snapshot = client.snapshot
    guard !searching.isUnderWay else { return [] }
    if let attempt, attempt.snapshot === snapshot, attempt.text == query.filter { return [] }
    attempt = (snapshot, query.filter)
    guard !words.isEmpty else {
      foundIn = attempt
      show(Found())
      return []
    }
    let words = words
    let clock = client.clock()
    return searching.start("searching", holdsKeys: true, takesText: true) {
      Found(words, in: snapshot, at: clock)
    } completion: { [weak self] found in
      guard let self else { return [] }
      foundIn = attempt
      show(found)
      // Report collections that could not be searched.
      let problem = found.problem.map { [Effect.say(Message($0, tone: .bad))] } ?? []
      return look() + [.refresh] + problem
    } abandon: { [weak self] in
      self?.abandon() ?? []
    }
  }

  /// Returns to the previous results.
  private func abandon() -> [Effect] {
    attempt = foundIn
    guard let foundIn else {
      phase = .failed("the search was canceled")
      return []
    }
    query.filter = foundIn.text
    return [.setQuery(name: Self.parameter, value: foundIn.text.isEmpty ? nil : foundIn.text)]
  }

  private func show(_ found: Found) {
    (self.found, cells) = (found, [:])
    generation = (generation ?? 0) + 1
    phase = found.count == 0 ? found.problem.map { .failed($0) } ?? .ready : .ready
  }
}

extension FindListSource {
  /// The results of a search.
  private struct Found: Sendable {
    private var results: [FoundRows] = []
    /// The collections of the results.
    private(set) var entities: [Entity] = []
    /// The number of all records.
    private(set) var total = 0
    /// The reason why a collection could not be searched.
    private(set) var problem: String?
    /// The titles of the records' owners, by collection.
    private var owners: [String: OwnerTitles] = [:]

    init() {}

    init(_ words: [String], in snapshot: Snapshot, at clock: WallClock) {
      for entity in snapshot.model.entities {
        do throws(FilterError) {
          let request = FetchRequest(entity: entity.name, predicate: .words(words))
          let result = try snapshot.fetch(request, at: clock)
          if !result.isEmpty {
            results.append(FoundRows(result, words: words))
            entities.append(entity)
            owners[entity.name] = OwnerTitles(of: entity, in: snapshot, at: clock)
          }
          total += snapshot.table(entity.name)?.count ?? 0
        } catch {
          problem = error.description
        }
      }
    }

    /// The titles of a record and of its owner: the line of a recipe means little alone.
    func title(of row: Row) -> String {
      let owner = owners[row.id.entity]?.title(of: row) ?? ""
      return owner.isEmpty ? row.title : "\(row.title) · \(owner)"
    }

    /// The first row of each collection.
    var starts: [Int] {
      var start = 0
      return results.map { result in
        defer { start += result.count }
        return start
      }
    }

    var count: Int { results.reduce(0) { $0 + $1.count } }

    subscript(index: Int) -> Row {
      var rest = index
      for result in results {
        if rest < result.count { return result[rest] }
        rest -= result.count
      }
      preconditionFailure("the list has fewer records")
    }

    func next(after row: Int, beginningWith letter: String) -> Int? {
      RowOrder.next(after: row, of: count) {
        SearchFold.fold(self[$0].title).hasPrefix(letter)
      }
    }

    func index(_ id: ObjectID) -> Int? {
      var before = 0
      for result in results {
        if result.entity == id.entity {
          return result.place(of: id.key).map { before + $0 }
        }
        before += result.count
      }
      return nil
    }
  }
}

// MARK: - Acting

extension FindListSource {
  /// Opens a record.
  public func open(_ id: String) -> [Effect] { url(of: id).map { [.open($0)] } ?? [] }
  /// The kind of targets: every row leads to a record.
  public var targets: RowTargets { .alike }
  /// The record's URL.
  public func url(of id: String) -> ScreenURL? { ObjectID(rowID: id).map(client.url(of:)) }
  /// The changes for one record at a time; empty for a read-only store.
  public var changes: ChangeOptions {
    if client.isReadOnly { return [] }
    let completes = client.snapshot.model.entities.contains { $0.doneField != nil }
    return completes ? [.edit, .field, .delete, .complete] : [.edit, .field, .delete]
  }

  /// The reason why the store can't be changed.
  public var obstacle: String? { client.obstacle }

  /// Opens a record's form.
  public func edit(_ id: String) -> [Effect]? {
    url(of: id).map { [.open($0.appending(StoreAddress.editSegment))] }
  }

  /// Marks records as done, or as open again.
  public func complete(_ ids: [String]) -> [Effect]? {
    FieldEdit(of: ids.compactMap(ObjectID.init(rowID:)), on: client)?.complete()
  }

  /// Asks for a field of a record, and for its value.
  public func changeField(_ column: String?, of ids: [String]) -> [Effect]? {
    let ids = ids.compactMap(ObjectID.init(rowID:))
    let first = ids.first.flatMap { client.snapshot.model[$0.entity]?.listedFields } ?? []
    return FieldEdit(of: ids, on: client)?.ask(for: column, first: first)
  }

  /// Deletes a record; undo restores it.
  public func delete(_ ids: [String]) -> [Effect]? {
    let present = ids.compactMap(ObjectID.init(rowID:)).filter { client.snapshot.row($0) != nil }
    return present.isEmpty ? nil : client.delete(present)
  }

  /// Refuses marks, and names the list for them: actions on marked records need a single
  /// collection.
  public func perform(_ action: ActionName, on id: String) -> [Effect]? {
    switch action {
    case .markRow, .markRange, .markAll, .markOthers:
      let plural = ObjectID(rowID: id).flatMap { client.snapshot.model[$0.entity]?.plural }
      let place = plural.map { "the list of \($0)" } ?? "lists of one collection"
      return [.say(Message("mark records in \(place), not in a search"))]
    default: return nil
    }
  }

  /// The record's page, as on its own screen.
  public func detail(of id: String) -> (any DetailSource)? {
    ObjectID(rowID: id).flatMap { try? RecordDetailSource($0, client: client, knowsPlace: false) }
  }
}
