/// A decimal number that keeps its digits: 1.50 stays 1.50, and compares exactly.
///
/// Two numbers are equal when their digits are; `compare` says whether they are the same number.
public struct DecimalNumber: Hashable, Sendable, LosslessStringConvertible {
  /// The digits, with `-` and `.` where there are any.
  public let description: String

  /// Reads digits with an optional minus sign and fraction; `nil` for any other text.
  public init?(_ description: String) {
    guard Self.isNumber(Array(description.utf8).span) else { return nil }
    self.description = description
  }

  init?(utf8: Span<UInt8>) {
    guard Self.isNumber(utf8) else { return nil }
    description = String(copying: utf8)
  }

  /// Whether digits stand on both sides of a point, or all along if there is none.
  private static func isNumber(_ utf8: Span<UInt8>) -> Bool {
    var index = utf8.count > 0 && utf8[0] == .minus ? 1 : 0
    var digitCount = 0
    var hasPoint = false
    while index < utf8.count {
      if utf8[index] == UInt8(ascii: "."), !hasPoint, digitCount > 0 {
        hasPoint = true
        digitCount = 0
      } else if utf8[index].digitValue != nil {
        digitCount += 1
      } else {
        return false
      }
      index += 1
    }
    return digitCount > 0
  }

  /// The number `integer`.
  public init(_ integer: Int64) {
    description = String(integer)
  }

  /// The nearest floating-point number, for charts and sums.
  public var approximation: Double { Double(description) ?? 0 }

  /// Below, equal to or above zero as this number is less than, the same as or more than `other`.
  public func compare(_ other: DecimalNumber) -> Int {
    let left = parts
    let right = other.parts
    guard left.isNegative == right.isNegative else { return left.isNegative ? -1 : 1 }
    let order = Self.order(left, right)
    return left.isNegative ? -order : order
  }

  /// The shortest digits of the number, which all that are the same number have.
  var shortest: String {
    let parts = parts
    return (parts.isNegative ? "-" : "") + (parts.whole.isEmpty ? "0" : parts.whole)
      + (parts.fraction.isEmpty ? "" : "." + parts.fraction)
  }

  private struct Parts {
    var isNegative: Bool
    var whole: Substring
    var fraction: Substring
  }

  private var parts: Parts {
    var digits = description[...]
    let isSigned = digits.first == "-"
    if isSigned { digits.removeFirst() }
    let halves = digits.split(separator: ".", maxSplits: 1)
    let whole = halves[0].drop { $0 == "0" }
    var fraction = halves.count > 1 ? halves[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    let isZero = whole.isEmpty && fraction.isEmpty
    return Parts(isNegative: isSigned && !isZero, whole: whole, fraction: fraction)
  }

  private static func order(_ left: Parts, _ right: Parts) -> Int {
    let lengths = (left.whole.utf8.count, right.whole.utf8.count)
    if lengths.0 != lengths.1 { return lengths.0 < lengths.1 ? -1 : 1 }
    if left.whole != right.whole { return left.whole < right.whole ? -1 : 1 }
    if left.fraction != right.fraction { return left.fraction < right.fraction ? -1 : 1 }
    return 0
  }
}

extension DecimalNumber: Comparable {
  /// By number, and the same numbers by their digits, so that the order is total.
  public static func < (left: Self, right: Self) -> Bool {
    let order = left.compare(right)
    return order == 0 ? left.description < right.description : order < 0
  }
}
