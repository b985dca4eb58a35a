extension JSONParser {
  /// Reads the string whose quotation mark is at the index.
  ///
  /// First its end is found, then what is between is checked and decoded. Most strings hold only
  /// ASCII and no escapes, and for those the first step is nearly all.
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

  /// Reads a string that lies in `range` unless something in it is wrong.
  ///
  /// The first mistake is the one to report, so what is before an invalid byte is decoded first.
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

  /// Returns where the first byte in `range` is that is not UTF-8, or the range's end.
  private static func endOfText(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.extracting(range))
      return range.upperBound
    } catch {
      return range.lowerBound + error.byteOffsets.lowerBound
    }
  }

  /// Replaces the escapes in a part that is UTF-8.
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
  /// Creates a string from bytes that are known to be ASCII.
  init(ascii bytes: Span<UInt8>) {
    // Checking again would take longer than all the rest of reading a short string.
    self.init(copying: unsafe UTF8Span(unchecked: bytes, isKnownASCII: true))
  }
}
