extension Snapshot {
  /// How many records `fetch` has to read or to put in order before it can look for what
  /// `request` asks for.
  ///
  /// Nothing that was read or ordered before counts. Whoever must answer at once, as between a key
  /// and its drawing, fetches on another thread where this is many: a thousand cost about 3 ms.
  ///
  /// - Parameters:
  ///   - request: What is wanted.
  ///   - clock: The clock by which words such as `today` are read.
  /// - Returns: The number of records, those of collections at the other end of links included;
  ///   an upper bound where files were not read yet.
  /// - Throws: `FilterError` for a field that the entity cannot have, as far as the model alone
  ///   tells.
  ///
  /// Cost: a look at each chunk of 512 records; no file is read.
  public func preparation(
    for request: FetchRequest, at clock: WallClock
  ) throws(FilterError) -> Int {
    var unread = try unreadCount(of: request.entity)
    let places = request.sorts.map(\.field) + (request.group.map { [$0] } ?? [])
    let linked = try entities(linkedBy: places, of: request).union(try testedEntities(of: request))
    for name in linked where name != request.entity { unread += try unreadCount(of: name) }
    guard unread == 0 else { return unread }
    return queries.countToSort(by: try FetchRun(request, in: self, at: clock).plan())
  }

  /// How many records the filter of `request` looks at, those at the other end of links included;
  /// none without a filter.
  ///
  /// - Throws: `FilterError` for a field that the entity cannot have.
  ///
  /// Cost: what was not read from its files yet is; `preparation` tells how much that is.
  public func countToTest(for request: FetchRequest) throws(FilterError) -> Int {
    guard request.predicate != nil else { return 0 }
    let tested = try testedEntities(of: request).union([request.entity])
    return tested.reduce(0) { $0 + (table($1)?.count ?? 0) }
  }

  /// The entities at the other end of links that the filter of `request` looks through.
  private func testedEntities(of request: FetchRequest) throws(FilterError) -> Set<String> {
    guard let predicate = request.predicate else { return [] }
    var tested = try entities(linkedBy: predicate.fields, of: request)
    if request.findsWordsAround, predicate.hasWords, let entity = model[request.entity] {
      tested.formUnion(entity.wordSteps(in: model).map(\.step.destination.name))
    }
    return tested
  }

  private func entities(
    linkedBy paths: [FieldPath], of request: FetchRequest
  ) throws(FilterError) -> Set<String> {
    guard let entity = model[request.entity] else { return [] }
    let resolver = FieldResolver(model: model)
    var linked: Set<String> = []
    for path in paths {
      linked.formUnion(try resolver.resolve(path, of: entity).steps.map(\.destination.name))
    }
    return linked
  }

  /// Checks that the records can have what a request's filter names.
  ///
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  public func check(_ request: FetchRequest, at clock: WallClock) throws(FilterError) {
    guard let predicate = request.predicate, let entity = model[request.entity] else { return }
    // A word is in order wherever it may stand.
    _ = try PredicateCompiler(snapshot: self, entity: entity, clock: clock).compile(predicate)
  }

  /// How many records of an entity were not read from their files yet, at most.
  ///
  /// - Throws: `FilterError.unavailable` if it isn't known which files there are.
  public func unreadCount(of entity: String) throws(FilterError) -> Int {
    do throws(StoreError) {
      return try lazyTable(entity).unreadCount()
    } catch {
      throw .unavailable(error)
    }
  }
}
