/// The encodings in which tables arrive.
public enum TextEncoding: String, Sendable {
  /// UTF-8, with or without a byte order mark.
  case utf8 = "UTF-8"
  /// UTF-16, the lower byte first, as spreadsheets save "Unicode text".
  case utf16LittleEndian = "UTF-16LE"
  /// UTF-16, the higher byte first.
  case utf16BigEndian = "UTF-16BE"
  /// The encoding of Western European Windows, which has all of Latin-1's letters.
  case windows1252 = "Windows-1252"

  /// Bytes of text in one-byte encodings that prove one.
  ///
  /// A single stray byte in a file of UTF-8 is damage, which is reported by line, and no encoding.
  private static let proof = 3

  /// The encoding that the first block of an input speaks for.
  ///
  /// UTF-16 is told by its byte order mark. Windows-1252 is assumed where several bytes are not
  /// UTF-8, each beside a letter or a blank, and no character of more than one byte is.
  static func detect(in sample: [UInt8]) -> TextEncoding {
    if sample.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if sample.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    return isWindows1252(sample) ? .windows1252 : .utf8
  }

  private static func isWindows1252(_ sample: [UInt8]) -> Bool {
    var found = 0
    for (index, byte) in sample.enumerated() where byte >= 0x80 {
      let previous = index > 0 ? sample[index - 1] : Byte.space
      let next = index + 1 < sample.count ? sample[index + 1] : Byte.space
      if previous >= 0x80 || next >= 0x80 { return false }
      guard Windows1252.scalar(of: byte) != nil else { return false }
      if Byte.isLetter(previous) || Byte.isLetter(next) { found += 1 }
    }
    return found >= proof
  }

  /// The source as UTF-8.
  func decoded(_ source: ByteStream) -> ByteStream {
    switch self {
    case .utf8: return source
    case .windows1252:
      return ByteStream(name: source.name) { () throws(InterchangeError) in
        try source.nextBlock().map(Windows1252.decode) ?? []
      }
    case .utf16LittleEndian, .utf16BigEndian:
      var decoder = UTF16Decoder(isBigEndian: self == .utf16BigEndian)
      return ByteStream(name: source.name) { () throws(InterchangeError) in
        while let block = try source.nextBlock() {
          let decoded = decoder.decode(block)
          if !decoded.isEmpty { return decoded }
        }
        return decoder.finish()
      }
    }
  }
}
