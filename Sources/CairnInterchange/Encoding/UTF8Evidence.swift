/// Finds invalid bytes in UTF-8.
enum UTF8Check {
  /// Returns the first byte that is not valid UTF-8; `nil` if all are valid.
  static func firstInvalidByte(in bytes: ArraySlice<UInt8>) -> UInt8? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return bytes[bytes.startIndex + error.byteOffsets.lowerBound]
    }
  }
}

/// The evidence for and against UTF-8 in the first bytes of an input.
struct UTF8Evidence {
  /// The number of multibyte characters.
  private(set) var characters = 0
  /// The number of invalid bytes and of incomplete characters.
  private(set) var misfits = 0

  /// Examines a sample, which may end within a character.
  init(in sample: [UInt8]) {
    var rest = sample[...]
    while !rest.isEmpty {
      do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: rest.span)
        count(in: rest)
        return
      } catch {
        let start = rest.startIndex + error.byteOffsets.lowerBound
        let end = rest.startIndex + error.byteOffsets.upperBound
        count(in: rest[..<start])
        if end == rest.endIndex, error.kind == .truncatedScalar { return }
        misfits += 1
        rest = rest[max(end, start + 1)...]
      }
    }
  }

  /// Returns whether some lines of a sample are UTF-8, and the others have no character of UTF-8.
  ///
  /// In damaged UTF-8, invalid bytes and valid characters are in one line.
  static func isByLine(_ sample: [UInt8]) -> Bool {
    sample.split(whereSeparator: Byte.endsLine).allSatisfy { line in
      let evidence = UTF8Evidence(in: Array(line))
      return evidence.characters == 0 || evidence.misfits == 0
    }
  }

  private mutating func count(in bytes: ArraySlice<UInt8>) {
    characters += bytes.count { $0 >= 0xC0 }
  }
}

/// Recognizes UTF-16 and UTF-32 without a byte order mark by the positions of zero bytes.
///
///     a,1 in UTF-16LE   61 00 2C 00 31 00
///            UTF-16BE   00 61 00 2C 00 31
///            UTF-32LE   61 00 00 00 2C 00 00 00 31 00 00 00
///
/// RFC 4627 recognizes the encodings of JSON by the first four bytes. Here all bytes of a sample
/// count, because a table may begin with letters outside ASCII, or be damaged.
enum ZeroPattern {
  /// Returns the encoding that the zero bytes of a sample show; `nil` for an encoding of single
  /// bytes.
  static func encoding(of sample: [UInt8], _ evidence: UTF8Evidence) -> TextEncoding? {
    guard sample.count >= 4 else { return nil }
    var zeros = [0, 0, 0, 0]
    for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 4] += 1 }
    let quads = sample.count / 4
    if zeros[3] >= quads, zeros[0] == 0, isUTF32(sample, isBigEndian: false) {
      return .utf32LittleEndian
    }
    if zeros[0] >= quads, zeros[3] == 0, isUTF32(sample, isBigEndian: true) {
      return .utf32BigEndian
    }
    let (even, odd) = (zeros[0] + zeros[2], zeros[1] + zeros[3])
    // Delimiters and digits are ASCII in every script. A few other letters have a zero as their
    // lower byte.
    guard max(even, odd) * 8 >= sample.count / 2, min(even, odd) * 2 <= max(even, odd) else {
      return nil
    }
    let isBig = even > odd
    // Damaged UTF-8 may have some zeros at even or at odd positions only.
    let begins = (0..<4).allSatisfy { (sample[$0] == 0) == ($0 % 2 == (isBig ? 0 : 1)) }
    guard begins || evidence.misfits > 0 else { return nil }
    return isBig ? .utf16BigEndian : .utf16LittleEndian
  }

  private static func isUTF32(_ sample: [UInt8], isBigEndian: Bool) -> Bool {
    stride(from: 0, through: sample.count - 4, by: 4).allSatisfy { start in
      let value = UTF32Decoder.value(of: sample[start..<(start + 4)], isBigEndian: isBigEndian)
      return value != 0 && Unicode.Scalar(value) != nil
    }
  }
}
