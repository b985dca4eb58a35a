internal import Dispatch
internal import Synchronization

/// Reads a table in batches and converts each row, one batch ahead of the caller.
///
/// While the caller uses a batch, a second thread reads the next one and converts its rows. If the
/// caller needs that batch earlier, the caller converts the rest:
///
///     second thread    read 1, make …   read 2, make …   read 3, make …
///     caller                            make … use 1     make … use 2
///
/// Cost: the memory of two batches.
final class RowBatches<Made: Sendable>: Sendable {
  /// A batch of consecutive rows.
  struct Batch: Sendable {
    /// The number of rows.
    fileprivate(set) var count = 0
    /// The names of the columns in the rows read so far.
    fileprivate(set) var columns: [String] = []
    /// The rows.
    ///
    /// After `count` rows, the array has rows of an earlier batch, whose memory is reused.
    fileprivate(set) var rows: [RawRow] = []
    /// The results for the first rows, from the second thread.
    fileprivate var made: [Made] = []
  }

  private let state: Mutex<State>
  private let make: @Sendable (borrowing RawRow) -> Made
  /// A queue of its own: after a global queue has run, Dispatch wakes the process each second.
  private let queue = DispatchQueue(label: "rows ahead")
  /// Whether the caller is waiting for the batch.
  private let isAwaited = Atomic(false)

  /// Prepares the batches of a table's rows.
  ///
  /// - Parameters:
  ///   - table: The table to read from its first row on.
  ///   - limit: The number of rows to read; `nil` for all.
  ///   - make: Converts a row, on any thread.
  /// - Throws: `InterchangeError` if the input can't be opened.
  init(
    of table: RawTable, limit: Int? = nil, make: @escaping @Sendable (borrowing RawRow) -> Made
  ) throws(InterchangeError) {
    state = Mutex(State(reader: try table.rows(), limit: limit))
    self.make = make
  }

  /// Exchanges a used batch for the next one.
  ///
  /// - Parameter batch: A batch that the caller no longer needs; its memory is reused.
  /// - Returns: Whether there is another batch.
  /// - Throws: `InterchangeError` if reading fails, after all rows before the failure.
  func next(_ batch: inout Batch) throws(InterchangeError) -> Bool {
    isAwaited.store(true, ordering: .relaxed)
    queue.sync {}
    isAwaited.store(false, ordering: .relaxed)
    let failure = state.withLock { state in
      if !state.isReady { state.read() }
      swap(&state.batch, &batch)
      state.isReady = false
      return batch.count == 0 ? state.failure : nil
    }
    if let failure { throw failure }
    guard batch.count > 0 else { return false }
    queue.async { self.prepare() }
    return true
  }

  /// Returns the result for a row of a batch, and converts the row if the second thread did not.
  func made(of batch: Batch, at place: Int) -> Made {
    // A row of a span is not copied.
    place < batch.made.count ? batch.made[place] : make(batch.rows.span[place])
  }

  /// Asks the reader a question while no row is being read.
  func ask<Answer: Sendable>(_ question: (any RowReader) -> Answer) -> Answer {
    queue.sync {}
    return state.withLock { question($0.reader) }
  }

  private func prepare() {
    state.withLock { state in
      state.read()
      let rows = state.batch.rows
      for place in 0..<state.batch.count {
        if isAwaited.load(ordering: .relaxed) { return }
        state.batch.made.append(make(rows.span[place]))
      }
    }
  }
}

extension RowBatches {
  private struct State {
    var reader: any RowReader
    /// The number of rows left to read; `nil` for all.
    var limit: Int?
    /// The last batch that was read, or the memory for the next one.
    var batch = Batch()
    var isReady = false
    var isAtEnd = false
    var failure: InterchangeError?

    init(reader: any RowReader, limit: Int?) { (self.reader, self.limit) = (reader, limit) }

    private static var rowLimit: Int { 2048 }
    private static var byteLimit: Int { 1 << 19 }

    mutating func read() {
      var size = 0
      batch.count = 0
      batch.made.removeAll(keepingCapacity: true)
      do throws(InterchangeError) {
        while !isAtEnd, batch.count < Self.rowLimit, size < Self.byteLimit, batch.count != limit {
          if batch.count == batch.rows.count { batch.rows.append(RawRow()) }
          guard try reader.next(into: &batch.rows[batch.count]) else {
            isAtEnd = true
            break
          }
          size += batch.rows[batch.count].storage.count
          batch.count += 1
        }
      } catch {
        (isAtEnd, failure) = (true, error)
      }
      if let limit { self.limit = limit - batch.count }
      batch.columns = reader.columns
      isReady = true
    }
  }
}

/// A reader of a table: it returns rows one after another, and the columns found so far.
protocol RowReader {
  /// The names of the columns in the input; each JSON object may add some.
  var columns: [String] { get }

  /// Reads the next row into `row`, whose `problem` says whether it can be used.
  ///
  /// - Parameter row: The row to fill; its old content is lost.
  /// - Returns: Whether there was one.
  /// - Throws: `InterchangeError` if the rest of the input cannot be read.
  mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool
}
