internal import CairnFiles

/// Limits how fast the clock can make a store's history old.
///
/// Cairn deletes history after `historyDays`, so a wrong clock could delete all of it at once. The
/// file `days` beside the journal stores a trusted day. It advances by at most one day for each day
/// on which the store is folded, and never if the clock jumps by more than a year. The trusted day
/// may lag behind the real one; then history is kept longer.
///
///     20784 20790        the trusted day, and the last day of the clock; days since 1970
struct HistoryClock: Equatable {
  /// The trusted day.
  private(set) var trusted: Int64
  /// The last counted day of the clock.
  private(set) var seen: Int64

  /// Creates a clock that starts at a day.
  init(startingAt day: Int64) { (trusted, seen) = (day, day) }

  /// Reads the file; `nil` if it is not valid.
  init?(_ bytes: [UInt8]) {
    let days = String(decoding: bytes, as: UTF8.self).words
      .map { Int64($0) }
    guard days.count == 2, let trusted = days[0], let seen = days[1],
      [trusted, seen].allSatisfy({ abs($0) < 1 << 31 })
    else { return nil }
    (self.trusted, self.seen) = (trusted, seen)
  }

  var text: String { "\(trusted) \(seen)\n" }

  /// Counts the day of `now`.
  mutating func see(_ now: Timestamp) {
    let today = Self.day(of: now)
    if today > seen, today - seen <= 366, today > trusted { trusted += 1 }
    // A clock that moves back and forth must not count a day twice.
    if today > seen || seen - today > 366 { seen = today }
  }

  /// Returns `now`, or the end of the trusted day if that is earlier.
  func trusting(_ now: Timestamp) -> Timestamp {
    min(now, Timestamp(microseconds: (trusted + 1) * Timestamp.day))
  }

  static func day(of time: Timestamp) -> Int64 {
    Timestamp.floorDivide(time.microseconds, Timestamp.day).quotient
  }
}

extension JournalFolder {
  private var historyClockFile: String { "\(path)/days" }

  /// Returns the time before which history is deleted, and counts the day.
  ///
  /// The caller holds the fold lock. Cost: reads one short file, and writes it once a day.
  ///
  /// - Parameters:
  ///   - now: the time of the clock.
  ///   - days: how many days of history are kept.
  /// - Returns: the limit.
  /// - Throws: `StoreError.file`.
  func historyLimit(at now: Timestamp, keeping days: Int) throws(StoreError) -> Timestamp {
    let known = HistoryClock(try store.readIfAny(historyClockFile))
    var clock: HistoryClock
    if let known {
      clock = known
    } else {
      // An earlier version made the store. Its first segment has the oldest trustworthy day.
      let today = HistoryClock.day(of: now)
      let first = try historyStart().map(HistoryClock.day)
      clock = HistoryClock(startingAt: min(today, first ?? today))
    }
    clock.see(now)
    // On a full disk, a later fold counts the day.
    if clock != known {
      try? store.fileSystem.replace(historyClockFile, with: Array(clock.text.utf8))
    }
    let time = clock.trusting(now).microseconds
    let (limit, isTooFar) = time.subtractingReportingOverflow(Int64(days) &* Timestamp.day)
    return Timestamp(microseconds: isTooFar ? .min : limit)
  }
}
