internal import CairnStore

/// Dates with the month as a word of ``MonthWords``: `Jun 12 1998`, `26-Nov-2026`, `03/Oct/25`,
/// `12. März 1998`, `1er juin 1998`, `3 de mayo de 1998`, `Friday, November 26, 2026 3:15 PM`.
extension RegionalForm {
  /// Reads such a date, with an optional time after it.
  ///
  /// A year of two digits between blanks may be a day as well: `03 Nov 25`. It is certain in
  /// `3 Nov 25` and `03 Nov 98`.
  static func namedMonth(_ bytes: ArraySlice<UInt8>) -> Reading? {
    var rest = bytes
    skipWeekday(&rest)
    guard let first = rest.first else { return nil }
    let date = Byte.isLetter(first) ? monthThenDay(&rest) : dayThenMonth(&rest)
    guard let date, skipGap(&rest), let digits = yearDigits(from: &rest),
      let day = CalendarDate(year: year(of: digits), month: date.month, day: date.day)
    else { return nil }
    var reading = Reading(plain: Array(day.description.utf8))
    let number = digits.reduce(0) { $0 * 10 + Int($1 - Byte.zero) }
    reading.isCertain = digits.count == 4 || date.isClear || number > 31
    if rest.isEmpty { return reading }
    guard let time = time(rest) else { return nil }
    reading.plain += [UInt8(ascii: "T")] + time
    return reading
  }

  /// A month and a day, and whether the day cannot be a year.
  private typealias Parts = (month: Int, day: Int, isClear: Bool)

  private static func monthThenDay(_ rest: inout ArraySlice<UInt8>) -> Parts? {
    guard let month = month(from: &rest) else { return nil }
    let hasMarks = rest.first == Byte.minus || rest.first == Byte.slash
    guard skipGap(&rest), let (day, isShort) = day(from: &rest) else { return nil }
    return (month, day, hasMarks || isShort || rest.first == Byte.comma)
  }

  private static func dayThenMonth(_ rest: inout ArraySlice<UInt8>) -> Parts? {
    guard let (day, isShort) = day(from: &rest) else { return nil }
    let hasPoint = rest.first == Byte.point
    if hasPoint { rest = rest.dropFirst() }
    let hasMarks = rest.first == Byte.minus || rest.first == Byte.slash
    guard skipGap(&rest), let month = month(from: &rest) else { return nil }
    return (month, day, hasMarks || isShort || hasPoint)
  }

  // MARK: - Parts

  /// Takes the letters at the start, which may be outside ASCII.
  private static func word(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let word = rest.prefix { Byte.isLetter($0) || $0 >= 0x80 }
    rest = rest.dropFirst(word.count)
    return word
  }

  private static func month(from rest: inout ArraySlice<UInt8>) -> Int? {
    guard let month = MonthWords.month(word(from: &rest)) else { return nil }
    if rest.first == Byte.point { rest = rest.dropFirst() }
    return month
  }

  /// Skips `Fri` or `Friday`, perhaps with a comma; otherwise nothing.
  private static func skipWeekday(_ rest: inout ArraySlice<UInt8>) {
    var behind = rest
    guard MonthWords.isWeekday(word(from: &behind)), skipGap(&behind) else { return }
    rest = behind
  }

  /// Returns one or two digits, perhaps with the ending of a number such as `12th` or `1er`, and
  /// whether it can be no year of two digits.
  private static func day(from rest: inout ArraySlice<UInt8>) -> (day: Int, isShort: Bool)? {
    let digits = rest.prefix(while: Byte.isDigit)
    guard (1...2).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    let ending = dayEndings.first { rest.starts(with: $0) }
    rest = rest.dropFirst(ending?.count ?? 0)
    return Int(String(decoding: digits, as: UTF8.self)).map {
      ($0, digits.count == 1 || ending != nil)
    }
  }

  private static let dayEndings = ["st", "nd", "rd", "th", "er", "º", "ª", "°"].map {
    Array($0.utf8)
  }

  private static func yearDigits(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = rest.prefix(while: Byte.isDigit)
    guard digits.count == 4 || digits.count == 2 else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits
  }

  /// Skips the blanks, the comma, the dash or the slash between two parts, and `de` as in
  /// `3 de mayo de 1998`.
  private static func skipGap(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let start = rest.startIndex
    if rest.first == Byte.comma { rest = rest.dropFirst() }
    if rest.first == Byte.minus || rest.first == Byte.slash {
      rest = rest.dropFirst()
    } else {
      rest = rest.drop { $0 == Byte.space }
      for word in ["de ", "del "] where rest.starts(with: word.utf8) {
        rest = rest.dropFirst(word.utf8.count)
      }
    }
    return rest.startIndex > start
  }

  /// Returns the year of two or four digits.
  ///
  /// Two digits mean a year from 1950 to 2049.
  static func year(of digits: ArraySlice<UInt8>) -> Int {
    let number = digits.reduce(0) { $0 * 10 + Int($1 - Byte.zero) }
    guard digits.count == 2 else { return number }
    return number + (number < 50 ? 2000 : 1900)
  }
}
