extension JSONParser {
  /// Reads the string at the index, which is at the opening quotation mark.
  ///
  /// It first finds the end, then checks and decodes the text. Most strings are ASCII without
  /// escapes, so the first step is nearly all of the work.
  mutating func string(in bytes: Span<UInt8>) throws(JSONError) -> String {
    let start = index + 1
    var end = start
    var mask: UInt8 = 0
    var hasEscapes = false
    while end < bytes.count {
      let byte = bytes[end]
      if byte == ASCII.quote || byte < 0x20 { break }
      mask |= byte
      end += 1
      if byte == ASCII.backslash {
        hasEscapes = true
        end += 1
      }
    }
    end = min(end, bytes.count)
    let isASCII = mask < 0x80 && !hasEscapes
    if isASCII, end < bytes.count, bytes[end] == ASCII.quote {
      index = end + 1
      return String(ascii: bytes.extracting(start..<end))
    }
    return try checkedString(in: bytes, start..<end)
  }

  /// Reads a string in `range`, or throws its first mistake.
  ///
  /// Only the first mistake is reported, so the text before an invalid byte is decoded first.
  private mutating func checkedString(
    in bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(JSONError) -> String {
    let valid = range.lowerBound..<Self.endOfText(in: bytes, range)
    let text = try decodedText(in: bytes, valid)
    guard valid == range else {
      throw .invalidText(at: position(in: bytes, at: valid.upperBound))
    }
    index = range.upperBound
    guard index < bytes.count else {
      throw unexpected(in: bytes, expected: "a closing quotation mark")
    }
    guard bytes[index] == ASCII.quote else {
      throw .controlCharacter(bytes[index], at: position(in: bytes))
    }
    index += 1
    return text
  }

  /// Returns the index of the first byte that is not UTF-8, or the range's end.
  private static func endOfText(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.extracting(range))
      return range.upperBound
    } catch {
      return range.lowerBound + error.byteOffsets.lowerBound
    }
  }

  /// Replaces the escapes in valid UTF-8.
  private mutating func decodedText(
    in bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(JSONError) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == ASCII.backslash {
        let scalar = try escapedScalar(in: bytes, before: range.upperBound)
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        text.append(byte)
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension String {
  /// Creates a string from ASCII bytes.
  init(ascii bytes: Span<UInt8>) {
    // A second check would take longer than reading a short string.
    self.init(copying: unsafe UTF8Span(unchecked: bytes, isKnownASCII: true))
  }
}

extension JSONParser {
  /// Reads an escape, or two for a surrogate pair (RFC 8259, section 7).
  ///
  /// The escape must end before `limit`, the end of the string or its next mistake.
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

  /// The error for an escape that `limit` truncates.
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
