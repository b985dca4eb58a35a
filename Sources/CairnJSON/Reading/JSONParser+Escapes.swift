extension JSONParser {
  /// Reads an escape, or the two that make a surrogate pair (RFC 8259, section 7).
  ///
  /// It must be whole before `limit`, where the string ends or has another mistake.
  mutating func escapedScalar(
    in bytes: Span<UInt8>, before limit: Int
  ) throws(JSONError) -> Unicode.Scalar {
    let escape = index
    let unit = try escapedUnit(in: bytes, before: limit)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), index < limit, bytes[index] == ASCII.backslash else {
      throw .loneSurrogate(at: position(in: bytes, at: escape))
    }
    let trail = try escapedUnit(in: bytes, before: limit)
    guard UTF16.isTrailSurrogate(trail) else {
      throw .loneSurrogate(at: position(in: bytes, at: escape))
    }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  private mutating func escapedUnit(
    in bytes: Span<UInt8>, before limit: Int
  ) throws(JSONError) -> UInt16 {
    let escape = index
    guard index + 1 < limit else {
      throw cutEscape(in: bytes, at: escape, by: limit, expected: "the rest of an escape")
    }
    let letter = bytes[index + 1]
    index += 2
    switch letter {
    case ASCII.quote, ASCII.backslash, ASCII.slash: return UInt16(letter)
    case UInt8(ascii: "b"): return UInt16(ASCII.backspace)
    case UInt8(ascii: "f"): return UInt16(ASCII.formFeed)
    case UInt8(ascii: "n"): return UInt16(ASCII.lineFeed)
    case UInt8(ascii: "r"): return UInt16(ASCII.carriageReturn)
    case UInt8(ascii: "t"): return UInt16(ASCII.tab)
    case UInt8(ascii: "u"): return try hexadecimalUnit(in: bytes, before: limit, escape: escape)
    default: throw .invalidEscape(at: position(in: bytes, at: escape))
    }
  }

  private mutating func hexadecimalUnit(
    in bytes: Span<UInt8>, before limit: Int, escape: Int
  ) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard index < limit else {
        throw cutEscape(in: bytes, at: escape, by: limit, expected: "four hexadecimal digits")
      }
      guard let digit = Self.hexadecimalDigit(bytes[index]) else {
        throw .invalidEscape(at: position(in: bytes, at: escape))
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  /// The error for an escape that `limit` cuts off: the end of the text, or else what is there.
  private func cutEscape(
    in bytes: Span<UInt8>, at escape: Int, by limit: Int, expected: String
  ) -> JSONError {
    limit == bytes.count
      ? .unfinished(expected: expected, at: position(in: bytes, at: limit))
      : .invalidEscape(at: position(in: bytes, at: escape))
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case ASCII.zero...ASCII.nine: byte - ASCII.zero
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
