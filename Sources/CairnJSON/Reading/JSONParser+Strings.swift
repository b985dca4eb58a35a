extension JSONParser {
  /// Reads the string whose quotation mark is at the index.
  mutating func string(in bytes: Span<UInt8>) throws(JSONError) -> String {
    index += 1
    var text = try plainText(in: bytes)
    while true {
      guard index < bytes.count else {
        throw unexpected(in: bytes, expected: "a closing quotation mark")
      }
      switch bytes[index] {
      case ASCII.quote:
        index += 1
        return text
      case ASCII.backslash:
        text.unicodeScalars.append(try escapedScalar(in: bytes))
        text += try plainText(in: bytes)
      case let byte:
        throw .controlCharacter(byte, at: position(in: bytes))
      }
    }
  }

  /// Reads up to the next byte that does not stand for itself.
  ///
  /// No escape can complete a broken sequence before it, so each stretch is UTF-8 by itself or
  /// the whole is not.
  private mutating func plainText(in bytes: Span<UInt8>) throws(JSONError) -> String {
    let start = index
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte == ASCII.quote || byte == ASCII.backslash || byte < 0x20 { break }
      end += 1
    }
    index = end
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: bytes.extracting(start..<end)))
    } catch {
      throw .invalidText(at: position(in: bytes, at: start + error.byteOffsets.lowerBound))
    }
  }

  /// Reads an escape, or the two that make a surrogate pair (RFC 8259, section 7).
  private mutating func escapedScalar(in bytes: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
    let escape = index
    let unit = try escapedUnit(in: bytes)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let loneSurrogate = JSONError.loneSurrogate(at: position(in: bytes, at: escape))
    guard UTF16.isLeadSurrogate(unit), index < bytes.count, bytes[index] == ASCII.backslash else {
      throw loneSurrogate
    }
    let trail = try escapedUnit(in: bytes)
    guard UTF16.isTrailSurrogate(trail) else { throw loneSurrogate }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  private mutating func escapedUnit(in bytes: Span<UInt8>) throws(JSONError) -> UInt16 {
    let escape = index
    guard index + 1 < bytes.count else {
      index = bytes.count
      throw unexpected(in: bytes, expected: "the rest of an escape")
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
    case UInt8(ascii: "u"): return try hexadecimalUnit(in: bytes, escape: escape)
    default: throw .invalidEscape(at: position(in: bytes, at: escape))
    }
  }

  private mutating func hexadecimalUnit(
    in bytes: Span<UInt8>, escape: Int
  ) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard index < bytes.count else {
        throw unexpected(in: bytes, expected: "four hexadecimal digits")
      }
      guard let digit = Character(UnicodeScalar(bytes[index])).hexDigitValue else {
        throw .invalidEscape(at: position(in: bytes, at: escape))
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }
}

extension String {
  /// Creates a string from bytes that are known to be ASCII.
  init(copyingBytes bytes: Span<UInt8>, _ range: Range<Int>) {
    self.init()
    reserveCapacity(range.count)
    for index in range { unicodeScalars.append(UnicodeScalar(bytes[index])) }
  }
}
