/// The records that a request finds, some at a time, for whoever passes over many only once.
///
///     var batches = try snapshot.batches(of: 4096, FetchRequest(entity: "Place"), at: clock)
///     while let rows = try batches.next() { … }
///
/// 1. One after the other they are the records that the snapshot's `fetch` finds, in its order.
/// 2. Each has as many records as was asked for, only the last has fewer, and none is empty.
/// 3. In the order of their keys, records are read from their files when their batch is asked for,
///    and are gone when nobody holds it any more. Another order, or the links of a record, need
///    everything at once, as `fetch` does.
public struct FetchBatches {
  private enum Source {
    case files(StreamingReader)
    /// Found at once, up to the index from which the next batch goes on.
    case found(FetchResult, next: Int)
  }

  private let size: Int
  private var source: Source

  init(_ request: FetchRequest, of size: Int, in snapshot: Snapshot, at clock: WallClock)
    throws(FilterError)
  {
    precondition(size > 0, "a batch has records")
    self.size = size
    if request.origin == nil, request.sorts.isEmpty, request.group == nil {
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
  /// - Returns: the records; `nil` when there are no more, or once `isCanceled` says so.
  /// - Throws: why a file cannot be read that may hold some of them.
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
  /// Cost: for all batches together that of a fetch; in the order of the keys, the memory of one
  /// batch, and of what a condition on linked records looks at.
  public func batches(
    of size: Int, _ request: FetchRequest, at clock: WallClock
  ) throws(FilterError) -> FetchBatches {
    try FetchBatches(request, of: size, in: self, at: clock)
  }
}
