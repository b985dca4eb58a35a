/// A calculation with the fields of one record, such as `Quantity*Price` or `Due-today`.
///
///     sum     = product *(("+" / "-") product)
///     product = factor *(("*" / "/") factor)
///     factor  = ["-"] number / "today" / "(" sum ")" / field
///
/// `FilterScanner.takeFormula` reads it, in filters and in the text of a field.
///
/// 1. Whole and decimal numbers are calculated exactly. A quotient is rounded to six decimals.
/// 2. The difference of two dates or times is a number of days. A date and a number of days give a
///    date.
/// 3. There is no result if a field has no value or several, for a division by zero, and if 38
///    digits are not enough.
/// 4. A formula has at most 100 signs and parentheses.
indirect enum Formula<Field> {
  case number(Value)
  case today
  case field(Field)
  case calculation(Formula, FormulaSign, Formula)

  /// The fields, in the order of the text.
  var fields: [Field] {
    switch self {
    case .number, .today: []
    case .field(let field): [field]
    case .calculation(let left, _, let right): left.fields + right.fields
    }
  }

  var hasToday: Bool {
    switch self {
    case .today: true
    case .number, .field: false
    case .calculation(let left, _, let right): left.hasToday || right.hasToday
    }
  }

  func map<Other, Failure: Error>(
    _ convert: (Field) throws(Failure) -> Other
  ) throws(Failure) -> Formula<Other> {
    switch self {
    case .number(let number): .number(number)
    case .today: .today
    case .field(let field): .field(try convert(field))
    case .calculation(let left, let sign, let right):
      .calculation(try left.map(convert), sign, try right.map(convert))
    }
  }
}

/// The sign between two parts of a formula.
enum FormulaSign: Character, Sendable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
}

extension Formula: Sendable where Field: Sendable {}

extension Formula<FieldPath> {
  /// Reads the text of a formula, without blanks; `nil` for any other text.
  init?(_ text: String) {
    // The depth of a recursion follows from it.
    guard text.utf8.count(where: { "+-*/(".utf8.contains($0) }) <= Self.mostSigns else {
      return nil
    }
    var scanner = FilterScanner(text)
    guard let read = scanner.takeFormula(), scanner.isAtEnd, read.text == text,
      let formula = read.formula
    else { return nil }
    self = formula
  }

  private static var mostSigns: Int { 100 }
}

extension Formula {
  /// The type of the result; `nil` if the types of the parts do not fit together.
  func type(_ typeOf: (Field) -> AttributeType?) -> AttributeType? {
    switch self {
    case .number(let number): if case .integer = number { .integer } else { .decimal }
    case .today: .date
    case .field(let field): typeOf(field).flatMap { $0.isNumber || $0.isTime ? $0 : nil }
    case .calculation(let left, let operation, let right):
      Self.type(left.type(typeOf), operation, right.type(typeOf))
    }
  }

  private static func type(
    _ left: AttributeType?, _ operation: FormulaSign, _ right: AttributeType?
  ) -> AttributeType? {
    guard let left, let right else { return nil }
    switch (left.isTime, operation, right.isTime) {
    case (true, .minus, true): return .decimal
    case (true, .plus, false), (true, .minus, false): return left
    case (false, .plus, true): return right
    case (false, _, false):
      return left == .double || right == .double ? .double : .decimal
    default: return nil
    }
  }

  /// Whether numbers of different units are added or subtracted.
  func mixesUnits(_ unitOf: (Field) -> String?) -> Bool {
    guard case .calculation(let left, let operation, let right) = self else { return false }
    if left.mixesUnits(unitOf) || right.mixesUnits(unitOf) { return true }
    guard operation == .plus || operation == .minus, let one = left.unit(unitOf),
      let other = right.unit(unitOf)
    else { return false }
    return one != other
  }

  /// The unit of the result; `nil` without one, or if it would be a unit of its own, such as €/kg.
  func unit(_ unitOf: (Field) -> String?) -> String? {
    switch self {
    case .number, .today: return nil
    case .field(let field): return unitOf(field)
    case .calculation(let left, let operation, let right):
      let (left, right) = (left.unit(unitOf), right.unit(unitOf))
      switch operation {
      case .plus, .minus: return right == nil || left == right ? left : left == nil ? right : nil
      case .times: return left == nil ? right : right == nil ? left : nil
      case .divided: return right == nil ? left : nil
      }
    }
  }

  /// Calculates the result.
  ///
  /// - Parameters:
  ///   - clock: the clock that says which day is today.
  ///   - valueOf: the one value of a field; `nil` if it has none, or several.
  /// - Returns: the result; `nil` without one.
  func value(at clock: WallClock, _ valueOf: (Field) -> Value?) -> Value? {
    switch self {
    case .number(let number): return number
    case .today: return .date(clock.today)
    case .field(let field): return valueOf(field)
    case .calculation(let left, let operation, let right):
      guard let left = left.value(at: clock, valueOf), let right = right.value(at: clock, valueOf)
      else { return nil }
      return Self.calculate(left, operation, right, clock)
    }
  }

  private static func calculate(
    _ left: Value, _ operation: FormulaSign, _ right: Value, _ clock: WallClock
  ) -> Value? {
    switch (left, operation, right) {
    case (.datetime(let end), .minus, .datetime(let start)),
      (.localtime(let end), .minus, .localtime(let start)):
      return ExactNumber(digits: Int128(end.microseconds) - Int128(start.microseconds))
        .divided(by: ExactNumber(digits: 86_400_000_000))?.value
    default: break
    }
    switch (day(left, clock), operation, day(right, clock)) {
    case (let end?, .minus, let start?):
      return .decimal(DecimalNumber(Int64(end.days) - Int64(start.days)))
    case (.some, .plus, nil): return left.moved(byDays: right, 1)
    case (.some, .minus, nil): return left.moved(byDays: right, -1)
    case (nil, .plus, .some): return right.moved(byDays: left, 1)
    case (.some, _, _), (_, _, .some): return nil
    case (nil, _, nil): return calculate(left, operation, right)
    }
  }

  private static func day(_ value: Value, _ clock: WallClock) -> CalendarDate? {
    switch value {
    case .date(let day): day
    case .datetime(let time): clock.local(time).date
    case .localtime(let time): time.date
    default: nil
    }
  }

  private static func calculate(
    _ left: Value, _ operation: FormulaSign, _ right: Value
  ) -> Value? {
    if let first = ExactNumber(left), let second = ExactNumber(right) {
      let result =
        switch operation {
        case .plus: first.plus(second)
        case .minus: first.minus(second)
        case .times: first.times(second)
        case .divided: first.divided(by: second)
        }
      return result?.value
    }
    guard let left = left.approximation, let right = right.approximation else { return nil }
    let result =
      switch operation {
      case .plus: left + right
      case .minus: left - right
      case .times: left * right
      case .divided: left / right
      }
    return result.isFinite ? .double(result) : nil
  }
}

extension Value {
  /// The number as a floating-point number; `nil` for any other value.
  var approximation: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): number.approximation
    case .double(let number): number
    default: nil
    }
  }

  /// The day or time that lies some days later; fractions of a day count for times.
  fileprivate func moved(byDays days: Value, _ sign: Double) -> Value? {
    guard let days = days.approximation.map({ $0 * sign }), abs(days) < 4_000_000 else {
      return nil
    }
    switch self {
    case .date(let day):
      let moved = CalendarDate(days: day.days + Int32(days.rounded(.down)))
      return (0...9999).contains(moved.components.year) ? .date(moved) : nil
    case .datetime(let time): return time.moved(byDays: days).map(Value.datetime)
    case .localtime(let time): return time.moved(byDays: days).map(Value.localtime)
    default: return nil
    }
  }
}

extension Timestamp {
  fileprivate func moved(byDays days: Double) -> Timestamp? {
    let moved = Timestamp(microseconds: microseconds + Int64(days * 86_400_000_000))
    return (0...9999).contains(moved.date.components.year) ? moved : nil
  }
}

/// A decimal number of at most 38 digits, for exact calculations.
struct ExactNumber {
  private var digits: Int128
  /// The number of decimals.
  private var scale: Int

  /// The most decimals of a quotient that does not end before.
  private static let quotientScale = 6

  init(digits: Int128, scale: Int = 0) { (self.digits, self.scale) = (digits, scale) }

  /// Reads an integer or a decimal number; `nil` for other values and for more digits.
  init?(_ value: Value) {
    switch value {
    case .integer(let number): self.init(digits: Int128(number))
    case .decimal(let number):
      let text = number.description
      let fraction = text.split(separator: ".", maxSplits: 1).dropFirst().first ?? ""
      guard let digits = Int128(text.filter { $0 != "." }) else { return nil }
      self.init(digits: digits, scale: fraction.utf8.count)
    default: return nil
    }
  }

  /// The number as a decimal number.
  var value: Value? {
    let text = String(digits.magnitude)
    let padded = String(repeating: "0", count: max(0, scale + 1 - text.utf8.count)) + text
    let number = padded.dropLast(scale) + (scale > 0 ? "." + padded.suffix(scale) : "")
    return DecimalNumber((digits < 0 ? "-" : "") + number).map(Value.decimal)
  }

  func plus(_ other: ExactNumber) -> ExactNumber? {
    combined(with: other) { $0.addingReportingOverflow($1) }
  }

  func minus(_ other: ExactNumber) -> ExactNumber? {
    combined(with: other) { $0.subtractingReportingOverflow($1) }
  }

  private func combined(
    with other: ExactNumber, _ combine: (Int128, Int128) -> (partialValue: Int128, overflow: Bool)
  ) -> ExactNumber? {
    let scale = max(scale, other.scale)
    guard let left = scaled(to: scale), let right = other.scaled(to: scale) else { return nil }
    let (result, isTooGreat) = combine(left, right)
    return isTooGreat ? nil : ExactNumber(digits: result, scale: scale)
  }

  func times(_ other: ExactNumber) -> ExactNumber? {
    let (product, isTooGreat) = digits.multipliedReportingOverflow(by: other.digits)
    return isTooGreat ? nil : ExactNumber(digits: product, scale: scale + other.scale)
  }

  /// Divides, and rounds half away from zero; without zeros at the end of the decimals.
  func divided(by other: ExactNumber) -> ExactNumber? {
    guard other.digits != 0,
      let dividend = scaled(to: max(scale, other.scale) + Self.quotientScale),
      let divisor = other.scaled(to: max(scale, other.scale))
    else { return nil }
    var (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    guard quotient.magnitude < Int128.max.magnitude else { return nil }
    if rest.magnitude >= divisor.magnitude - rest.magnitude {
      quotient += (rest < 0) == (divisor < 0) ? 1 : -1
    }
    var scale = Self.quotientScale
    while scale > 0, quotient % 10 == 0 { (quotient, scale) = (quotient / 10, scale - 1) }
    return ExactNumber(digits: quotient, scale: scale)
  }

  private func scaled(to wanted: Int) -> Int128? {
    var digits = digits
    for _ in scale..<wanted {
      let (product, isTooGreat) = digits.multipliedReportingOverflow(by: 10)
      if isTooGreat { return nil }
      digits = product
    }
    return digits
  }
}
