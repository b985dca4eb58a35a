/// A day of the Gregorian calendar as a URL spells it, `2024-02-29`.
public struct CalendarDay: Hashable, Sendable, CaptureValue {
  /// The year, 0 to 9999.
  public let year: Int

  /// The month, 1 to 12.
  public let month: Int

  /// The day of the month, from 1.
  public let day: Int

  /// The type of a pattern's capture.
  public static var captureType: CaptureType { .date }

  /// Takes a day that exists, else nil.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...Self.length(ofMonth: month, in: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads a day from the whole text.
  public init?(captureText: String) {
    let groups = captureText.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [4, 2, 2], captureText.utf8.first != UInt8(ascii: "+"),
      groups.allSatisfy({ NumberSyntax.integer(String($0)) != nil }),
      let year = Int(groups[0]), let month = Int(groups[1]), let day = Int(groups[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day as a URL spells it.
  public var captureText: String {
    "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
