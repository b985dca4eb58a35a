// The marks and digits of texts that this package reads and writes byte by byte.
extension UInt8 {
  /// The value of an ASCII digit, `nil` for any other byte.
  @inlinable @inline(__always)
  package var digitValue: Int? {
    let value = self &- 48
    return value < 10 ? Int(value) : nil
  }

  /// Whether the byte is a letter of ASCII.
  @inlinable
  package var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  @inlinable package static var newline: UInt8 { UInt8(ascii: "\n") }
  @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
  @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
  @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }
  @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
  @inlinable package static var plus: UInt8 { UInt8(ascii: "+") }
  @inlinable package static var numberSign: UInt8 { UInt8(ascii: "#") }
  @inlinable package static var minus: UInt8 { UInt8(ascii: "-") }
}

extension [UInt8] {
  /// Appends `number` in decimal digits.
  @inlinable
  package mutating func append(decimal number: UInt64) {
    append(decimal: number, width: 1)
  }

  /// Appends `number`, which is not negative, in at least `width` decimal digits.
  @inlinable
  package mutating func append(decimal number: Int, width: Int) {
    append(decimal: UInt64(number), width: width)
  }

  @inlinable
  package mutating func append(decimal number: UInt64, width: Int) {
    // The last eight digits, of which the first comes to stand in the lowest byte.
    var digits: UInt64 = 0
    var digitCount = 0
    var rest = number
    repeat {
      digits = digits << 8 | (48 + rest % 10)
      rest /= 10
      digitCount += 1
    } while digitCount < 8 && (rest > 0 || digitCount < width)
    if rest > 0 || width > 8 { append(decimal: rest, width: width - 8) }
    for _ in 0..<digitCount {
      append(UInt8(truncatingIfNeeded: digits))
      digits >>= 8
    }
  }
}

extension Span<UInt8> {
  /// The number that `width` digits from `start` make, `nil` if one of them is no digit.
  @inlinable @inline(__always)
  func number(at start: Int, width: Int) -> Int? {
    guard start + width <= count else { return nil }
    var number = 0
    for index in start..<start + width {
      guard let digit = self[index].digitValue else { return nil }
      number = number * 10 + digit
    }
    return number
  }
}

extension String {
  /// The text that `utf8` encodes; bytes that encode nothing become U+FFFD.
  package init(copying utf8: Span<UInt8>) {
    self = unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
