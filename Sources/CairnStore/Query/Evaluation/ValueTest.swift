/// What a single value must be, with the operand read and ready.
enum ValueTest {
  /// Whole numbers, days, moments, and no and yes as 0 and 1.
  case integer(Interval<Int64>)
  case double(Interval<Double>)
  case decimal(Interval<Amount>)
  /// Texts in the order of people.
  case order(Interval<CollationKey>)
  /// Choices in the order of their declaration.
  case rank(Interval<Int>, choices: [String])
  /// Texts that contain this as search sees both; `nil`: any text.
  case contains(ByteSearch?)
  /// Texts that are this as search sees both; the search is for it with a zero on each side.
  case folded(ByteSearch)
  /// Texts that are this to the byte.
  case exactly([UInt8])
  case data([UInt8])
  case pattern(TextPattern)

  /// Whether `value`, no list, is so.
  func matches(_ value: Value) -> Bool {
    switch value {
    case .text(let text): matches(text)
    case .integer(let number): matches(number)
    case .date(let date): matches(Int64(date.days))
    case .datetime(let time): matches(time.microseconds)
    case .boolean(let answer): matches(answer ? 1 : 0)
    case .double(let number):
      if case .double(let interval) = self { interval.contains(number) } else { false }
    case .decimal(let number):
      if case .decimal(let interval) = self {
        interval.contains(Amount(number: number))
      } else {
        false
      }
    case .data(let bytes): if case .data(let wanted) = self { bytes == wanted } else { false }
    case .labeled(let label, let value):
      if case .contains = self { matches(value) || matches(label) } else { matches(value) }
    case .link, .list: false
    }
  }

  private func matches(_ number: Int64) -> Bool {
    switch self {
    case .integer(let interval): interval.contains(number)
    case .decimal(let interval): interval.contains(Amount(number: DecimalNumber(number)))
    default: false
    }
  }

  private func matches(_ text: String) -> Bool {
    switch self {
    case .order(let interval): interval.contains(CollationKey(text))
    case .rank(let interval, let choices):
      choices.firstIndex(of: text).map(interval.contains) ?? false
    case .contains(let search): search?.isFound(in: SearchFold.foldedBytes(text)) ?? true
    case .folded(let search): [0] + SearchFold.foldedBytes(text) + [0] == search.needle
    case .exactly(let wanted): text.utf8.elementsEqual(wanted)
    case .pattern(let pattern): pattern.isFound(in: text)
    case .integer, .double, .decimal, .data: false
    }
  }

  /// What testing one row costs, in arbitrary units, so that cheap tests go first.
  var cost: Int {
    switch self {
    case .integer, .double: 1
    case .exactly: 2
    case .contains, .folded: 4
    case .decimal, .order: 6
    case .data, .rank: 10
    case .pattern: 40
    }
  }
}
