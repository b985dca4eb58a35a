/// Writes values as text: for people, for other programs, and as an age.
public enum ValueText {
  /// The value as people read it.
  ///
  /// Moments are in local time, with their offset if clocks show the time twice. Data is shown as
  /// its size and format, and a link as its key. Control characters stay, because only the screen
  /// knows how to show them.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - clock: the clock of the person.
  ///   - isExact: whether times have all their digits, rather than minutes.
  /// - Returns: the text.
  public static func display(
    _ value: Value, at clock: WallClock = .current, isExact: Bool = false
  ) -> String {
    switch value {
    case .datetime(let time): isExact ? localTime(time, clock) : localMinute(time, clock)
    case .localtime(let time): isExact ? time.clockText : String(time.clockText.prefix(16))
    case .data(let bytes): content(bytes)
    case .labeled(let label, let value):
      "\(display(value, at: clock, isExact: isExact)) (\(label))"
    case .list(let elements):
      elements.map { display($0, at: clock, isExact: isExact) }.joined(separator: ", ")
    // The name says more than the path with a hash.
    case .text(let text): KeptFile(text)?.name ?? text
    case .date(let day) where !day.hasYear: withoutYear(day)
    default: value.storedTexts[0]
    }
  }

  /// The value as other programs read it.
  ///
  /// Dates are ISO 8601, moments in universal time, data base64. Lists have commas between, with
  /// quotation marks where an element needs them, so that `ValueInput` reads the same value.
  public static func export(_ value: Value) -> String {
    guard case .list(let elements) = value else { return value.storedTexts[0] }
    return elements.map { quotedIfNeeded(export($0)) }.joined(separator: ",")
  }

  /// The value as people type it, so that `ValueInput` reads the same value by the same clock.
  ///
  /// Moments stand in local time with all their digits, data in base64.
  public static func typed(_ value: Value, at clock: WallClock = .current) -> String {
    switch value {
    case .datetime(let time): localTime(time, clock)
    case .date(let day) where !day.hasYear: withoutYear(day)
    case .labeled(let label, let value): "\(typed(value, at: clock)) (\(label))"
    case .list(let elements):
      elements.map { quotedIfNeeded(typed($0, at: clock)) }.joined(separator: ",")
    default: export(value)
    }
  }

  /// How a typed text was read: `Friday 2026-11-27` for `friday`, `1200` for `1.2k`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - value: The value of the text.
  ///   - clock: The clock by which it was read.
  /// - Returns: The reading; `nil` where the text says the same.
  public static func reading(of text: String, as value: Value, at clock: WallClock = .current)
    -> String?
  {
    let typed = typed(value, at: clock)
    guard typed != text, export(value) != text else { return nil }
    return if case .date(let day) = value, day.hasYear { "\(day.weekdayName) \(day)" } else {
      typed
    }
  }

  /// How long ago `moment` was, in a few characters: `now`, `5m`, `3h`, `2d`, `6w`, `4mo`, `2y`.
  ///
  /// A moment to come has `in` before it.
  public static func age(of moment: Timestamp, at clock: WallClock = .current) -> String {
    let (seconds, _) = (clock.now.microseconds - moment.microseconds)
      .quotientAndRemainder(dividingBy: 1_000_000)
    let days = Int(seconds.magnitude / 86_400)
    let age =
      switch seconds.magnitude {
      case ..<60: "now"
      case ..<3600: "\(seconds.magnitude / 60)m"
      case ..<86_400: "\(seconds.magnitude / 3600)h"
      default: age(days: days)
      }
    return seconds < 0 && age != "now" ? "in " + age : age
  }

  /// The day of the week of a day or moment, and how far it is from today: "Friday, in 3 days".
  ///
  /// `nil` for other values, and for a day without a year.
  public static func distance(of value: Value, at clock: WallClock = .current) -> String? {
    let day: CalendarDate
    switch value {
    case .date(let date) where date.hasYear: day = date
    case .datetime(let time): day = clock.local(time).date
    case .localtime(let time): day = time.date
    default: return nil
    }
    return "\(day.weekdayName), \(words(forDays: Int(day.days - clock.today.days)))"
  }

  /// A day as `--05-09`, as standards write a day of each year.
  private static func withoutYear(_ day: CalendarDate) -> String {
    "-" + day.description.dropFirst(4)
  }

  private static func words(forDays days: Int) -> String {
    switch days {
    case 0: return "today"
    case 1: return "tomorrow"
    case -1: return "yesterday"
    default: break
    }
    let (count, unit) =
      switch days.magnitude {
      case ..<60: (Int(days.magnitude), "day")
      case ..<730: (Int(days.magnitude) * 12 / 365, "month")
      // 400 years of the calendar have 146,097 days.
      default: (Int(days.magnitude) * 400 / 146_097, "year")
      }
    let words = "\(count) \(unit)\(count == 1 ? "" : "s")"
    return days > 0 ? "in \(words)" : "\(words) ago"
  }

  private static func age(days: Int) -> String {
    switch days {
    case ..<14: "\(days)d"
    case ..<61: "\(days / 7)w"
    case ..<730: "\(days * 12 / 365)mo"
    default: "\(days * 100 / 36_525)y"
    }
  }

  private static func localMinute(_ time: Timestamp, _ clock: WallClock) -> String {
    let minute = String(clock.local(time).clockText.prefix(16))
    return clock.localTime.isRepeated(time) ? minute + offset(at: time, clock) : minute
  }

  /// The moment in local time with all its digits, so that the same clock reads the same moment.
  ///
  /// Where clocks show the time twice, it has its offset.
  private static func localTime(_ time: Timestamp, _ clock: WallClock) -> String {
    let shown = clock.local(time)
    if clock.localTime.moment(showing: shown) == time, !clock.localTime.isRepeated(time) {
      return shown.clockText
    }
    let text = shown.clockText + offset(at: time, clock)
    // Outside the years that local time can show, universal time is left.
    return Timestamp(text) == time ? text : time.description
  }

  /// How far local time is ahead at a moment, such as `-04:00`.
  private static func offset(at time: Timestamp, _ clock: WallClock) -> String {
    let minutes = clock.localTime.offset(at: time) / 60
    let digits = [abs(minutes) / 60, abs(minutes) % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (minutes < 0 ? "-" : "+") + digits.joined(separator: ":")
  }

  /// The longest content, in bytes, that is shown as digits.
  private static let shortCount = 8

  /// Describes a content by its size and format, or by its digits if it is short.
  ///
  /// - Parameter bytes: the content.
  /// - Returns: the words, such as `4.1 kB, PNG` or `0A 1F`.
  public static func content(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty, bytes.count <= shortCount else {
      return content(size: bytes.count, startingWith: bytes)
    }
    return bytes.map(hexadecimal).joined(separator: " ")
  }

  /// A byte in two digits, such as `0A`.
  package static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// Describes a content by its size and format.
  ///
  /// - Parameters:
  ///   - size: the number of its bytes.
  ///   - start: its first bytes, a few dozen at least.
  /// - Returns: the words, such as `4.1 kB, PNG`.
  public static func content(size: Int, startingWith start: [UInt8]) -> String {
    let form = BinaryForm(start).map { ", \($0.name)" } ?? ""
    return Self.size(size) + form
  }

  /// A size in decimal units, with one digit below ten.
  private static func size(_ count: Int) -> String {
    if count == 1 { return "1 byte" }
    if count < 1000 { return "\(count) bytes" }
    var tenths = (count + 50) / 100
    for unit in ["kB", "MB"] {
      if tenths < 10_000 {
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(tenths / 10) \(unit)"
      }
      tenths = (tenths + 500) / 1000
    }
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) GB" : "\(tenths / 10) GB"
  }

  private static func quotedIfNeeded(_ text: String) -> String {
    let needsQuotes =
      text.trimmingBlanks() != text || text.isEmpty || text.unicodeScalars.contains(",")
      || text.unicodeScalars.contains("\"")
    return needsQuotes ? text.quoted : text
  }
}
