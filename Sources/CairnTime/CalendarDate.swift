/// A day of the Gregorian calendar, from the year 0 to the year 9999, without a time zone.
public struct CalendarDate: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// Days since 1970-01-01, negative before it.
  public let days: Int32

  /// The day that is `days` after 1970-01-01.
  @inlinable
  public init(days: Int32) {
    self.days = days
  }

  /// The day with these numbers, or `nil` if the calendar has none.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    // Years that start in March put the leap day last, so a month's start is a linear function.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    days = Int32(era * 146_097 + dayOfEra - 719_468)
  }

  /// Year, month from 1 and day from 1.
  public var components: (year: Int, month: Int, day: Int) {
    let shifted = Int(days) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Whether the year is known; the year 0 stands for an unknown one, as in a birthday.
  public var hasYear: Bool { !(-719_528..<Self.firstOfYearOne.days).contains(days) }

  /// The first day of the year 1.
  package static let firstOfYearOne = CalendarDate(days: -719_162)

  /// Reads a day without a year: `--05-09`, or `--0509` as in a vCard; `nil` for any other text.
  public init?(withoutYear text: String) {
    let digits = text.dropFirst(2)
    guard text.hasPrefix("--"), digits.utf8.allSatisfy({ $0.digitValue != nil || $0 == .minus })
    else { return nil }
    let parts = digits.split(separator: "-", omittingEmptySubsequences: false)
    let isShort = parts.count == 1 && digits.utf8.count == 4
    let pair = isShort ? [digits.prefix(2), digits.dropFirst(2)] : parts
    guard pair.count == 2, pair.allSatisfy({ $0.utf8.count == 2 }), let month = Int(pair[0]),
      let day = Int(pair[1])
    else { return nil }
    self.init(year: 0, month: month, day: day)
  }

  /// The number of days in a month, which is from 1 to 12.
  public static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether `left` is the earlier day.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.days < right.days }

  /// Reads `2026-11-20` (RFC 3339 full-date); `nil` for any other text.
  public init?(_ description: String) {
    self.init(utf8: Array(description.utf8).span)
  }

  /// The day as `2026-11-20`.
  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the same from bytes, which takes no text in between.
  public init?(utf8: Span<UInt8>) {
    guard utf8.count == 10, utf8[4] == .minus, utf8[7] == .minus,
      let year = utf8.number(at: 0, width: 4), let month = utf8.number(at: 5, width: 2),
      let day = utf8.number(at: 8, width: 2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Appends the day as `2026-11-20`.
  package func write(to bytes: inout [UInt8]) {
    let (year, month, day) = components
    // No text that is read has such a year, but a number of days may.
    if year < 0 { bytes.append(.minus) }
    bytes.append(decimal: abs(year), width: 4)
    bytes.append(.minus)
    bytes.append(decimal: month, width: 2)
    bytes.append(.minus)
    bytes.append(decimal: day, width: 2)
  }
}
