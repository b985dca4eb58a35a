/// A link step prepared for a snapshot, which finds the linked records.
struct LinkReader: Sendable {
  let step: LinkStep
  private let destinations: Table
  private let index: ColumnIndex?
  /// The records that the step's condition accepts, by chunk; `nil` without a condition.
  private let accepted: [ObjectIdentifier: RowSet]?

  /// Prepares `step`, and indexes the inverse of a link if it has no index yet.
  ///
  /// Cost: with a condition, one test of each record at the other end.
  ///
  /// - Throws: `FilterError` for a condition that the linked records can't have; `.unavailable` if
  ///   they can't be read.
  init(
    _ step: LinkStep, in snapshot: Snapshot, at clock: WallClock
  ) throws(FilterError) {
    let destinations = try snapshot.available(step.destination.name)
    var accepted: [ObjectIdentifier: RowSet]?
    if let condition = step.condition {
      let test = try PredicateCompiler(snapshot: snapshot, entity: step.destination, clock: clock)
        .compile(condition)
      accepted = [:]
      for chunk in destinations.chunks {
        accepted?[ObjectIdentifier(chunk)] = test.rows(
          of: chunk, among: RowSet(allOf: chunk.count))
      }
    }
    self.init(step, to: destinations, accepting: accepted, in: snapshot)
  }

  /// Prepares `step` with the given table of linked records.
  init(
    _ step: LinkStep, to destinations: Table, accepting accepted: [ObjectIdentifier: RowSet]? = nil,
    in snapshot: Snapshot
  ) {
    self.step = step
    self.destinations = destinations
    self.accepted = accepted
    if case .inverse(let column) = step.storage {
      index = snapshot.queries.inverseIndex(of: destinations, column: column)
    } else {
      index = nil
    }
  }

  /// Returns the keys that `row` links to.
  ///
  /// A key may belong to a missing record.
  ///
  /// The keys are in the stored order. Through an inverse, they are in the order of the owner's
  /// list, or else ascending.
  func keys(linkedFrom row: Row) -> [RecordKey] {
    switch step.storage {
    case .column(let column):
      var keys: [RecordKey] = []
      row.chunk.columns[column].forEachLink(of: row.index) { keys.append($0) }
      return keys
    case .inverse:
      return step.arranged(index?.sources(of: row.key) ?? [], of: row)
    }
  }

  /// Returns the number of records that `row` links to.
  func count(linkedFrom row: Row) -> Int {
    // Only existing records hold the links of an inverse.
    if case .inverse = step.storage, accepted == nil {
      return index?.sources(of: row.key).count ?? 0
    }
    return rows(linkedFrom: row).count
  }

  /// Returns the records that `row` links to.
  func rows(linkedFrom row: Row) -> [Row] {
    let rows = keys(linkedFrom: row).compactMap(destinations.row)
    guard let accepted else { return rows }
    return rows.filter { accepted[ObjectIdentifier($0.chunk)]?.contains($0.index) == true }
  }
}

extension LinkStep {
  /// Returns an inverse's keys in the order that `row` stores, if it stores one.
  func arranged(_ keys: [RecordKey], of row: Row) -> [RecordKey] {
    guard relationship.isOrdered, case .list(let order)? = row[relationship.name] else {
      return keys
    }
    return keys.ordered(by: order)
  }
}

extension [RecordKey] {
  /// Returns the keys in the order of a list of links, followed by all other keys.
  func ordered(by order: [Value]) -> [RecordKey] {
    let present = Set(self)
    var listed: [RecordKey] = []
    var seen: Set<RecordKey> = []
    for case .link(let key) in order where present.contains(key) && seen.insert(key).inserted {
      listed.append(key)
    }
    return listed + filter { !seen.contains($0) }
  }
}

extension Snapshot {
  /// Returns the records that `id` links to by `relationship`, whichever side stores the link.
  ///
  /// An ordered relationship decides the order. Otherwise, the links keep their stored order, or
  /// are in the order of the keys. Deleted records are left out. An unknown record or relationship
  /// has no links.
  ///
  /// Cost: through an inverse, the first few calls search the files of the other collection. Later
  /// calls use its index.
  ///
  /// - Throws: the error of reading a file.
  public func links(
    of id: ObjectID, _ relationship: String
  ) throws(StoreError) -> [ObjectID] {
    guard model.contains(id.entity), let row = try record(id) else { return [] }
    return try links(of: row, relationship)
  }

  /// The same for a record at hand, which is not looked for.
  public func links(
    of row: Row, _ relationship: String
  ) throws(StoreError) -> [ObjectID] {
    guard let destination = row.chunk.entity.relationship(relationship)?.destination else {
      return []
    }
    return try linkedKeys(of: row, relationship).map { ObjectID(entity: destination, key: $0) }
  }

  /// The keys of the records that `links(of:_:)` returns.
  package func linkedKeys(
    of id: ObjectID, _ relationship: String
  ) throws(StoreError) -> [RecordKey] {
    guard model.contains(id.entity), let row = try record(id) else { return [] }
    return try linkedKeys(of: row, relationship)
  }

  /// The same for a record at hand, which is not looked for.
  package func linkedKeys(
    of row: Row, _ relationship: String
  ) throws(StoreError) -> [RecordKey] {
    let entity = row.chunk.entity
    guard let relationship = entity.relationship(relationship),
      let step = LinkStep(relationship, of: entity, in: model)
    else { return [] }
    let destination = try lazyTable(step.destination.name)
    switch step.storage {
    case .column(let column):
      var keys: [RecordKey] = []
      row.chunk.columns[column].forEachLink(of: row.index) { keys.append($0) }
      var present: [RecordKey] = []
      for key in keys where try destination.row(key) != nil { present.append(key) }
      return present
    case .inverse(let column):
      return step.arranged(try destination.keys(linkingTo: row.key, by: column, queries), of: row)
    }
  }

  /// The text that names a record to people: its title, or its key where it has none.
  public func title(of id: ObjectID) -> String {
    row(id)?.title ?? "\(id.key)"
  }
}

extension LazyTable {
  /// The records that link to `target` by `column`, ascending.
  ///
  /// Cost: where the records were read, a look in the index of the links; else a search in their
  /// files for the first few targets.
  func keys(
    linkingTo target: RecordKey, by column: Int, _ queries: QueryCache
  ) throws(StoreError) -> [RecordKey] {
    let chunks = try loaded == nil ? chunks(mentioning: [StoredMention(linkTo: target)]) : []
    if let table = loaded {
      return queries.inverseIndex(of: table, column: column).sources(of: target)
    }
    return chunks.flatMap { chunk in
      chunk.keys.indices.filter { row in
        var isLink = false
        chunk.columns[column].forEachLink(of: row) { isLink = isLink || $0 == target }
        return isLink
      }.map { chunk.keys[$0] }
    }
  }
}
