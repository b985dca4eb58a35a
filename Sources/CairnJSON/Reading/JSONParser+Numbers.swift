extension JSONParser {
  mutating func number(in bytes: Span<UInt8>) throws(JSONError) -> JSONNumber {
    guard let end = Self.endOfNumber(in: bytes, from: index) else {
      throw .invalidNumber(at: position(in: bytes))
    }
    let text = String(ascii: bytes.extracting(index..<end))
    index = end
    return JSONNumber(valid: text)
  }

  /// Returns where the number that begins at `start` ends, or `nil` if none does (RFC 8259,
  /// section 6).
  static func endOfNumber(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    if index < bytes.count, bytes[index] == ASCII.minus { index += 1 }
    let whole = index
    guard skipDigits(in: bytes, &index) else { return nil }
    if bytes[whole] == ASCII.zero, index > whole + 1 { return nil }
    if index < bytes.count, bytes[index] == ASCII.dot {
      index += 1
      guard skipDigits(in: bytes, &index) else { return nil }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, bytes[index] == ASCII.plus || bytes[index] == ASCII.minus {
        index += 1
      }
      guard skipDigits(in: bytes, &index) else { return nil }
    }
    return index
  }

  /// Moves `index` over digits and tells whether there were any.
  private static func skipDigits(in bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    let start = index
    while index < bytes.count, ASCII.isDigit(bytes[index]) { index += 1 }
    return index > start
  }
}
