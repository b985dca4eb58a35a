/// The supported encodings of tables.
public enum TextEncoding: String, Sendable {
  /// UTF-8, with or without a byte order mark.
  case utf8 = "UTF-8"
  /// UTF-16, the lower byte first, as spreadsheets save "Unicode text".
  case utf16LittleEndian = "UTF-16LE"
  /// UTF-16, the higher byte first.
  case utf16BigEndian = "UTF-16BE"
  /// UTF-32, the lowest byte first.
  case utf32LittleEndian = "UTF-32LE"
  /// UTF-32, the highest byte first.
  case utf32BigEndian = "UTF-32BE"
  /// The encoding of Windows in Western Europe, which has all letters of Latin-1.
  case windows1252 = "Windows-1252"

  /// Returns the encoding that the first block of an input shows; `nil` for ASCII, which allows any
  /// encoding of later blocks.
  ///
  /// 1. UTF-16 and UTF-32 are recognized by their byte order mark, or by the positions of zero
  ///    bytes.
  /// 2. If hardly any character is a multibyte character of UTF-8, bytes that are not UTF-8 are
  ///    Windows-1252. A few pairs of its letters are UTF-8 by chance, for example `É` before a
  ///    no-break space.
  /// 3. Everything else is UTF-8. Invalid bytes among many valid characters are damage, which is
  ///    reported by line.
  static func detect(in sample: [UInt8]) -> TextEncoding? {
    if let marked = marked(sample) { return marked }
    let evidence = UTF8Evidence(in: sample)
    if let wide = ZeroPattern.encoding(of: sample, evidence) { return wide }
    if evidence.misfits > chance * evidence.characters { return .windows1252 }
    return evidence.characters + evidence.misfits > 0 ? .utf8 : nil
  }

  /// The fewest Windows-1252 letters for each pair of letters that is UTF-8 by chance.
  private static let chance = 10

  private static func marked(_ sample: [UInt8]) -> TextEncoding? {
    let marks: [([UInt8], TextEncoding)] = [
      // The mark of UTF-32 begins like the mark of UTF-16, which is never followed by a zero.
      ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
      ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
    ]
    return marks.first { sample.starts(with: $0.0) }?.1
  }

  /// Returns the source as UTF-8.
  ///
  /// Invalid characters become a byte that is not UTF-8, so that the reader refuses them.
  func decoded(_ source: ByteStream) -> ByteStream {
    switch self {
    case .utf8: return source
    case .windows1252:
      return ByteStream(name: source.name) { () throws(InterchangeError) in
        try source.nextBlock().map(Windows1252.decode) ?? []
      }
    case .utf16LittleEndian, .utf16BigEndian:
      var decoder = UTF16Decoder(isBigEndian: self == .utf16BigEndian)
      return Self.blocks(of: source) { $0.map { decoder.decode($0) } ?? decoder.finish() }
    case .utf32LittleEndian, .utf32BigEndian:
      var decoder = UTF32Decoder(isBigEndian: self == .utf32BigEndian)
      return Self.blocks(of: source) { $0.map { decoder.decode($0) } ?? decoder.finish() }
    }
  }

  /// Returns the source with each block decoded, and `nil` at its end.
  ///
  /// Empty blocks are left out.
  private static func blocks(
    of source: ByteStream, _ decode: @escaping ([UInt8]?) -> [UInt8]
  ) -> ByteStream {
    ByteStream(name: source.name) { () throws(InterchangeError) in
      while let block = try source.nextBlock() {
        let decoded = decode(block)
        if !decoded.isEmpty { return decoded }
      }
      return decode(nil)
    }
  }

  /// The byte that replaces an invalid character.
  static let misfit: UInt8 = 0xFF
}

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
