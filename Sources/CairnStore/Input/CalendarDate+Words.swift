extension CalendarDate {
  static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// The place of a name of which a word has three letters at least: `fri`, `sept`.
  private static func place(of word: some StringProtocol, in names: [String]) -> Int? {
    word.count >= 3 ? names.firstIndex { $0.hasPrefix(word) } : nil
  }

  /// The number of a month that a word names.
  static func month(_ word: some StringProtocol) -> Int? {
    place(of: word, in: months).map { $0 + 1 }
  }

  /// The day of the week, 0 for Monday.
  var weekday: Int { (Int(days) % 7 + 10) % 7 }

  /// The place of the day in a week that begins with another day, 0 for the first.
  func weekday(from first: Int) -> Int { (weekday - first + 7) % 7 }

  /// The name of the day of the week.
  public var weekdayName: String {
    Self.weekdays[weekday].prefix(1).uppercased() + Self.weekdays[weekday].dropFirst()
  }

  /// Reads `friday`, `next fri` or `last friday`, in small letters.
  ///
  /// A bare name, or one with `this`, is the first such day from today on. The word `next` means
  /// the week after this one, and `last` means the last such day before today. Other texts give
  /// `nil`.
  init?(weekdayWords text: String, today: CalendarDate, weeksFrom first: Int) {
    let words = text.split(separator: " ")
    guard let name = words.last, words.count <= 2,
      let weekday = Self.place(of: name, in: Self.weekdays)
    else { return nil }
    let distance = (weekday - first + 7) % 7 - today.weekday(from: first)
    switch words.count == 2 ? words[0] : "" {
    case "", "this": self.init(days: today.days + Int32((distance + 7) % 7))
    case "next": self.init(days: today.days + Int32(distance + 7))
    case "last": self.init(days: today.days - Int32((6 - distance) % 7 + 1))
    default: return nil
    }
  }

  /// Reads `10 dec 2026`, `dec 10, 2026`, the same without a year, `10.12.2026`, `10.12.` and
  /// `26/11`, in small letters.
  ///
  /// Without a year, the nearest such day is meant. Some people write the month first, so a day
  /// with slashes is read only if it is unambiguous. Other texts and days that don't exist give
  /// `nil`.
  init?(words text: String, today: CalendarDate) {
    let slashed = Self.readings(ofSlashed: text, today: today)
    guard slashed.isEmpty else {
      guard slashed.count == 1 else { return nil }
      self = slashed[0]
      return
    }
    let isDotted = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0.isDigit }
    var parts = text.split { $0 == " " || $0 == "," || $0 == "." }.map(String.init)
    var month: Int?
    if isDotted {
      let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
      guard pieces.count == 3, !pieces[0].isEmpty, !pieces[1].isEmpty else { return nil }
      month = Self.number(parts.remove(at: 1), digits: 1...2)
    } else if let index = parts.prefix(2).firstIndex(where: { $0.first?.isLetter == true }) {
      month = Self.month(parts.remove(at: index))
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

  /// The days that `26/11`, `11/26/2026` or `2026/11/26` may be.
  static func readings(ofSlashed text: String, today: CalendarDate) -> [CalendarDate] {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 || parts.count == 3 else { return [] }
    let short = parts.map { number($0, digits: 1...2) }
    if parts.count == 3, let year = number(parts[0], digits: 4...4) {
      guard let month = short[1], let day = short[2] else { return [] }
      return [CalendarDate(year: year, month: month, day: day)].compactMap(\.self)
    }
    guard let first = short[0], let second = short[1] else { return [] }
    let pairs = first == second ? [(first, second)] : [(first, second), (second, first)]
    guard parts.count == 3 else {
      return pairs.compactMap { CalendarDate(nearest: today, month: $0.1, day: $0.0) }
    }
    guard let year = number(parts[2], digits: 4...4) else { return [] }
    return pairs.compactMap { CalendarDate(year: year, month: $0.1, day: $0.0) }
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
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
