internal import CairnFiles

/// The day up to which time has passed for a store's history, as far as it is believed.
///
/// History goes once it is old, and a wrong clock makes all of it old at once. So the file `days`
/// beside the journal has the newest day that is believed, and it moves by at most one day for each
/// day on which history is folded. A clock that jumps by more than a year is not believed at all.
/// The clock may be behind: history is then kept for longer.
///
///     20784 20790        believed, and seen last; days since 1970
struct HistoryClock: Equatable {
  /// The newest day that is believed.
  private(set) var believed: Int64
  /// The day that the clock showed last.
  private(set) var seen: Int64

  /// A clock that begins at a day.
  init(beginning day: Int64) { (believed, seen) = (day, day) }

  /// Reads the file; `nil` where it says nothing.
  init?(_ bytes: [UInt8]) {
    let days = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map { Int64($0) }
    guard days.count == 2, let believed = days[0], let seen = days[1],
      [believed, seen].allSatisfy({ abs($0) < 1 << 31 })
    else { return nil }
    (self.believed, self.seen) = (believed, seen)
  }

  var text: String { "\(believed) \(seen)\n" }

  /// Takes in that the clock shows a time.
  mutating func see(_ now: Timestamp) {
    let today = Self.day(of: now)
    if today > seen, today - seen <= 366, today > believed { believed += 1 }
    // A clock that goes to and fro counts no day twice.
    if today > seen || seen - today > 366 { seen = today }
  }

  /// The time, or the end of the newest day that is believed where that is before it.
  func believable(_ now: Timestamp) -> Timestamp {
    min(now, Timestamp(microseconds: (believed + 1) * Timestamp.day))
  }

  static func day(of time: Timestamp) -> Int64 {
    let (days, rest) = time.microseconds.quotientAndRemainder(dividingBy: Timestamp.day)
    return rest < 0 ? days - 1 : days
  }
}

extension JournalFolder {
  private var historyClockFile: String { "\(path)/days" }

  /// When the oldest segment that can be read was begun; `nil` where there is none.
  private func beginning() throws(StoreError) -> Timestamp? {
    for generation in try archivedGenerations() + generations() {
      if let segment = try open(generation, .read) { return segment.header.time }
    }
    return nil
  }

  /// The time before which history is not kept, as far as the clock is believed.
  ///
  /// Who folds asks for it. Cost: reads a short file, and writes it once a day.
  ///
  /// - Parameters:
  ///   - now: what the clock shows.
  ///   - days: for how many days history is kept.
  /// - Returns: the time.
  /// - Throws: `StoreError.file`.
  func historyLimit(at now: Timestamp, keeping days: Int) throws(StoreError) -> Timestamp {
    let known = HistoryClock(try store.readIfAny(historyClockFile))
    var clock: HistoryClock
    if let known {
      clock = known
    } else {
      // A store that was made before there was such a file: the beginning of its history was.
      let today = HistoryClock.day(of: now)
      let first = try beginning().map(HistoryClock.day)
      clock = HistoryClock(beginning: min(today, first ?? today))
    }
    clock.see(now)
    if clock != known {
      // Where there is no room for it, the day counts when there is.
      try? store.fileSystem.replace(historyClockFile, with: Array(clock.text.utf8))
    }
    let time = clock.believable(now).microseconds
    let (limit, isTooFar) = time.subtractingReportingOverflow(Int64(days) &* Timestamp.day)
    return Timestamp(microseconds: isTooFar ? .min : limit)
  }
}
