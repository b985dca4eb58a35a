/// The records that a request found, in order.
///
/// Each is accessed by index, without an object for each.
public struct FetchResult: Sendable, RandomAccessCollection {
  /// Adjacent records of the result with the same value in the group's field.
  public struct Section: Sendable {
    /// The shared value: a day for moments, a key for linked records; `nil` for no value.
    public let value: Value?

    /// The value for people: for a linked record, its title.
    public let title: String?

    /// The indexes of the records in the result.
    public let range: Range<Int>

    /// The number of records in the section.
    public var count: Int { range.count }
  }

  /// The request.
  public let request: FetchRequest

  /// The snapshot that the records come from.
  public let snapshot: Snapshot

  /// The sections, in order; empty unless the request has a group or searches for duplicates.
  public let sections: [Section]

  /// The number of all matching records, including those outside the offset and the limit.
  public let totalCount: Int

  /// The table of the collection.
  ///
  /// If only the first records were requested, it has only their files.
  let table: Table
  let places: ArraySlice<RowPlace>
  let matches: Matches
  let ranks: SortRanks

  /// The first index, 0.
  public var startIndex: Int { 0 }

  /// The number of records between offset and limit.
  public var endIndex: Int { places.count }

  /// The record at `index`.
  public subscript(index: Int) -> Row {
    let place = places[places.startIndex + index]
    return Row(chunk: table.chunks[Int(place.chunk)], index: Int(place.row))
  }

  /// Returns the result's records with one of `keys`, in the same order and without sections.
  ///
  /// Cost: one pass over the result.
  public func restricted(to keys: Set<RecordKey>) -> FetchResult {
    let rest = places.filter { keys.contains(table.chunks[Int($0.chunk)].keys[Int($0.row)]) }
    return FetchResult(
      request: request, snapshot: snapshot, sections: [], totalCount: rest.count, table: table,
      places: rest[...], matches: matches, ranks: ranks)
  }

  /// The identity of the record at `index`.
  public func id(at index: Int) -> ObjectID { self[index].id }

  /// Returns the index of the record with `key`; `nil` if the result lacks it.
  ///
  /// Cost: logarithmic; for the links of a record and for duplicates, one pass over the result.
  public func index(of key: RecordKey) -> Int? {
    guard let place = table.place(of: key) else { return nil }
    guard request.origin == nil, request.likeness.isEmpty else {
      return places.firstIndex(of: place).map { $0 - places.startIndex }
    }
    let index = ranks.insertionPoint(of: place, in: places)
    return index < places.endIndex && places[index] == place ? index - places.startIndex : nil
  }
}

/// The matching rows of each chunk, kept to speed up the next request.
struct Matches: Sendable {
  /// The clock by which the predicate was read.
  var clock: WallClock

  /// Whether each chunk's own content decided.
  var isLocal: Bool

  /// The versions of the text files that decided about times in the request.
  var texts: [String: String]

  /// The rows by chunk; empty without a predicate, or if no chunk was tested as a whole.
  var rows: [ObjectIdentifier: RowSet] = [:]

  /// Creates an empty set of matches for `test`.
  init(_ clock: WallClock, _ test: (any RowTest)?, _ texts: [String: String] = [:]) {
    (self.clock, self.texts) = (clock, texts)
    isLocal = test?.isLocal ?? true
  }

  /// Whether the record at `place` of `table` fits.
  func contains(_ place: RowPlace, of table: Table) -> Bool {
    rows[ObjectIdentifier(table.chunks[Int(place.chunk)])]?.contains(Int(place.row)) ?? true
  }
}

extension Table {
  /// Where the record with `key` is.
  func place(of key: RecordKey) -> RowPlace? {
    guard let chunk = index(of: ShardName(of: key, in: entity)),
      let row = chunks[chunk].index(of: key)
    else { return nil }
    return RowPlace(chunk: UInt32(chunk), row: UInt32(row))
  }
}

/// The records that a request finds, in batches, for one pass over many records.
///
///     var batches = try snapshot.batches(of: 4096, FetchRequest(entity: "Place"), at: clock)
///     while let rows = try batches.next() { … }
///
/// 1. All batches together are the records that the snapshot's `fetch` finds, in its order.
/// 2. Each batch has the requested size; the last one may be smaller, but not empty.
/// 3. In the order of their keys, records are read with their batch, and released with it. Another
///    order, or the links of a record, need all records at once, as `fetch` does.
public struct FetchBatches {
  private enum Source {
    case files(StreamingReader)
    /// All records, and the index at which the next batch begins.
    case found(FetchResult, next: Int)
  }

  private let size: Int
  private var source: Source

  init(_ request: FetchRequest, of size: Int, in snapshot: Snapshot, at clock: WallClock)
    throws(FilterError)
  {
    precondition(size > 0, "a batch has records")
    self.size = size
    if request.origin == nil, request.sorts.isEmpty, !request.hasSections {
      source = .files(try StreamingReader(request, in: snapshot, at: clock))
    } else {
      source = .found(try snapshot.fetch(request, at: clock), next: 0)
    }
  }

  init(_ result: FetchResult, of size: Int) {
    precondition(size > 0, "a batch has records")
    self.size = size
    source = .found(result, next: 0)
  }

  /// Finds the next records.
  ///
  /// - Parameter isCanceled: asked between steps of a few milliseconds, as few records in many
  ///   files may take long to find.
  /// - Returns: the records; `nil` after the last batch, or after `isCanceled` returned true.
  /// - Throws: the error of reading a file.
  public mutating func next(
    unless isCanceled: () -> Bool = { false }
  ) throws(StoreError) -> [Row]? {
    var rows: [Row]?
    switch source {
    case .files(var reader):
      rows = try reader.read(size, unless: isCanceled)
      source = .files(reader)
    case .found(let result, let next):
      let found = Array(result.dropFirst(next).prefix(size))
      source = .found(result, next: next + found.count)
      rows = found
    }
    return rows?.isEmpty == false ? rows : nil
  }
}

extension FetchResult {
  /// The records in arrays of at most `size`, more than none.
  public func batches(of size: Int) -> FetchBatches { FetchBatches(self, of: size) }
}

extension Snapshot {
  /// The records that `request` finds, in arrays of at most `size`.
  ///
  /// - Parameters:
  ///   - size: How many records a batch has, more than none.
  ///   - request: Which records.
  ///   - clock: The clock by which words such as `today` are read.
  /// - Returns: The batches; in the order of their keys none was read yet.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  ///   `FilterError.unavailable` says why there are no records to look at.
  ///
  /// Cost: all batches together cost one fetch. In the order of the keys, they need the memory of
  /// one batch, and of the linked records that a condition tests.
  public func batches(
    of size: Int, _ request: FetchRequest, at clock: WallClock = .current
  ) throws(FilterError) -> FetchBatches {
    try FetchBatches(request, of: size, in: self, at: clock)
  }
}
