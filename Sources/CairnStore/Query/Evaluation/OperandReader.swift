/// Reads the operands of a comparison by the type of the attribute that they are compared with.
struct OperandReader {
  let attribute: Attribute

  /// The field as the filter spells it, for messages.
  let field: FieldPath
  let clock: WallClock

  /// What a value must be to compare so with `operand`; `!=` reads as `=`.
  func test(
    _ operation: ComparisonOperator, _ operand: Operand
  ) throws(FilterError) -> ValueTest {
    switch attribute.type {
    case .integer: .integer(try interval(operation, operand, whole))
    case .double: .double(try interval(operation, operand, floating))
    case .decimal: .decimal(try interval(operation, operand, amount))
    case .date: .integer(try knownDays(operation, operand))
    case .datetime: .integer(try interval(operation, operand, moments))
    case .localtime: .integer(try interval(operation, operand, wallClockTimes))
    case .boolean: try boolean(operation, operand)
    case .data: try data(operation, operand)
    case .choice: try choice(operation, operand)
    case .string, .text, .uuid, .url, .email, .phone, .file, .tags: try text(operation, operand)
    }
  }

  private func bad(_ literal: Literal, _ expected: String? = nil) -> FilterError {
    .badValue(
      column: literal.position.column, field: field.description, text: literal.text,
      expected: expected ?? attribute.expectation,
      isBegun: attribute.mayBegin(with: literal.text, at: clock))
  }

  private func unfit(_ operation: ComparisonOperator) -> FilterError {
    .badOperator(
      column: field.position.column, field: field.description, operation: operation.rawValue,
      type: attribute.type.rawValue)
  }

  // MARK: - Numbers and times

  private typealias Reach<Bound> = (first: Bound, last: Bound)

  private func interval<Bound: Comparable>(
    _ operation: ComparisonOperator, _ operand: Operand,
    _ read: (Literal) throws(FilterError) -> Reach<Bound>
  ) throws(FilterError) -> Interval<Bound> {
    guard operation != .pattern else { throw unfit(operation) }
    switch operand {
    case .value(let literal):
      let reach = try read(literal)
      return Interval(operation, reach.first, reach.last)
    case .range(let from, let to):
      var first: Bound?
      var last: Bound?
      if let from { first = try read(from).first }
      if let to { last = try read(to).last }
      return Interval(first, last)
    }
  }

  /// A whole number, or the whole numbers on either side of one with a fraction.
  private func whole(_ literal: Literal) throws(FilterError) -> Reach<Int64> {
    let text = number(literal)
    if let number = Int64(text) { return (number, number) }
    guard let typed = TypedNumber(text) else { throw badNumber(literal, "a number") }
    if let number = Int64(typed.digits) { return (number, number) }
    guard let number = Double(typed.digits) else { throw badNumber(literal, "a number") }
    return (Self.clamped(number.rounded(.up)), Self.clamped(number.rounded(.down)))
  }

  /// The text of a number without the field's unit.
  private func number(_ literal: Literal) -> String {
    NumberUnit.removing(attribute.unit, from: literal.text)
  }

  private static func clamped(_ number: Double) -> Int64 {
    Int64(exactly: number) ?? (number < 0 ? .min : .max)
  }

  private func floating(_ literal: Literal) throws(FilterError) -> Reach<Double> {
    let text = number(literal)
    let value =
      Value(storedText: text, as: .double)
      ?? TypedNumber(text).flatMap { Value(storedText: $0.digits, as: .double) }
    guard case .double(let number)? = value else { throw badNumber(literal) }
    return (number, number)
  }

  private func badNumber(_ literal: Literal, _ expected: String? = nil) -> FilterError {
    bad(literal, TypedNumber.advice(for: number(literal)) ?? expected)
  }

  private func amount(_ literal: Literal) throws(FilterError) -> Reach<Amount> {
    guard let typed = TypedNumber(number(literal)), let number = DecimalNumber(typed.digits) else {
      throw badNumber(literal)
    }
    return (Amount(number: number), Amount(number: number))
  }

  /// The days of a comparison; a day without a year is before no other one.
  private func knownDays(
    _ operation: ComparisonOperator, _ operand: Operand
  ) throws(FilterError) -> Interval<Int64> {
    var interval = try interval(operation, operand, days)
    let first = Int64(CalendarDate.firstOfYearOne.days)
    guard interval.lower == nil, interval.upper.map({ $0 >= first }) ?? true else {
      return interval
    }
    interval.lower = first
    return interval
  }

  private func days(_ literal: Literal) throws(FilterError) -> Reach<Int64> {
    guard let days = TimeSpan(literal.text, at: clock)?.days else {
      let usual = "a date such as 2026-11-05, 2026-11, today, -7d or \"next friday\" in quotes"
      throw bad(literal, TimeSpan.advice(for: literal.text, at: clock) ?? usual)
    }
    return (Int64(days.lowerBound), Int64(days.upperBound))
  }

  private func moments(_ literal: Literal) throws(FilterError) -> Reach<Int64> {
    guard let moments = TimeSpan(literal.text, at: clock)?.moments else {
      let usual = "a date or time such as 2026-11, today, -7d or 2026-11-05T10:30"
      throw bad(literal, TimeSpan.advice(for: literal.text, at: clock) ?? usual)
    }
    return (moments.lowerBound, moments.upperBound)
  }

  private func wallClockTimes(_ literal: Literal) throws(FilterError) -> Reach<Int64> {
    guard let times = TimeSpan(wallClock: literal.text, at: clock)?.moments else {
      let usual = "a date or a time without a zone such as 2026-11, today or 2026-11-05T10:30"
      throw bad(literal, TimeSpan.advice(for: literal.text, at: clock) ?? usual)
    }
    return (times.lowerBound, times.upperBound)
  }

  // MARK: - Everything else

  private func boolean(
    _ operation: ComparisonOperator, _ operand: Operand
  ) throws(FilterError) -> ValueTest {
    guard operation.takesSeveral, case .value(let literal) = operand else {
      throw unfit(operation)
    }
    guard case .boolean(let answer)? = ValueInput.boolean(literal.text) else { throw bad(literal) }
    return .integer(Interval(answer ? 1 : 0, answer ? 1 : 0))
  }

  private func data(
    _ operation: ComparisonOperator, _ operand: Operand
  ) throws(FilterError) -> ValueTest {
    guard operation.takesSeveral, case .value(let literal) = operand else {
      throw unfit(operation)
    }
    guard case .data(let bytes)? = Value(storedText: literal.text, as: .data) else {
      throw bad(literal)
    }
    return .data(bytes)
  }

  private func choice(
    _ operation: ComparisonOperator, _ operand: Operand
  ) throws(FilterError) -> ValueTest {
    guard !attribute.choices.isEmpty, operation != .pattern else {
      return try text(operation, operand)
    }
    if operation.takesSeveral, case .value(let literal) = operand {
      return .exactly(Array(attribute.choices[try rank(literal).first].utf8))
    }
    return .rank(try interval(operation, operand, rank), choices: attribute.choices)
  }

  private func rank(_ literal: Literal) throws(FilterError) -> Reach<Int> {
    let choice = ValueInput.choice(literal.text, among: attribute.choices)
    guard let rank = attribute.choices.firstIndex(of: choice) else { throw bad(literal) }
    return (rank, rank)
  }

  private func text(
    _ operation: ComparisonOperator, _ operand: Operand
  ) throws(FilterError) -> ValueTest {
    guard case .value(let literal) = operand, operation.takesSeveral || operation == .pattern else {
      return .order(try interval(operation, operand, key), clock.conventions.alphabet)
    }
    switch operation {
    case .pattern: return .pattern(try pattern(literal))
    // No text has a zero, which separates the values in a `FoldedText`.
    case .matches where literal.text.utf8.contains(0): return .exactly(Array(literal.text.utf8))
    case .matches where attribute.type == .tags || attribute.type == .choice:
      return .folded(ByteSearch([0] + SearchFold.foldedBytes(literal.text) + [0]))
    case .matches:
      let needle = SearchFold.foldedBytes(literal.text)
      return .contains(needle.isEmpty ? nil : ByteSearch(needle))
    default: return .exactly(Array(literal.text.utf8))
    }
  }

  private func key(_ literal: Literal) -> Reach<CollationKey> {
    let key = CollationKey(literal.text, in: clock.conventions.alphabet)
    return (key, key)
  }

  private func pattern(_ literal: Literal) throws(FilterError) -> TextPattern {
    do throws(PatternError) {
      return try TextPattern(literal.text)
    } catch {
      throw .badPattern(
        column: literal.position.column, text: literal.text, reason: error.reason,
        isBegun: [")", "]", "a", "}", "a)", "a]", "1}", "))"].contains {
          (try? TextPattern(literal.text + $0)) != nil
        })
    }
  }
}
