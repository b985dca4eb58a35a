extension CalendarDate {
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// The place of a name of which a word has three letters at least: `fri`, `sept`.
  private static func place(of word: some StringProtocol, in names: [String]) -> Int? {
    word.count >= 3 ? names.firstIndex { $0.hasPrefix(word) } : nil
  }

  /// The day of the week, 0 for Monday.
  var weekday: Int { (Int(days) % 7 + 10) % 7 }

  /// The name of the day of the week.
  public var weekdayName: String {
    Self.weekdays[weekday].prefix(1).uppercased() + Self.weekdays[weekday].dropFirst()
  }

  /// Reads `friday`, `next fri` or `last friday`, in small letters.
  ///
  /// A bare name is the first such day from today on; `next` is that of the next week, which begins
  /// on Monday; `last` the last one before today. `nil` for other texts.
  init?(weekdayWords text: String, today: CalendarDate) {
    let words = text.split(separator: " ")
    guard let name = words.last, words.count <= 2,
      let weekday = Self.place(of: name, in: Self.weekdays)
    else { return nil }
    let distance = weekday - today.weekday
    switch words.count == 2 ? words[0] : "" {
    case "": self.init(days: today.days + Int32((distance + 7) % 7))
    case "next": self.init(days: today.days + Int32(distance + 7))
    case "last": self.init(days: today.days - Int32((6 - distance) % 7 + 1))
    default: return nil
    }
  }

  /// Reads `10 dec 2026`, `dec 10, 2026`, the same without a year, `10.12.2026` and `10.12.`, in
  /// small letters.
  ///
  /// Without a year it is the one of which today is nearest. Days between slashes are not read, as
  /// some write the month first. `nil` for other texts, and for days that there are not.
  init?(words text: String, today: CalendarDate) {
    let isDotted = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0.isDigit }
    var parts = text.split { $0 == " " || $0 == "," || $0 == "." }.map(String.init)
    var month: Int?
    if isDotted {
      let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
      guard pieces.count == 3, !pieces[0].isEmpty, !pieces[1].isEmpty else { return nil }
      month = Self.number(parts.remove(at: 1), digits: 1...2)
    } else if let index = parts.prefix(2).firstIndex(where: { $0.first?.isLetter == true }) {
      month = Self.place(of: parts.remove(at: index), in: Self.months).map { $0 + 1 }
    }
    guard let month, let first = parts.first, let day = Self.number(first, digits: 1...2) else {
      return nil
    }
    switch parts.count {
    case 2:
      guard let year = Self.number(parts[1], digits: 4...4) else { return nil }
      self.init(year: year, month: month, day: day)
    case 1: self.init(nearest: today, month: month, day: day)
    default: return nil
    }
  }

  /// The day of a month in the year that puts it nearest to another one.
  private init?(nearest today: CalendarDate, month: Int, day: Int) {
    let year = today.components.year
    let candidates = (year - 1...year + 1).compactMap {
      CalendarDate(year: $0, month: month, day: day)
    }
    let nearest = candidates.min { abs($0.days - today.days) < abs($1.days - today.days) }
    guard let nearest else { return nil }
    self = nearest
  }

  private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(text)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
