extension UInt8 {
  /// The value of an ASCII digit, `nil` for any other byte.
  @inline(__always)
  var digitValue: Int? {
    let value = self &- 48
    return value < 10 ? Int(value) : nil
  }

  /// Whether the byte is a letter of ASCII.
  var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let backslash = UInt8(ascii: "\\")
  static let colon = UInt8(ascii: ":")
  static let plus = UInt8(ascii: "+")
  static let numberSign = UInt8(ascii: "#")
  static let minus = UInt8(ascii: "-")
}

extension [UInt8] {
  /// Appends `number` in decimal digits.
  mutating func append(decimal number: UInt64) {
    append(decimal: number, width: 1)
  }

  /// Appends `number`, which is not negative, in at least `width` decimal digits.
  mutating func append(decimal number: Int, width: Int) {
    append(decimal: UInt64(number), width: width)
  }

  private mutating func append(decimal number: UInt64, width: Int) {
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

  /// Appends `number` in eight hexadecimal digits.
  mutating func append(hexadecimal number: UInt32) {
    for shift in stride(from: 28, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: number >> UInt32(shift) & 15)
      append(digit < 10 ? 48 + digit : 87 + digit)
    }
  }
}

extension Span<UInt8> {
  /// The bytes as an array, for the few places that keep them.
  var bytes: [UInt8] {
    [UInt8](capacity: count) { output in
      for index in indices { output.append(self[index]) }
    }
  }

  /// Whether the bytes equal the UTF-8 of `text`.
  @inline(__always)
  func equals(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { buffer in
      guard buffer.count == count else { return false }
      for index in indices where unsafe buffer[index] != self[index] { return false }
      return true
    }
  }
}
