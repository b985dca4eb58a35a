internal import CairnStore

/// Reads dates and times as ISO 8601 writes them, from bytes.
///
/// An import reads a million of them, so there is no text in between.
enum ISOTime {
  /// The day `2026-11-20`, or `nil` if there is no such day.
  static func date(_ bytes: ArraySlice<UInt8>) -> CalendarDate? {
    guard bytes.count == 10 else { return nil }
    let start = bytes.startIndex
    guard bytes[start + 4] == Byte.minus, bytes[start + 7] == Byte.minus,
      let year = number(bytes, start, 4), let month = number(bytes, start + 5, 2),
      let day = number(bytes, start + 8, 2)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// The moment `2026-11-20T22:30:15.5+01:00`, or `nil` if it is none.
  ///
  /// A blank may stand for the `T`; seconds and zone may be left out, and without a zone it is UTC.
  /// A day alone is its midnight.
  static func datetime(_ bytes: ArraySlice<UInt8>) -> Timestamp? {
    guard bytes.count >= 10, let date = date(bytes.prefix(10)) else { return nil }
    let midnight = Int64(date.days) * Timestamp.day
    var rest = bytes.dropFirst(10)
    guard let mark = rest.popFirst() else { return Timestamp(microseconds: midnight) }
    guard mark | 0x20 == UInt8(ascii: "t") || mark == Byte.space,
      let hour = take(&rest, 2), hour < 24, rest.popFirst() == Byte.colon,
      let minute = take(&rest, 2), minute < 60,
      let seconds = takeSeconds(&rest), let offset = takeZone(&rest), rest.isEmpty
    else { return nil }
    let minutes = Int64(hour * 60 + minute - offset)
    return Timestamp(microseconds: midnight + minutes * 60_000_000 + seconds)
  }

  /// Microseconds of `:15.25`, zero where there are none.
  private static func takeSeconds(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    guard rest.first == Byte.colon else { return 0 }
    rest.removeFirst()
    guard let seconds = take(&rest, 2), seconds < 60 else { return nil }
    guard rest.first == Byte.point else { return Int64(seconds) * 1_000_000 }
    rest.removeFirst()
    let decimals = rest.prefix(while: Byte.isDigit)
    guard !decimals.isEmpty, decimals.count <= 9 else { return nil }
    rest.removeFirst(decimals.count)
    var fraction: Int64 = 0
    for place in 0..<6 {
      let digit = place < decimals.count ? decimals[decimals.startIndex + place] : Byte.zero
      fraction = fraction * 10 + Int64(digit - Byte.zero)
    }
    return Int64(seconds) * 1_000_000 + fraction
  }

  /// Minutes east of UTC of `Z`, `+01:00`, `+0100`, `+01` or nothing.
  private static func takeZone(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let mark = rest.popFirst() else { return 0 }
    if mark | 0x20 == UInt8(ascii: "z") { return 0 }
    guard mark == Byte.plus || mark == Byte.minus, let hours = take(&rest, 2), hours < 24 else {
      return nil
    }
    if rest.first == Byte.colon { rest.removeFirst() }
    guard let minutes = rest.isEmpty ? 0 : take(&rest, 2), minutes < 60 else { return nil }
    return (mark == Byte.minus ? -1 : 1) * (hours * 60 + minutes)
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int? {
    guard rest.count >= count, let value = number(rest, rest.startIndex, count) else { return nil }
    rest.removeFirst(count)
    return value
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ start: Int, _ count: Int) -> Int? {
    var value = 0
    for index in start..<start + count {
      guard Byte.isDigit(bytes[index]) else { return nil }
      value = value * 10 + Int(bytes[index] - Byte.zero)
    }
    return value
  }
}
