/// The local time of a place, which in most places differs by season.
public struct LocalTime: Sendable {
  /// A name that is unique for each zone.
  public let name: String

  private let rule: @Sendable (Timestamp) -> Int

  /// The time of a place.
  ///
  /// - Parameters:
  ///   - name: a name that is unique for each zone.
  ///   - offset: how many seconds its clocks are ahead of universal time at a moment, from -86,400
  ///     to 86,400.
  public init(_ name: String, offset: @escaping @Sendable (Timestamp) -> Int) {
    self.name = name
    rule = offset
  }

  /// Clocks that are `offset` seconds ahead of universal time in every season.
  public static func fixed(_ offset: Int) -> LocalTime {
    let (hours, minutes) = (abs(offset) / 3600, abs(offset) / 60 % 60)
    func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let seconds = offset % 60 == 0 ? "" : ":" + twoDigits(abs(offset) % 60)
    let sign = offset < 0 ? "-" : "+"
    let name = offset == 0 ? "UTC" : "\(sign)\(twoDigits(hours)):\(twoDigits(minutes))\(seconds)"
    return LocalTime(name) { _ in offset }
  }

  /// Returns how many seconds the clocks are ahead of universal time at a moment.
  public func offset(at moment: Timestamp) -> Int {
    let (first, end) = (Timestamp.writable.lowerBound, Timestamp.writable.upperBound)
    let offset = rule(Timestamp(microseconds: min(max(moment.microseconds, first), end - 1)))
    precondition((-86_400...86_400).contains(offset), "no zone is a day ahead")
    return offset
  }

  /// The moment whose universal time reads as `moment` does here; the first or last one that can be
  /// written where that would be in a year before 0 or after 9999.
  public func local(_ moment: Timestamp) -> Timestamp {
    let local = moment.moved(bySeconds: offset(at: moment)).microseconds
    let (first, end) = (Timestamp.writable.lowerBound, Timestamp.writable.upperBound)
    return Timestamp(microseconds: min(max(local, first), end - 1))
  }

  /// What clocks here show at a moment, as universal time reads; `nil` for a year that can't be
  /// written.
  private func shown(at moment: Timestamp) -> Timestamp? {
    let shown = moment.moved(bySeconds: offset(at: moment))
    return Timestamp.writable.contains(shown.microseconds) ? shown : nil
  }

  /// The two moments at which clocks here may show what `shown` reads in universal time.
  ///
  /// One uses the previous day's offset, and one uses the next day's offset. The earlier moment is
  /// first.
  private func candidates(showing shown: Timestamp) -> [Timestamp] {
    [-1, 1].map { shown.moved(bySeconds: -offset(at: shown.moved(bySeconds: $0 * 86_400))) }
      .sorted()
  }

  /// The moment at which clocks here show what `shown` reads in universal time.
  ///
  /// If clocks show the time twice, it is the first moment. If they skip it, the length of the gap
  /// is added: 02:30 becomes 03:30.
  ///
  /// - Returns: the moment; `nil` if it is in a year that can't be written.
  public func moment(showing shown: Timestamp) -> Timestamp? {
    let candidates = candidates(showing: shown)
    let moment = candidates.first { local($0) == shown } ?? candidates[1]
    return Timestamp.writable.contains(moment.microseconds) ? moment : nil
  }

  /// The moment that a text means here: local time, unless the text has a zone.
  package func moment(reading utf8: Span<UInt8>) -> Timestamp? {
    guard let written = Timestamp(utf8: utf8) else { return nil }
    return Timestamp.hasZone(utf8) ? written : moment(showing: written)
  }

  /// Converts a moment to local time, or a local time to a moment.
  ///
  /// Returns `nil` for other values, and for a year that can't be written.
  package func converted(_ value: Value) -> Value? {
    switch value {
    case .datetime(let moment): shown(at: moment).map(Value.localtime)
    case .localtime(let shown): moment(showing: shown).map(Value.datetime)
    case .labeled(let label, let value): converted(value).map { .labeled(label, $0) }
    default: nil
    }
  }

  /// Returns a time's text in the form of the other type: a moment for a text without a zone, and a
  /// local time for a text with one.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - type: the type of the result.
  /// - Returns: the new text; `nil` if `text` already fits, or is not a time.
  package func respelled(_ text: String, for type: AttributeType) -> String? {
    let utf8 = Array(text.utf8)
    switch (type, Timestamp.hasZone(utf8.span)) {
    case (.datetime, false):
      let moment = CalendarDate(text).map(start)
      return (moment ?? self.moment(reading: utf8.span)).map { "\($0)" }
    case (.localtime, true):
      return moment(reading: utf8.span).map { Value.localtime(local($0)).storedTexts[0] }
    default: return nil
    }
  }

  /// Whether a value's conversion is ambiguous, because clocks here show its time twice or skip it.
  package func isDoubtful(_ value: Value) -> Bool {
    switch value {
    case .datetime(let moment): isRepeated(moment)
    case .localtime(let shown):
      moment(showing: shown).map { local($0) != shown || isRepeated($0) } ?? true
    case .labeled(_, let value): isDoubtful(value)
    default: false
    }
  }

  /// Whether clocks here show this time at another moment too, as in the repeated hour in autumn.
  public func isRepeated(_ moment: Timestamp) -> Bool {
    let shown = moment.moved(bySeconds: offset(at: moment))
    return candidates(showing: shown).contains { $0 != moment && local($0) == shown }
  }

  /// Returns the moment at which a day begins here.
  ///
  /// If clocks skip midnight, the day begins at the first moment that they show it. If they skip
  /// the whole day, it is the first moment of a later day.
  public func start(of day: CalendarDate) -> Timestamp {
    let midnight = Timestamp(startOf: day)
    let candidates = candidates(showing: midnight)
    if let start = candidates.first(where: { local($0) == midnight }) { return start }
    var (before, start) = (candidates[0].microseconds, candidates[1].microseconds)
    while start - before > 1 {
      let middle = before + (start - before) / 2
      if local(Timestamp(microseconds: middle)).date < day {
        before = middle
      } else {
        start = middle
      }
    }
    return Timestamp(microseconds: start)
  }
}

extension LocalTime: Hashable {
  /// Whether both are of the same place.
  public static func == (first: LocalTime, second: LocalTime) -> Bool { first.name == second.name }

  /// Takes in the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Timestamp {
  fileprivate func moved(bySeconds seconds: Int) -> Timestamp {
    // A time from a damaged file may be the last one that there is.
    Timestamp(microseconds: Int64(clamping: Int128(microseconds) + Int128(seconds) * 1_000_000))
  }
}

/// What time it is for the person: a moment, and what clocks show where they are.
///
/// It is passed in, never asked for, so that a filter means the same throughout one command and a
/// test can say when it is.
public struct WallClock: Hashable, Sendable {
  /// The present moment.
  public let now: Timestamp

  /// What the person's clocks show at this moment and others.
  public let localTime: LocalTime

  /// The order of texts and the first day of weeks at this place.
  public let conventions: Conventions

  /// A clock that stands at `now` in a place.
  public init(now: Timestamp, localTime: LocalTime, conventions: Conventions = Conventions()) {
    self.now = now
    self.localTime = localTime
    self.conventions = conventions
  }

  /// A clock whose universal time is what this clock shows.
  var showingUniversalTime: WallClock {
    WallClock(now: local(now), localTime: .fixed(0), conventions: conventions)
  }

  /// A clock that stands at `now`, always `offset` seconds ahead of universal time.
  public init(now: Timestamp, offset: Int = 0) {
    self.init(now: now, localTime: .fixed(offset))
  }

  /// The present time of this process's user, in the zone of the variable `TZ` or of the machine.
  ///
  /// The zone is read once for a process. If its file can't be read, the time is universal time.
  public static var current: WallClock { WallClock(now: .now, localTime: ZoneFolder.ofProcess) }

  /// The local day.
  public var today: CalendarDate { local(now).date }

  /// The moment whose universal time reads as `moment` does in local time.
  public func local(_ moment: Timestamp) -> Timestamp { localTime.local(moment) }
}
