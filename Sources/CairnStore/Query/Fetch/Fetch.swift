extension Snapshot {
  /// Finds the records that `request` asks for.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - clock: The clock by which words such as `today` are read.
  ///   - previous: An earlier result, for a list whose filter grows or whose records change. If the
  ///     new predicate is narrower, only the earlier rows are tested. For unchanged chunks, earlier
  ///     rows are reused.
  /// - Returns: The records; their number is exact.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  ///   `FilterError.unavailable` says why there are no records to look at.
  ///
  /// Cost: tests take linear time, about 1 ms for 100,000 records. The first order by a field sorts
  /// the records, and later fetches reuse it.
  public func fetch(
    _ request: FetchRequest, at clock: WallClock = .current, reusing previous: FetchResult? = nil
  ) throws(FilterError) -> FetchResult {
    if let first = try firstRecords(request, at: clock) { return first }
    return try FetchRun(request, in: self, at: clock).result(reusing: previous)
  }

  /// Finds the first records of a collection in the order of their keys.
  ///
  /// - Returns: the records, from the first files; `nil` for other requests, and if the collection
  ///   is in memory already.
  private func firstRecords(
    _ request: FetchRequest, at clock: WallClock
  ) throws(FilterError) -> FetchResult? {
    guard let limit = request.limit, request.predicate == nil else { return nil }
    var all = request
    all.limit = nil
    guard all.isWholeCollection,
      let records = try? lazyTable(request.entity), records.loaded == nil
    else { return nil }
    var chunks: [Chunk] = []
    let totalCount: Int
    do throws(StoreError) {
      var missing = min(request.offset, .max - limit) + limit
      for shard in try records.shards().sorted() where missing > 0 {
        guard let chunk = try records.chunk(of: shard) else { continue }
        chunks.append(chunk)
        missing -= chunk.count
      }
      totalCount = try records.count()
    } catch {
      throw .unavailable(error)
    }
    let run = FetchRun(
      snapshot: self, request: request, table: Table(entity: records.entity, chunks: chunks),
      clock: clock)
    return try run.result(totalCount: totalCount)
  }
}

/// The steps of one fetch.
struct FetchRun {
  let snapshot: Snapshot
  let request: FetchRequest
  let table: Table
  let clock: WallClock

  /// A fetch of the records of `table`, which may lack the last ones.
  fileprivate init(
    snapshot: Snapshot, request: FetchRequest, table: Table, clock: WallClock
  ) {
    (self.snapshot, self.request, self.table, self.clock) = (snapshot, request, table, clock)
  }

  init(_ request: FetchRequest, in snapshot: Snapshot, at clock: WallClock) throws(FilterError) {
    self.request = request
    self.snapshot = snapshot
    self.clock = clock
    table = try snapshot.available(request.entity)
  }

  /// The request's order, ready for the table.
  func plan() throws(FilterError) -> SortPlan {
    try SortPlan(
      table, group: request.group, isAgenda: request.isAgenda, sorts: request.sorts, in: snapshot,
      at: clock)
  }

  /// The records of `table`, which is the first part of a longer one.
  fileprivate func result(totalCount: Int) throws(FilterError) -> FetchResult {
    let plan = try plan()
    let places = Self.places(of: table.chunks.map { RowSet(allOf: $0.count) })
    return result(
      places[...], Matches(clock, nil), plan, SortRanks(plan, reusing: nil),
      totalCount: totalCount)
  }

  func result(reusing previous: FetchResult?) throws(FilterError) -> FetchResult {
    if !request.likeness.isEmpty { return try duplicates(reusing: previous) }
    let test = try test()
    let plan = try plan()
    if let test, let only = lookedUp(test, plan) {
      // The index has stored values, about which no text file decides.
      return result(only[...], Matches(clock, test, [:]), plan, SortRanks(plan, reusing: nil))
    }
    if plan.keys.keys.isEmpty, test != nil || request.origin != nil {
      // The order of keys or links needs no sorting.
      let matches = matches(of: test, reusing: previous)
      let ranks = SortRanks(plan, reusing: nil)
      let places = try request.origin.map { origin throws(FilterError) in
        try linked(origin, matches, ranks)
      }
      return result(places ?? Self.places(of: rows(of: matches))[...], matches, plan, ranks)
    }
    let order = snapshot.queries.order(by: plan)
    if let test, request.origin == nil, let run = order.run(of: test, by: plan) {
      return result(run, Matches(clock, test, texts), plan, order.ranks)
    }
    let matches = matches(of: test, reusing: previous)
    return result(try pick(matches, from: order), matches, plan, order.ranks)
  }

  private func result(
    _ found: ArraySlice<RowPlace>, _ matches: Matches, _ plan: SortPlan, _ ranks: SortRanks,
    totalCount: Int? = nil
  ) -> FetchResult {
    let wanted = found.dropFirst(request.offset).prefix(request.limit ?? .max)
    return FetchResult(
      request: request, snapshot: snapshot, sections: sections(wanted, ranks, plan),
      totalCount: totalCount ?? found.count, table: table, places: wanted, matches: matches,
      ranks: ranks)
  }

  /// The versions of the text files; known after the test and the plan are prepared.
  private var texts: [String: String] {
    snapshot.textVersions(of: request.decidingFields, of: table.entity)
  }

  // MARK: - Testing

  private func test() throws(FilterError) -> (any RowTest)? {
    guard let predicate = request.predicate else { return nil }
    return try PredicateCompiler(
      snapshot: snapshot, entity: table.entity, clock: clock,
      findsWordsAround: request.findsWordsAround
    ).compile(predicate)
  }

  /// Returns the one record that can pass, or none, from an index; `nil` if every record has to be
  /// tested.
  private func lookedUp(_ test: any RowTest, _ plan: SortPlan) -> [RowPlace]? {
    guard request.origin == nil, plan.keys.keys.isEmpty, let wanted = test.indexMark,
      let index = snapshot.queries.valueIndex(of: table, column: wanted.column)
    else { return nil }
    return index.keys(of: wanted.mark).compactMap(table.place).filter { place in
      let chunk = table.chunks[Int(place.chunk)]
      var row = RowSet(noneOf: chunk.count)
      row.insert(Int(place.row))
      return !test.rows(of: chunk, among: row).isEmpty
    }
  }

  func matches(reusing previous: FetchResult?) throws(FilterError) -> Matches {
    matches(of: try test(), reusing: previous)
  }

  private func matches(of test: (any RowTest)?, reusing previous: FetchResult?) -> Matches {
    var matches = Matches(clock, test, texts)
    guard let test else { return matches }
    let reuse = Reuse(of: previous, for: request, in: snapshot, clock: clock)
    matches.rows.reserveCapacity(table.chunks.count)
    for chunk in table.chunks {
      let identifier = ObjectIdentifier(chunk)
      let known = previous?.matches.rows[identifier]
      switch (reuse, known) {
      case (.same, let known?): matches.rows[identifier] = known
      case (.narrower, let known?):
        matches.rows[identifier] = test.rows(of: chunk, among: known)
      default:
        matches.rows[identifier] = test.rows(of: chunk, among: RowSet(allOf: chunk.count))
      }
    }
    return matches
  }

  private func pick(
    _ matches: Matches, from order: SortOrder
  ) throws(FilterError) -> ArraySlice<RowPlace> {
    if let origin = request.origin { return try linked(origin, matches, order.ranks) }
    if request.predicate == nil { return order.places[...] }
    let rows = rows(of: matches)
    return order.places.filter { rows[Int($0.chunk)]?.contains(Int($0.row)) ?? true }[...]
  }

  private func rows(of matches: Matches) -> [RowSet?] {
    table.chunks.map { matches.rows[ObjectIdentifier($0)] }
  }

  /// The rows of all chunks in the order of their keys.
  private static func places(of rows: [RowSet?]) -> [RowPlace] {
    var places: [RowPlace] = []
    places.reserveCapacity(rows.reduce(0) { $0 + ($1?.count ?? 0) })
    for (chunk, rows) in rows.enumerated() {
      rows?.forEachRow { places.append(RowPlace(chunk: UInt32(chunk), row: UInt32($0))) }
    }
    return places
  }

  /// The records that the origin links to: in the order of the links, unless another is asked for.
  private func linked(
    _ origin: FetchRequest.Origin, _ matches: Matches, _ ranks: SortRanks
  ) throws(FilterError) -> ArraySlice<RowPlace> {
    // A text that a person edited may name the same link twice.
    var seen: Set<RowPlace> = []
    let places = try linkedKeys(origin).compactMap(table.place)
      .filter { matches.contains($0, of: table) && seen.insert($0).inserted }
    if request.sorts.isEmpty, request.group == nil { return places[...] }
    return ranks.sorted(places)[...]
  }

  private func linkedKeys(_ origin: FetchRequest.Origin) throws(FilterError) -> [RecordKey] {
    do throws(StoreError) {
      return try snapshot.linkedKeys(of: origin.id, origin.relationship)
    } catch {
      throw .unavailable(error)
    }
  }

  // MARK: - Sections

  func sections(
    _ places: ArraySlice<RowPlace>, _ ranks: SortRanks, _ plan: SortPlan
  ) -> [FetchResult.Section] {
    guard request.group != nil else { return [] }
    var sections: [FetchResult.Section] = []
    var rest = places
    while let first = rest.first {
      let end = ranks.sectionEnd(in: rest)
      let row = Row(chunk: table.chunks[Int(first.chunk)], index: Int(first.row))
      let range = (rest.startIndex - places.startIndex)..<(end - places.startIndex)
      sections.append(section(plan.group(of: row), plan, range))
      rest = rest[end...]
    }
    return sections
  }

  private func section(
    _ group: SortPlan.Group, _ plan: SortPlan, _ range: Range<Int>
  ) -> FetchResult.Section {
    let value: Value?
    switch group {
    case .value(let own): value = own
    case .urgency(let urgency):
      // Only a due date can be overdue.
      let title = urgency == .overdue && !plan.isOfDue ? "Earlier" : urgency.title
      return FetchResult.Section(value: .text("\(urgency)"), title: title, range: range)
    }
    let title = value.map { value in
      value.elements.map { element in
        guard case .link(let key) = element, let entity = plan.groupEntity else {
          return ValueText.display(element, at: clock)
        }
        return snapshot.title(of: ObjectID(entity: entity.name, key: key))
      }.joined(separator: ", ")
    }
    return FetchResult.Section(value: value, title: title, range: range)
  }
}
