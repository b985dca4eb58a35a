// What a filter lacks that somebody is still typing.
extension FilterError {
  /// Whether typing on at the end of a filter can make it right.
  ///
  /// - Parameter filter: the text that the error is about.
  /// - Returns: whether the mistake is at the end, and no more than the beginning of what can be.
  public func isUnfinished(in filter: String) -> Bool {
    let rest = filter.dropFirst(max(0, column - 1))
    switch self {
    case .unclosedQuote, .unclosedParenthesis: return true
    case .missingValue: return column > filter.count
    case .incomplete(_, let word): return column > filter.count || rest == word
    case .unknownField(_, _, _, _, let isBegun):
      return isBegun && !rest.contains { $0.isWhitespace || ":=<>!~()".contains($0) }
    case .badValue(_, _, let text, _, let isBegun):
      return isBegun && (rest == text || rest.dropFirst() == text && rest.first == "\"")
    case .badPattern(_, let text, _, let isBegun): return isBegun && rest == text
    default: return false
    }
  }

  /// What is wrong with an unfinished filter that typing on can't make right, or else what its last
  /// value must be; `nil` where neither is known.
  ///
  /// - Parameters:
  ///   - filter: the text that the error is about.
  ///   - check: finds what is wrong with another text.
  /// - Returns: what is wrong once the filter is ended, which may be behind its end.
  public func behindEnd(
    of filter: String, _ check: (String) -> FilterError?
  ) -> FilterError? {
    var (text, error) = (filter, self)
    for _ in 0..<Self.mostEndings {
      switch error {
      case .unclosedQuote: text += text.hasSuffix("\\") ? "\\\"" : "\""
      case .unclosedParenthesis: text += ")"
      case .missingValue where error.column > text.count: text += "?"
      case .incomplete where error.isUnfinished(in: text): text += text.hasSuffix("-") ? "x" : " x"
      default: return error
      }
      guard let next = check(text) else { return nil }
      error = next
    }
    return nil
  }

  /// No filter nests deeper.
  private static let mostEndings = 130
}

extension Attribute {
  /// Whether more letters can make a text a value that a filter compares the field with.
  func mayBegin(with text: String, at clock: WallClock) -> Bool {
    switch type {
    case .integer, .decimal, .double: TypedNumber.mayBegin(with: text)
    case .date, .datetime: TimeSpan.mayBegin(with: text, at: clock)
    case .boolean: Self.begins(["yes", "no", "true", "false"], text)
    case .choice: Self.begins(choices, text)
    case .data:
      ["A", "=", "AA", "==", "AAA"].contains { Value(storedText: text + $0, as: .data) != nil }
    default: false
    }
  }

  private static func begins(_ values: [String], _ text: String) -> Bool {
    let folded = SearchFold.fold(text)
    return values.contains { SearchFold.fold($0).hasPrefix(folded) }
  }
}

extension TypedNumber {
  /// Whether more digits make a text a number, which may be those below the bar of a fraction.
  static func mayBegin(with text: String) -> Bool {
    ["0", "00", "000", "0000", "97"].contains { TypedNumber(text + $0) != nil }
  }
}

extension TimeSpan {
  /// Whether more letters make a text one about time.
  static func mayBegin(with text: String, at clock: WallClock) -> Bool {
    let text = text.inPlainSigns.lowercased()
    // The longest is 2026-11-05T10:30:07.123456+01:00.
    guard text.utf8.count <= 40 else { return false }
    let isEnded = { (ending: String) in TimeSpan(text + ending, at: clock) != nil }
    if endings.contains(where: isEnded) { return true }
    let dates = ["2026-10-10t00:00:00z", "2026-01-01t00:00:00z"]
    if dates.contains(where: { isEnded(String($0.dropFirst(text.count))) }) { return true }
    let fragment = String(text.reversed().prefix { $0.isLetter }.reversed())
    let head = text.dropLast(fragment.count)
    return words.filter { $0.hasPrefix(fragment) }.contains { word in
      ["", " 1", " 2026", " ago", " day", " 1 day", " week", " 0:00"].contains {
        TimeSpan(head + word + $0, at: clock) != nil
      }
    }
  }

  private static let endings = [
    "1", "01", ".", "1.", "2026", "/2026", "01/2026", "d", "1d", ":00", " 1",
  ]
  private static let words =
    CalendarDate.weekdays + CalendarDate.months + [
      "today", "yesterday", "tomorrow", "now", "in", "next", "last", "this", "ago", "at", "a", "an",
      "days", "weeks", "months", "years", "hours", "minutes", "min", "am", "pm",
    ]
}
