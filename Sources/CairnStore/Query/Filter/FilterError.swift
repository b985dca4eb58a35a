/// The reason why a filter, a sort or a group can't be understood.
///
/// Columns are in characters from 1; the column is 0 if no text exists.
public enum FilterError: Error, Sendable {
  /// A quotation mark is not closed.
  case unclosedQuote(column: Int)

  /// A parenthesis is not closed.
  case unclosedParenthesis(column: Int)

  /// A closing parenthesis has no opening one, or a pair is empty.
  case unexpectedParenthesis(column: Int)

  /// Parentheses or negations nest more than 64 levels deep.
  case tooDeep(column: Int)

  /// Nothing follows `OR`, `AND`, `NOT` or `-`, or nothing precedes one.
  case incomplete(column: Int, word: String)

  /// An operator stands apart from its field.
  case looseOperator(column: Int, text: String)

  /// Nothing follows the operator, a comma, or both sides of a range are open.
  case missingValue(column: Int, after: String)

  /// The name of a field is missing, for example in an order; `example` is a valid one.
  case missingField(column: Int, example: String)

  /// Something follows a quotation mark without a space.
  case textAfterQuote(column: Int)

  /// A list or a range follows an operator that takes one value.
  case severalValues(column: Int, operation: String)

  /// The collection has no such field; the name may be the beginning of an existing one.
  case unknownField(
    column: Int, name: String, collection: String, nearest: [String], isBegun: Bool = false)

  /// A path continues after a field that is not a link.
  case notLink(column: Int, name: String)

  /// `.count`, `.min`, `.max` or `.sum` follow something that has no values for it; times have no
  /// sum and no average.
  case notAggregable(column: Int, name: String, isTime: Bool)

  /// A formula has fields without numbers or dates, or adds dates.
  case notCalculable(column: Int, formula: String)

  /// The formula adds or subtracts numbers of different units.
  case mixedUnits(column: Int, formula: String)

  /// The field can't hold such a value; the text may be the beginning of a valid one.
  case badValue(
    column: Int, field: String, text: String, expected: String, isBegun: Bool = false)

  /// The operator doesn't apply to fields of this type.
  case badOperator(column: Int, field: String, operation: String, type: String)

  /// The regular expression is invalid, or asks for something that filters don't support; the text
  /// may be the beginning of a valid one.
  case badPattern(column: Int, text: String, reason: String, isBegun: Bool = false)

  /// The collection doesn't exist, or its files can't be read.
  case unavailable(StoreError)
}

extension Snapshot {
  /// The records of an entity.
  ///
  /// - Throws: `FilterError.unavailable` if the records can't be read. An empty table instead would
  ///   let wrong records match.
  func available(_ entity: String) throws(FilterError) -> Table {
    do throws(StoreError) {
      return try load(entity)
    } catch {
      throw .unavailable(error)
    }
  }
}

extension FilterError {
  /// The column of the mistake in the text.
  public var column: Int {
    switch self {
    case .unclosedQuote(let column), .unclosedParenthesis(let column),
      .unexpectedParenthesis(let column), .tooDeep(let column), .incomplete(let column, _),
      .looseOperator(let column, _), .missingValue(let column, _), .textAfterQuote(let column),
      .missingField(let column, _), .severalValues(let column, _),
      .unknownField(let column, _, _, _, _), .notLink(let column, _),
      .notAggregable(let column, _, _), .notCalculable(let column, _), .mixedUnits(let column, _),
      .badValue(let column, _, _, _, _),
      .badOperator(let column, _, _, _), .badPattern(let column, _, _, _):
      column
    case .unavailable: 0
    }
  }

  /// Whether records could not be read.
  package var isOfFiles: Bool { if case .unavailable = self { true } else { false } }

  /// Whether the text alone shows the mistake, for any collection.
  public var isSyntax: Bool {
    switch self {
    case .unknownField, .notLink, .notAggregable, .notCalculable, .mixedUnits, .badValue,
      .badOperator, .unavailable:
      false
    default: true
    }
  }
}

extension FilterError: CustomStringConvertible {
  /// The mistake, its column, and the text to write instead.
  public var description: String {
    column > 0 ? "character \(column): \(problem)" : problem
  }

  /// The possible continuations of an unfinished filter.
  public var nextWords: String {
    switch self {
    case .badValue(_, let field, _, let expected, _): "\(field) needs \(expected)"
    case .unknownField(_, _, _, let nearest, _) where !nearest.isEmpty:
      "goes on to \(nearest.joined(separator: " or "))"
    default: problem
    }
  }

  private var problem: String {
    switch self {
    case .unclosedQuote: "the quotation mark is not closed; end the words with \""
    case .unclosedParenthesis: "the parenthesis is not closed; end the conditions with )"
    case .unexpectedParenthesis: "the parenthesis encloses nothing or was never opened"
    case .tooDeep: "the filter nests more than 64 levels deep"
    case .incomplete(_, let word) where word == "NOT" || word == "-":
      "\(word) needs a word or a condition, such as \(word == "-" ? "-" : "NOT ")lyon"
    case .incomplete(_, let word):
      "\(word) needs a word or a condition on each side, such as lyon \(word) vienna"
    case .looseOperator(_, let text):
      "\(text) stands alone: write field\(text)value without spaces, or quote it to search for it"
    case .missingValue(_, let before):
      ["has:", "no:"].contains(before)
        ? "the name of a field is missing after \(before)"
        : "a value is missing after \(before), such as a word, \"new york\" or 3..5"
    case .missingField(_, let example): "the name of a field is needed here, as in \(example)"
    case .textAfterQuote: "a space is missing after the quotation mark"
    case .severalValues(_, let operation): "\(operation) takes one value, no list and no range"
    case .unknownField(_, let name, let collection, let nearest, _):
      "\(collection) have no field \(name.utf8.count > 80 ? name.quotedStart : name)"
        + Self.suggestion(nearest)
    case .notLink(_, let name): "\(name) is not a link and has no fields"
    case .notAggregable(_, let name, isTime: true):
      "\(name) has dates, which have no sum and no average; min and max take them"
    case .notAggregable(_, let name, isTime: false): "\(name) has no numbers or dates"
    case .notCalculable(_, let formula):
      "\(formula) can't be calculated: it needs numbers, or dates as in Due-today and Due+7"
    case .mixedUnits(_, let formula):
      "\(formula) can't be calculated: its numbers have different units"
    case .badValue(_, let field, let text, let expected, _):
      "\(field) needs \(expected), not \"\(text)\""
    case .badOperator(_, let field, let operation, let type):
      "\(operation) cannot be used on \(field), which is of type \(type)"
    case .badPattern(_, let text, let reason, _):
      "\"\(text)\" is not a regular expression: \(reason)"
    case .unavailable(let error): "\(error)"
    }
  }

  private static func suggestion(_ names: [String]) -> String {
    names.isEmpty ? "" : "; did you mean \(names.joined(separator: " or "))?"
  }
}

// Errors of a filter that a person is still typing.
extension FilterError {
  /// Whether more text at the end of a filter can correct it.
  ///
  /// - Parameter filter: the text that the error is about.
  /// - Returns: whether the mistake is at the end, and more letters can correct it.
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

  /// The mistake of an unfinished filter that more letters can't correct.
  ///
  /// Without such a mistake, it is the form of the last value.
  ///
  /// - Parameters:
  ///   - filter: the text that the error is about.
  ///   - check: returns the error of another text.
  /// - Returns: the error of the completed filter, which may be behind its end; `nil` if unknown.
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

  /// The most closing marks to try at the end of a filter; no filter nests deeper.
  private static let mostEndings = 130
}

extension Attribute {
  /// Whether more letters can make a text a value that a filter compares the field with.
  func mayBegin(with text: String, at clock: WallClock) -> Bool {
    switch type {
    case .integer, .decimal, .double: TypedNumber.mayBegin(with: text)
    case .date, .datetime, .localtime: TimeSpan.mayBegin(with: text, at: clock)
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

/// Finds the names that a person probably meant.
public enum NearestNames {
  /// Returns the names most similar to `wanted`, best first.
  ///
  /// Ignores case and accents. Up to a third of the letters may be wrong, missing, extra, or
  /// swapped with their neighbor. The beginning of a name counts as similar, too.
  ///
  /// - Parameters:
  ///   - wanted: The name that doesn't exist.
  ///   - names: The names that exist.
  ///   - limit: The most names to return.
  /// - Returns: The nearest of `names`; empty if no name is near.
  public static func nearest(
    to wanted: String, among names: some Sequence<String>, limit: Int = 2
  ) -> [String] {
    let target = Array(SearchFold.fold(wanted))
    let tolerance = max(1, target.count / 3)
    let ranked = names.enumerated().compactMap { offset, name -> (Int, Int, String)? in
      let letters = Array(SearchFold.fold(name))
      let isBeginning = target.count > 1 && letters.starts(with: target)
      let distance = isBeginning ? 1 : distance(target, letters)
      return distance <= tolerance ? (distance, offset, name) : nil
    }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(limit).map(\.2)
  }

  /// Returns how many letters to insert, delete, replace or swap (optimal string alignment).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var cost = min(last[j] + (left[i] == right[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
