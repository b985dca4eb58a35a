/// What time it is for the person: a moment, and what clocks show where they are.
///
/// It is passed in, never asked for, so that a filter means the same throughout one command and a
/// test can say when it is.
public struct WallClock: Hashable, Sendable {
  /// The present moment.
  public let now: Timestamp

  /// What the person's clocks show at this moment and others.
  public let localTime: LocalTime

  /// A clock that stands at `now` in a place.
  public init(now: Timestamp, localTime: LocalTime) {
    self.now = now
    self.localTime = localTime
  }

  /// A clock that stands at `now`, always `offset` seconds ahead of universal time.
  public init(now: Timestamp, offset: Int = 0) {
    self.init(now: now, localTime: .fixed(offset))
  }

  /// The local day.
  public var today: CalendarDate { local(now).date }

  /// The moment whose universal time reads as `moment` does in local time.
  public func local(_ moment: Timestamp) -> Timestamp { localTime.local(moment) }
}
