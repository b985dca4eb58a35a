public import CairnStore

/// A regional way to write numbers or dates that isn't the store's own.
public enum RegionalForm: String, CaseIterable, Sendable {
  /// `1.234,56`, also with blanks between thousands.
  case decimalComma = "comma"
  /// `1,234.56`, also with apostrophes or blanks between thousands.
  case groupedThousands = "point"
  /// `31.12.2024`, `31/12/2024`, `31-12-2024` or `31.12.24`, perhaps with a time.
  case dayFirst = "day-first"
  /// `12/31/2024`, `12-31-2024` or `12/31/24`, perhaps with a time.
  case monthFirst = "month-first"
  /// `2024/12/31`, `2024-1-2` or `2024.12.31`, perhaps with a time such as `7:15 PM`.
  case yearFirst = "year-first"
  /// `Jun 12 1998`, `12 June 1998` or `26-Nov-2026`, perhaps with a time.
  case monthName = "month-name"

  /// A value read in this form.
  struct Reading {
    /// The value in the store's own form.
    var plain: [UInt8]
    /// Whether the value is certainly a number or date.
    ///
    /// Network addresses and phone numbers may look like numbers.
    var isCertain = true
    /// Whether the value may also be a list of two small numbers.
    var isPair = false
  }

  /// Whether it is a form of numbers.
  var isOfNumbers: Bool { self == .decimalComma || self == .groupedThousands }

  /// Returns whether values of `type` may have this form.
  func applies(to type: AttributeType) -> Bool {
    switch type {
    case .integer, .decimal, .double: isOfNumbers
    case .date, .datetime, .localtime: !isOfNumbers
    case .string, .text, .boolean, .choice, .data, .url, .email, .uuid, .phone, .file, .tags: false
    }
  }

  /// Returns the forms of values of `type`.
  public static func all(of type: AttributeType) -> [RegionalForm] {
    allCases.filter { $0.applies(to: type) }
  }

  /// An example in this form.
  public var example: String {
    switch self {
    case .decimalComma: "1.234,56"
    case .groupedThousands: "1,234.56"
    case .dayFirst: "31.12.2024"
    case .monthFirst: "12/31/2024"
    case .yearFirst: "2024/12/31"
    case .monthName: "31 Dec 2024"
    }
  }

  /// The form in words, after "read".
  var words: String {
    switch self {
    case .decimalComma: "with a decimal comma"
    case .groupedThousands: "with marks between thousands"
    case .dayFirst: "with the day first"
    case .monthFirst: "with the month first"
    case .yearFirst: "with the year first"
    case .monthName: "with the month as a word"
    }
  }

  /// Returns a value in the store's own form; `nil` if `bytes` are not in this form.
  ///
  /// Cost: an array for a match; otherwise mostly a look at the first few bytes.
  func reading(of bytes: ArraySlice<UInt8>) -> Reading? {
    isOfNumbers ? number(bytes) : self == .monthName ? Self.namedMonth(bytes) : date(bytes)
  }
}

extension RegionalForm {
  /// Reads a date with a year of four or two digits, and an optional time after it.
  func date(_ bytes: ArraySlice<UInt8>) -> Reading? {
    guard let first = bytes.first, Byte.isDigit(first) else { return nil }
    var rest = bytes
    guard let one = Self.digits(from: &rest), let mark = rest.popFirst(),
      let two = Self.digits(from: &rest), rest.popFirst() == mark,
      let three = Self.digits(from: &rest), let parts = numbers([one, two, three], mark),
      let day = CalendarDate(year: parts.year, month: parts.month, day: parts.day)
    else { return nil }
    var reading = Reading(plain: Array(day.description.utf8))
    // `1.2.24` may be the version of a program.
    reading.isCertain = mark != Byte.point || three.count == 4 || one.count + two.count == 4
    if rest.isEmpty { return reading }
    guard let time = Self.time(rest) else { return nil }
    reading.plain += [UInt8(ascii: "T")] + time
    return reading
  }

  /// Assigns three numbers to year, month and day; `nil` if their lengths or separator don't fit
  /// the form.
  ///
  /// With points, the day always comes first, unless the year does.
  private func numbers(
    _ parts: [ArraySlice<UInt8>], _ mark: UInt8
  ) -> (year: Int, month: Int, day: Int)? {
    let marks: [UInt8]
    let order: (year: Int, month: Int, day: Int)
    switch self {
    case .dayFirst: (marks, order) = ([Byte.point, Byte.slash, Byte.minus], (2, 1, 0))
    case .monthFirst: (marks, order) = ([Byte.slash, Byte.minus], (2, 0, 1))
    case .yearFirst: (marks, order) = ([Byte.slash, Byte.point, Byte.minus], (0, 1, 2))
    case .decimalComma, .groupedThousands, .monthName: return nil
    }
    // With dashes, a short year may stand at either end.
    let isShort = parts[order.year].count == 2 && self != .yearFirst && mark != Byte.minus
    guard marks.contains(mark), parts[order.year].count == 4 || isShort,
      parts[order.month].count <= 2,
      parts[order.day].count <= 2
    else { return nil }
    // Versions of programs may also begin with years, but without leading zeros.
    if self == .yearFirst, mark == Byte.point, parts[1].count < 2 || parts[2].count < 2 {
      return nil
    }
    let values = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - Byte.zero) } }
    return (Self.year(of: parts[order.year]), values[order.month], values[order.day])
  }

  /// Returns one to four digits; `nil` for more or none.
  private static func digits(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = rest.prefix(while: Byte.isDigit)
    rest = rest.dropFirst(digits.count)
    return (1...4).contains(digits.count) ? digits : nil
  }

  /// Returns the hour, minute and optional second after a date in the store's form.
  ///
  /// Examples are ` 9:05`, `, 23:59:30` and ` 1:05 PM`.
  static func time(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = bytes
    if rest.first == Byte.comma { rest = rest.dropFirst() }
    guard let blank = rest.popFirst(), blank == Byte.space || blank == UInt8(ascii: "T"),
      let hours = digits(from: &rest), hours.count <= 2,
      var hour = Int(String(decoding: hours, as: UTF8.self)), hour < 24
    else { return nil }
    if let half = half(endingIn: &rest) {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + half
    }
    let tens = Byte.zero + UInt8(hour / 10)
    // The rest must be in the store's form, or it is no time.
    return [tens, Byte.zero + UInt8(hour % 10)] + rest
  }

  /// Returns the hours to add for AM or PM at the end of a time.
  private static func half(endingIn rest: inout ArraySlice<UInt8>) -> Int? {
    let mark = rest.suffix(2).map { $0 | 0x20 }
    let isMorning = mark == Array("am".utf8)
    guard isMorning || mark == Array("pm".utf8) else { return nil }
    rest = rest.dropLast(2)
    if rest.last == Byte.space { rest = rest.dropLast() }
    return isMorning ? 0 : 12
  }
}
