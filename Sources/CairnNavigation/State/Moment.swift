/// A point in time in milliseconds, printed in ISO 8601 in UTC.
public struct Moment: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since the start of 1970 in UTC.
  public let milliseconds: Int64

  /// Creates a moment from milliseconds since the start of 1970 in UTC.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Whether one moment is before another.
  public static func < (first: Moment, second: Moment) -> Bool {
    first.milliseconds < second.milliseconds
  }

  /// Returns the moment before this one by a duration.
  public func before(_ age: Duration) -> Moment {
    let (seconds, attoseconds) = age.components
    return Moment(milliseconds: milliseconds - seconds * 1000 - attoseconds / 1_000_000_000_000_000)
  }

  /// The moment as `2026-11-21T09:30:00.125Z`.
  public var description: String {
    let (days, rest) = Self.divide(milliseconds, by: 86_400_000)
    let (year, month, day) = Self.civil(days)
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { $0.padded(to: 2) }
    return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
      + "T\(clock.joined(separator: ":")).\((rest % 1000).padded(to: 3))Z"
  }

  private static func divide(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
    let rest = (number % divisor + divisor) % divisor
    return ((number - rest) / divisor, rest)
  }

  /// Returns the date of a day counted from 1970; its eras of 400 years start in March.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = divide(days + 719_468, by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

extension BinaryInteger {
  /// Returns the digits with zeros before them, up to a width.
  func padded(to width: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
