internal import Glibc

/// A moment to the microsecond, in coordinated universal time.
public struct Timestamp: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// Microseconds since 1970-01-01T00:00:00Z, negative before it.
  public let microseconds: Int64

  /// The moment `microseconds` after 1970-01-01T00:00:00Z.
  @inlinable
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The moment `milliseconds` after 1970-01-01T00:00:00Z.
  ///
  /// A moment of some 290,000 years from 1970 or more becomes the last or first one that has whole
  /// milliseconds.
  public init(milliseconds: Int64) {
    let most = Int64.max / 1000
    self.init(microseconds: min(max(milliseconds, -most), most) * 1000)
  }

  /// Milliseconds since 1970-01-01T00:00:00Z, negative before it, without the rest of one.
  public var milliseconds: Int64 { Self.floorDivide(microseconds, 1000).quotient }

  /// The present moment by the machine's clock.
  public static var now: Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Returns the moment before this one by a duration.
  public func before(_ age: Duration) -> Timestamp {
    let (seconds, attoseconds) = age.components
    let length = Int128(seconds) * 1_000_000 + Int128(attoseconds / 1_000_000_000_000)
    return Timestamp(microseconds: Int64(clamping: Int128(microseconds) - length))
  }

  /// The moment at which a day begins in universal time.
  public init(startOf date: CalendarDate) {
    self.init(microseconds: Int64(date.days) * Self.day)
  }

  /// The day in universal time.
  public var date: CalendarDate {
    CalendarDate(days: Int32(clamping: Self.floorDivide(microseconds, Self.day).quotient))
  }

  /// Microseconds in a day.
  @inlinable public static var day: Int64 { 86_400_000_000 }

  /// Whether `left` is the earlier moment.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    left.microseconds < right.microseconds
  }

  /// Divides so that the rest is never negative.
  package static func floorDivide(_ number: Int64, _ divisor: Int64) -> (
    quotient: Int64, rest: Int64
  ) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}

// Text: RFC 3339 section 5.6, with the zone optional on reading.
extension Timestamp {
  /// Reads `2026-11-20T22:31:07.25Z`; an offset is taken into account, no zone means universal
  /// time.
  ///
  /// Seconds are optional, a blank can replace the `T`, and digits past microseconds are cut. As in
  /// ISO 8601, an offset may lack its colon or its minutes, and the date and the time may lack
  /// their signs: `20261120T223107Z`. A blank can precede the zone, which may be one of
  /// the usual abbreviations: `2026-11-20 22:31 +01:00`, `2026-11-20 22:31 CET`.
  public init?(_ description: String) {
    self.init(utf8: Array(description.utf8).span)
  }

  /// The moment in universal time, with as many digits of a second as it needs.
  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The moment with three digits after the second, as in `2026-11-20T22:31:07.250Z`.
  package var textWithMilliseconds: String {
    let text = description.dropLast()
    let seconds = text.prefix { $0 != "." }
    let digits = text.dropFirst(seconds.count + 1).prefix(3)
    return "\(seconds).\(digits)" + String(repeating: "0", count: 3 - digits.count) + "Z"
  }

  /// Reads the same forms from bytes, without a string in between.
  public init?(utf8: Span<UInt8>) {
    if utf8.count >= 13, utf8[8] | 0x20 == UInt8(ascii: "t"), let text = Self.extended(utf8) {
      self.init(utf8: text.span)
      return
    }
    guard utf8.count >= 16, let date = CalendarDate(utf8: utf8.extracting(..<10)),
      utf8[10] | 0x20 == UInt8(ascii: "t") || utf8[10] == .space, utf8[13] == .colon,
      let hour = utf8.number(at: 11, width: 2), let minute = utf8.number(at: 14, width: 2),
      hour < 24, minute < 60
    else { return nil }
    var index = 16
    guard let fraction = Self.seconds(in: utf8, &index),
      let offset = Self.offset(in: utf8, &index), index == utf8.count
    else { return nil }
    let minutes = Int64(hour * 60 + minute) - offset
    let moment = Int64(date.days) * Self.day + minutes * 60_000_000 + fraction
    // An offset can lead to a year that can't be written.
    guard Self.writable.contains(moment) else { return nil }
    self.init(microseconds: moment)
  }

  /// Whether the text of a moment has a zone.
  package static func hasZone(_ utf8: Span<UInt8>) -> Bool {
    var isTime = false
    for index in utf8.indices {
      let byte = utf8[index]
      if isTime, byte == .plus || byte == .minus || byte.isASCIILetter { return true }
      if byte == .space || byte | 0x20 == UInt8(ascii: "t") { isTime = true }
    }
    return false
  }

  /// The form with signs of `20261120T2231` or `20261120T223107`, and of what follows.
  private static func extended(_ utf8: Span<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    for index in utf8.indices {
      switch index {
      case 4, 6: bytes.append(.minus)
      case 11: bytes.append(.colon)
      case 13 where utf8[13].digitValue != nil: bytes.append(.colon)
      default: break
      }
      guard index == 8 || index > 12 || utf8[index].digitValue != nil else { return nil }
      bytes.append(utf8[index])
    }
    return bytes
  }

  /// The moments of the years 0 to 9999 in universal time.
  package static let writable: Range<Int64> = {
    let (first, last) = (
      CalendarDate(year: 0, month: 1, day: 1), CalendarDate(year: 9999, month: 12, day: 31)
    )
    return Int64(first?.days ?? 0) * day..<(Int64(last?.days ?? 0) + 1) * day
  }()

  private static func seconds(in utf8: Span<UInt8>, _ index: inout Int) -> Int64? {
    guard index < utf8.count, utf8[index] == .colon else { return 0 }
    guard let whole = utf8.number(at: index + 1, width: 2), whole <= 60 else { return nil }
    index += 3
    var total = Int64(whole) * 1_000_000
    guard index < utf8.count, utf8[index] == UInt8(ascii: ".") else { return total }
    index += 1
    let start = index
    var unit: Int64 = 100_000
    while index < utf8.count, let digit = utf8[index].digitValue {
      total += Int64(digit) * unit
      unit /= 10
      index += 1
    }
    return index > start ? total : nil
  }

  /// The offset from universal time in minutes, east positive.
  private static func offset(in utf8: Span<UInt8>, _ index: inout Int) -> Int64? {
    guard index < utf8.count else { return 0 }
    if utf8[index] == .space { index += 1 }
    guard index < utf8.count else { return nil }
    let sign = utf8[index]
    if sign.isASCIILetter, utf8.count - index > 1 { return zoneWord(in: utf8, &index) }
    if sign | 0x20 == UInt8(ascii: "z") {
      index += 1
      return 0
    }
    guard sign == .plus || sign == .minus, let hours = utf8.number(at: index + 1, width: 2),
      hours < 24
    else { return nil }
    index += 3
    let hasColon = index < utf8.count && utf8[index] == .colon
    if hasColon { index += 1 }
    var offset = Int64(hours * 60)
    if hasColon || index < utf8.count {
      guard let minutes = utf8.number(at: index, width: 2), minutes < 60 else { return nil }
      offset += Int64(minutes)
      index += 2
    }
    return sign == .minus ? -offset : offset
  }

  private static func zoneWord(in utf8: Span<UInt8>, _ index: inout Int) -> Int64? {
    defer { index = utf8.count }
    return utf8.count - index > 4
      ? nil : ZoneWord.offset(of: String(copying: utf8.extracting(index..<utf8.count)))
  }

  /// Appends the moment as ``description`` shows it.
  package func write(to bytes: inout [UInt8]) {
    date.write(to: &bytes)
    let rest = Self.floorDivide(microseconds, Self.day).rest
    let seconds = Int(rest / 1_000_000)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(decimal: seconds / 3600, width: 2)
    bytes.append(.colon)
    bytes.append(decimal: seconds / 60 % 60, width: 2)
    bytes.append(.colon)
    bytes.append(decimal: seconds % 60, width: 2)
    var fraction = Int(rest % 1_000_000)
    if fraction > 0 {
      var width = 6
      while fraction % 10 == 0 {
        fraction /= 10
        width -= 1
      }
      bytes.append(UInt8(ascii: "."))
      bytes.append(decimal: fraction, width: width)
    }
    bytes.append(UInt8(ascii: "Z"))
  }
}
