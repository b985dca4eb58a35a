/// What time it is for the person: a moment, and how far their clocks are from universal time.
///
/// It is passed in, never asked for, so that a filter means the same throughout one command and a
/// test can say when it is.
public struct WallClock: Hashable, Sendable {
  /// The present moment.
  public let now: Timestamp

  /// Seconds that local time is ahead of universal time, from -86,400 to 86,400.
  public let offset: Int

  /// A clock that stands at `now`, `offset` seconds ahead of universal time.
  public init(now: Timestamp, offset: Int = 0) {
    precondition((-86_400...86_400).contains(offset), "no zone is a day ahead")
    self.now = now
    self.offset = offset
  }

  /// The local day.
  public var today: CalendarDate { local(now).date }

  /// The moment whose universal time reads as `moment` does in local time.
  public func local(_ moment: Timestamp) -> Timestamp {
    Timestamp(microseconds: moment.microseconds + Int64(offset) * 1_000_000)
  }

  /// The moment at which a local day begins.
  public func start(of day: CalendarDate) -> Timestamp {
    Timestamp(microseconds: Timestamp(startOf: day).microseconds - Int64(offset) * 1_000_000)
  }
}
