/// The encodings in which tables arrive.
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
  /// The encoding of Western European Windows, which has all of Latin-1's letters.
  case windows1252 = "Windows-1252"

  /// The encoding that the first block of an input speaks for; `nil` for ASCII, which leaves open
  /// what comes later.
  ///
  /// 1. UTF-16 and UTF-32 are told by their byte order mark, or by where their zero bytes stand.
  /// 2. Where hardly any character is one of several bytes of UTF-8, bytes that are not UTF-8 are
  ///    Windows-1252. A few pairs of its letters are UTF-8 by chance, as `É` before a blank that
  ///    does not break.
  /// 3. Everything else is UTF-8. What is not UTF-8 among many characters that are is damage, which
  ///    is reported by line.
  static func detect(in sample: [UInt8]) -> TextEncoding? {
    if let marked = marked(sample) { return marked }
    let evidence = UTF8Evidence(in: sample)
    if let wide = ZeroPattern.encoding(of: sample, evidence) { return wide }
    if evidence.misfits > chance * evidence.characters { return .windows1252 }
    return evidence.characters + evidence.misfits > 0 ? .utf8 : nil
  }

  /// How many letters of Windows-1252 there are at least for each two that are UTF-8 by chance.
  private static let chance = 10

  private static func marked(_ sample: [UInt8]) -> TextEncoding? {
    let marks: [([UInt8], TextEncoding)] = [
      // That of UTF-32 begins as that of UTF-16, whose text has no zero there.
      ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
      ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
    ]
    return marks.first { sample.starts(with: $0.0) }?.1
  }

  /// The source as UTF-8.
  ///
  /// What is none of the encoding's characters becomes a byte that is not UTF-8, so that whoever
  /// reads it refuses it.
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

  /// The source with each block decoded, and `nil` at its end; blocks of nothing are left out.
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

  /// What a decoder puts in the place of what is no character.
  static let misfit: UInt8 = 0xFF
}
