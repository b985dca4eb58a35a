internal import CairnStore

/// Dates with the month as an English word: `Jun 12 1998`, `26-Nov-2026`, `03/Oct/25`,
/// `12 June 1998`, `Friday, November 26, 2026 3:15 PM`.
extension RegionalForm {
  /// Reads such a date, with an optional time after it.
  static func namedMonth(_ bytes: ArraySlice<UInt8>) -> Reading? {
    var rest = bytes
    skipWeekday(&rest)
    guard let first = rest.first else { return nil }
    let date = Byte.isLetter(first) ? monthThenDay(&rest) : dayThenMonth(&rest)
    guard let date, skipGap(&rest), let year = year(from: &rest, mayBeShort: date.hasMarks),
      let day = CalendarDate(year: year, month: date.month, day: date.day)
    else { return nil }
    let plain = Array(day.description.utf8)
    if rest.isEmpty { return Reading(plain: plain) }
    return time(rest).map { Reading(plain: plain + [UInt8(ascii: "T")] + $0) }
  }

  private typealias Parts = (month: Int, day: Int, hasMarks: Bool)

  private static func monthThenDay(_ rest: inout ArraySlice<UInt8>) -> Parts? {
    guard let month = month(from: &rest) else { return nil }
    let hasMarks = rest.first == Byte.minus || rest.first == Byte.slash
    guard skipGap(&rest), let day = day(from: &rest) else { return nil }
    return (month, day, hasMarks)
  }

  private static func dayThenMonth(_ rest: inout ArraySlice<UInt8>) -> Parts? {
    guard let day = day(from: &rest) else { return nil }
    if rest.first == Byte.point { rest = rest.dropFirst() }
    let hasMarks = rest.first == Byte.minus || rest.first == Byte.slash
    guard skipGap(&rest), let month = month(from: &rest) else { return nil }
    return (month, day, hasMarks)
  }

  // MARK: - Parts

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ].map { Array($0.utf8) }
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ].map { Array($0.utf8) }

  /// Takes the letters at the start, in lower case.
  private static func word(from rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let word = rest.prefix(while: Byte.isLetter)
    rest = rest.dropFirst(word.count)
    return word.map { $0 | 0x20 }
  }

  /// Returns the place of a name, whole or shortened to at least three letters.
  private static func place(of word: [UInt8], in names: [[UInt8]]) -> Int? {
    guard (3...9).contains(word.count) else { return nil }
    return names.firstIndex { $0 == word || word.count <= 4 && $0.starts(with: word) }
  }

  private static func month(from rest: inout ArraySlice<UInt8>) -> Int? {
    guard let place = place(of: word(from: &rest), in: monthNames) else { return nil }
    if rest.first == Byte.point { rest = rest.dropFirst() }
    return place + 1
  }

  /// Skips `Fri` or `Friday`, perhaps with a comma; otherwise nothing.
  private static func skipWeekday(_ rest: inout ArraySlice<UInt8>) {
    var behind = rest
    guard place(of: word(from: &behind), in: weekdays) != nil, skipGap(&behind) else { return }
    rest = behind
  }

  /// Returns one or two digits, perhaps with the ending of a number such as `12th`.
  private static func day(from rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix(while: Byte.isDigit)
    guard (1...2).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    let ending = String(decoding: rest.prefix(2), as: UTF8.self)
    if ["st", "nd", "rd", "th"].contains(ending) { rest = rest.dropFirst(2) }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private static func year(from rest: inout ArraySlice<UInt8>, mayBeShort: Bool) -> Int? {
    let digits = rest.prefix(while: Byte.isDigit)
    guard digits.count == 4 || mayBeShort && digits.count == 2 else { return nil }
    rest = rest.dropFirst(digits.count)
    return year(of: digits)
  }

  /// Skips the blanks, the comma, the dash or the slash between two parts.
  private static func skipGap(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let start = rest.startIndex
    if rest.first == Byte.comma { rest = rest.dropFirst() }
    if rest.first == Byte.minus || rest.first == Byte.slash {
      rest = rest.dropFirst()
    } else {
      rest = rest.drop { $0 == Byte.space }
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
