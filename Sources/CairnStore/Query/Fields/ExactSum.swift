/// A sum of numbers of one type; of none it is 0.
///
/// Whole and decimal numbers are added digit by digit, so that 0.1 and 0.2 are 0.3.
struct ExactSum {
  /// The sum: an integer, or a decimal or double if one was among the numbers.
  ///
  /// An integer too great for its type becomes a decimal.
  let value: Value

  init(_ values: [Value]) {
    if let sum = Self.wholeSum(values) {
      value = .integer(sum)
      return
    }
    if values.contains(where: { if case .double = $0 { true } else { false } }) {
      value = .double(values.reduce(0) { $0 + Self.double($1) })
      return
    }
    let (digits, scale) = Self.shortSum(values) ?? Self.longSum(values)
    if scale == 0, let whole = Int64(digits),
      !values.contains(where: { if case .decimal = $0 { true } else { false } })
    {
      value = .integer(whole)
    } else {
      value = DecimalNumber(Self.withPoint(digits, scale)).map(Value.decimal) ?? .integer(0)
    }
  }

  /// The digits of the sum and the number of those behind the point; `nil` if 38 digits are not
  /// enough.
  private static func shortSum(_ values: [Value]) -> (digits: String, scale: Int)? {
    var (sum, scale): (Int128, Int) = (0, 0)
    for value in values {
      guard let (units, places) = units(of: value), let raised = raise(sum, by: places - scale),
        let addend = raise(units, by: scale - places)
      else { return nil }
      let (next, isTooGreat) = raised.addingReportingOverflow(addend)
      if isTooGreat { return nil }
      (sum, scale) = (next, max(scale, places))
    }
    return (String(sum), scale)
  }

  /// Returns a number as units of its last decimal place, and the number of its decimal places.
  private static func units(of value: Value) -> (units: Int128, places: Int)? {
    guard case .decimal(let number) = value else {
      return if case .integer(let number) = value { (Int128(number), 0) } else { (0, 0) }
    }
    var (units, places, isNegative, isBehindPoint) = (Int128(0), 0, false, false)
    for byte in number.description.utf8 {
      switch byte {
      case .minus: isNegative = true
      case UInt8(ascii: "."): isBehindPoint = true
      default:
        let (tenfold, isTooGreat) = units.multipliedReportingOverflow(by: 10)
        let (next, isMore) = tenfold.addingReportingOverflow(Int128(byte - UInt8(ascii: "0")))
        if isTooGreat || isMore { return nil }
        units = next
        if isBehindPoint { places += 1 }
      }
    }
    return (isNegative ? -units : units, places)
  }

  /// Returns a number times a power of ten; a power below one changes nothing.
  private static func raise(_ number: Int128, by power: Int) -> Int128? {
    guard number != 0 else { return 0 }
    var raised = number
    for _ in 0..<max(0, power) {
      let (next, isTooGreat) = raised.multipliedReportingOverflow(by: 10)
      if isTooGreat { return nil }
      raised = next
    }
    return raised
  }

  private static func longSum(_ values: [Value]) -> (digits: String, scale: Int) {
    let scale = values.map(fractionLength).max() ?? 0
    var digits = BigSum()
    for value in values { digits.add(Self.digits(of: value, scale: scale)) }
    return (digits.text, scale)
  }

  /// The sum of integers; `nil` if there are others, or it is too great for their type.
  private static func wholeSum(_ values: [Value]) -> Int64? {
    var sum: Int64 = 0
    for value in values {
      guard case .integer(let number) = value else { return nil }
      let (next, isTooGreat) = sum.addingReportingOverflow(number)
      if isTooGreat { return nil }
      sum = next
    }
    return sum
  }

  private static func double(_ value: Value) -> Double {
    if case .double(let number) = value { number } else { 0 }
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .integer(let number): String(number)
    case .decimal(let number): number.description
    default: "0"
    }
  }

  private static func fractionLength(_ value: Value) -> Int {
    text(value).split(separator: ".").dropFirst().first?.utf8.count ?? 0
  }

  /// The digits of a number in units of its `scale`-th decimal place.
  private static func digits(of value: Value, scale: Int) -> String {
    let missing = scale - fractionLength(value)
    return text(value).filter { $0 != "." } + String(repeating: "0", count: missing)
  }

  private static func withPoint(_ text: String, _ scale: Int) -> String {
    guard scale > 0 else { return text }
    let sign = text.hasPrefix("-") ? "-" : ""
    let digits = text.drop { $0 == "-" }
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    return sign + padded.dropLast(scale) + "." + padded.suffix(scale)
  }
}

/// A whole number of any size that others are added to, in limbs of nine decimal digits.
private struct BigSum {
  /// The limbs, the lowest first, each with the number's sign or zero before `text` settles them.
  private var limbs: [Int64] = []

  mutating func add(_ text: String) {
    let isNegative = text.hasPrefix("-")
    var rest = Substring(text.drop { $0 == "-" })
    var place = 0
    while !rest.isEmpty {
      if place == limbs.count { limbs.append(0) }
      let limb = Int64(rest.suffix(9)) ?? 0
      limbs[place] += isNegative ? -limb : limb
      rest = rest.dropLast(9)
      place += 1
    }
  }

  /// The digits, with a minus sign below zero.
  var text: String {
    var settled = Self.carried(limbs)
    let isNegative = (settled.last ?? 0) < 0
    if isNegative { settled = Self.carried(settled.map { -$0 }) }
    while settled.count > 1, settled.last == 0 { settled.removeLast() }
    let digits = settled.reversed().enumerated().map { index, limb in
      let text = String(limb)
      return index == 0 ? text : String(repeating: "0", count: 9 - text.count) + text
    }
    return (isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits.joined())
  }

  /// The same number with every limb but the last from 0 to 999,999,999.
  private static func carried(_ limbs: [Int64]) -> [Int64] {
    var result: [Int64] = []
    var carry: Int64 = 0
    for limb in limbs {
      let (quotient, rest) = Timestamp.floorDivide(limb + carry, 1_000_000_000)
      result.append(rest)
      carry = quotient
    }
    return result + [carry]
  }
}
