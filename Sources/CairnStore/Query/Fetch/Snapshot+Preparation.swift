extension Snapshot {
  /// Returns how many records `fetch` must read or sort before it can search for `request`.
  ///
  /// Records that were already read or sorted don't count. If the number is large, interactive
  /// callers fetch on another thread: a thousand records cost about 3 ms.
  ///
  /// - Parameters:
  ///   - request: The request to prepare.
  ///   - clock: The clock by which words such as `today` are read.
  /// - Returns: The number of records, including those of linked collections. For unread files, it
  ///   is an upper bound.
  /// - Throws: `FilterError` for a field that the entity cannot have. It checks only the model.
  ///
  /// Cost: a look at each chunk of 512 records; no file is read.
  public func preparation(
    for request: FetchRequest, at clock: WallClock = .current
  ) throws(FilterError) -> Int {
    var unread = try unreadCount(of: request.entity)
    let places =
      request.sorts.map(\.field) + (request.group.map { [$0] } ?? [])
      + request.likeness.flatMap(\.self)
    let linked = try entities(linkedBy: places, of: request).union(try testedEntities(of: request))
    for name in linked where name != request.entity { unread += try unreadCount(of: name) }
    guard unread == 0 else { return unread }
    // The plan of an order by such times would read all versions.
    if needsTextHistory(for: request, columns: []) { return table(request.entity)?.count ?? 0 }
    // For duplicates, each record is read once for each compared field.
    let compared = request.likeness.joined().count * (table(request.entity)?.count ?? 0)
    return try queries.countToSort(by: FetchRun(request, in: self, at: clock).plan()) + compared
  }

  /// Returns how many records the filter of `request` tests, including linked records; 0 without a
  /// filter.
  ///
  /// - Throws: `FilterError` for a field that the entity cannot have.
  ///
  /// Cost: reads the files that are still unread; `preparation` returns how many records they have.
  public func countToTest(for request: FetchRequest) throws(FilterError) -> Int {
    guard request.predicate != nil else { return 0 }
    let tested = try testedEntities(of: request).union([request.entity])
    return tested.reduce(0) { $0 + (table($1)?.count ?? 0) }
  }

  /// Returns the linked entities that the filter of `request` searches.
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
      linked.formUnion(try resolver.resolve(path, of: entity).linkedEntities)
    }
    return linked
  }

  /// Returns whether `saved` or `created` in a request or in some columns needs the versions of the
  /// text files, which are not read yet.
  ///
  /// Reading them may take seconds. A field that the entity cannot have needs none.
  public func needsTextHistory(for request: FetchRequest, columns: [FieldPath]) -> Bool {
    guard let entity = model[request.entity] else { return false }
    return momentEntities(of: columns + request.decidingFields, of: entity)
      .contains { !queries.times.isReady(for: $0) }
  }

  /// Returns the newest versions of the text files that decide about times in some fields.
  func textVersions(of fields: [FieldPath], of entity: Entity) -> [String: String] {
    queries.times.textVersions(of: momentEntities(of: fields, of: entity))
  }

  private func momentEntities(of fields: [FieldPath], of entity: Entity) -> [Entity] {
    let fields = fields.filter(\.mayNameMoment)
    guard !fields.isEmpty else { return [] }
    let resolver = FieldResolver(model: model)
    let all = fields.flatMap { (try? resolver.resolve($0, of: entity))?.momentEntities ?? [] }
    return all.reduce(into: []) { some, entity in
      if !some.contains(where: { $0.name == entity.name }) { some.append(entity) }
    }
  }

  /// Checks that the records can have the fields and values of a request's filter.
  ///
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  public func check(_ request: FetchRequest, at clock: WallClock = .current) throws(FilterError) {
    guard let predicate = request.predicate, let entity = model[request.entity] else { return }
    // A word is valid in any text, so words around the record need no check.
    _ = try PredicateCompiler(snapshot: self, entity: entity, clock: clock).compile(predicate)
  }

  /// Returns the number of records of an entity that are still unread, at most.
  ///
  /// - Throws: `FilterError.unavailable` if the list of files can't be read.
  public func unreadCount(of entity: String) throws(FilterError) -> Int {
    do throws(StoreError) {
      return try lazyTable(entity).unreadCount()
    } catch {
      throw .unavailable(error)
    }
  }
}

extension FetchRequest {
  /// The fields in the filter, the order, the sections and the comparison for likeness.
  var decidingFields: [FieldPath] {
    (predicate?.fields ?? []) + sorts.map(\.field) + (group.map { [$0] } ?? [])
      + likeness.flatMap(\.self)
  }
}

extension FieldPath {
  /// Whether a name is `saved` or `created`, or has a condition or a calculation that may name one.
  fileprivate var mayNameMoment: Bool {
    names.contains { name in
      RecordMoment(rawValue: name) != nil
        || name.utf8.contains { byte in
          let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          return byte < 0x80 && !isLetter && !byte.isDigit && byte != UInt8(ascii: "_")
        }
    }
  }
}
