/// An encoding of text: its name, and how its bytes become UTF-8.
public struct TextEncoding: Hashable, Sendable {
  /// How the bytes are decoded.
  enum Kind: Hashable, Sendable {
    case utf8
    case utf16(isBigEndian: Bool)
    case utf32(isBigEndian: Bool)
    /// Each byte is a character of ``SingleByteTable``.
    case singleByte
    /// Each line is either UTF-8, or in the encoding with this name.
    case mixed(with: String)
    /// The program `iconv` knows the characters by this name.
    case multiByte(iconv: String)
  }

  /// The name in messages and options.
  public let name: String
  let kind: Kind

  /// UTF-8, with or without a byte order mark.
  public static let utf8 = TextEncoding(name: "UTF-8", kind: .utf8)
  /// UTF-16, the lower byte first, as spreadsheets save "Unicode text".
  public static let utf16LittleEndian = utf16("LE", isBigEndian: false)
  /// UTF-16, the higher byte first.
  public static let utf16BigEndian = utf16("BE", isBigEndian: true)
  /// UTF-32, the lowest byte first.
  public static let utf32LittleEndian = TextEncoding(
    name: "UTF-32LE", kind: .utf32(isBigEndian: false))
  /// UTF-32, the highest byte first.
  public static let utf32BigEndian = TextEncoding(
    name: "UTF-32BE", kind: .utf32(isBigEndian: true))
  /// The encoding of Windows in Western Europe, which has all letters of Latin-1.
  public static let windows1252 = single("Windows-1252")

  private static func utf16(_ order: String, isBigEndian: Bool) -> TextEncoding {
    TextEncoding(name: "UTF-16\(order)", kind: .utf16(isBigEndian: isBigEndian))
  }

  private static func single(_ name: String) -> TextEncoding {
    TextEncoding(name: name, kind: .singleByte)
  }

  private static func multi(_ name: String, _ iconv: String) -> TextEncoding {
    TextEncoding(name: name, kind: .multiByte(iconv: iconv))
  }

  /// Returns the encoding of inputs whose lines are either UTF-8 or in a single-byte encoding.
  public static func mixed(with other: TextEncoding) -> TextEncoding {
    TextEncoding(name: "\(utf8.name)+\(other.name)", kind: .mixed(with: other.name))
  }

  /// All encodings except the mixed ones, the most frequent ones of each kind first.
  public static let all: [TextEncoding] =
    [.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian]
    + ([1252] + Array(1250...1251) + Array(1253...1258)).map { single("Windows-\($0)") }
    + (Array(2...11) + Array(13...16)).map { single("ISO-8859-\($0)") }
    + ["KOI8-R", "KOI8-U", "MacRoman", "IBM437", "IBM850", "IBM852", "IBM866"].map(single)
    + [
      // The program's own names for the supersets that files have.
      multi("GBK", "GBK"), multi("GB18030", "GB18030"), multi("Big5", "CP950"),
      multi("Shift_JIS", "CP932"), multi("EUC-JP", "EUC-JP-MS"), multi("EUC-KR", "UHC"),
    ]

  /// Returns the encoding that a person or a file calls by a name, ignoring case and punctuation.
  ///
  /// Text in ISO 8859-1 is read as Windows-1252, as browsers do: files with that name have its
  /// quotes and its euro sign.
  ///
  /// `UTF-8+Windows-1252` is the encoding of an input whose lines are in either of the two.
  ///
  /// - Parameter word: The name, for example `latin1`, `cp1251` or `Shift-JIS`.
  public init?(named word: String) {
    let parts = word.split(separator: "+", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard TextEncoding(named: String(parts[0])) == .utf8,
        let other = TextEncoding(named: String(parts[1])), other.kind == .singleByte
      else { return nil }
      self = .mixed(with: other)
      return
    }
    let key = Self.key(word)
    let name = Self.otherNames[key] ?? key
    guard let known = Self.all.first(where: { Self.key($0.name) == name }) else { return nil }
    self = known
  }

  private init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }

  private static func key(_ word: String) -> String {
    word.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  private static let otherNames: [String: String] = {
    var names = [
      "ascii": "utf8", "usascii": "utf8", "utf16": "utf16le", "ucs2": "utf16le",
      "unicode": "utf16le", "utf32": "utf32le", "ucs4": "utf32le", "iso88591": "windows1252",
      "latin1": "windows1252", "l1": "windows1252", "latin2": "iso88592", "latin9": "iso885915",
      "latin5": "iso88599", "greek": "iso88597", "hebrew": "iso88598", "cyrillic": "iso88595",
      "thai": "iso885911", "tis620": "iso885911", "koi8": "koi8r", "macintosh": "macroman",
      "mac": "macroman", "gb2312": "gbk", "cp936": "gbk", "euccn": "gbk", "cp950": "big5",
      "sjis": "shiftjis", "cp932": "shiftjis", "windows31j": "shiftjis", "mskanji": "shiftjis",
      "cp949": "euckr", "uhc": "euckr", "ksc56011987": "euckr",
    ]
    for page in 1250...1258 { names["cp\(page)"] = "windows\(page)" }
    for page in [437, 850, 852, 866] {
      for word in ["cp\(page)", "dos\(page)"] { names[word] = "ibm\(page)" }
    }
    return names
  }()
}

extension TextEncoding {
  /// Returns the encoding that the first block of an input shows; `nil` if its bytes allow several.
  ///
  /// 1. UTF-16 and UTF-32 are recognized by their byte order mark, or by the positions of zero
  ///    bytes.
  /// 2. If hardly any character is a multibyte character of UTF-8, the text is not UTF-8. A few pairs
  ///    of letters are UTF-8 by chance, for example `É` before a no-break space in Windows-1252. If
  ///    such characters are in lines of their own, there may be more of them (see ``MixedLines``).
  /// 3. Everything else is UTF-8. Invalid bytes among many valid characters are damage, which is
  ///    reported by line.
  static func detect(in sample: [UInt8]) -> Detection {
    if let marked = marked(sample) { return .found(marked) }
    let evidence = UTF8Evidence(in: sample)
    if let wide = ZeroPattern.encoding(of: sample, evidence) { return .found(wide) }
    if evidence.misfits > chance * evidence.characters { return .notUnicode }
    if evidence.misfits > evidence.characters, UTF8Evidence.isByLine(sample) { return .notUnicode }
    return evidence.characters + evidence.misfits > 0 ? .found(.utf8) : .ascii
  }

  /// The result of a search for an encoding.
  enum Detection: Equatable {
    case found(TextEncoding)
    /// All bytes are ASCII, which allows any encoding of later bytes.
    case ascii
    /// The bytes are in an encoding that says nothing about itself.
    case notUnicode
  }

  /// The fewest invalid bytes for each pair of letters that is UTF-8 by chance.
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
  ///
  /// - Parameters:
  ///   - source: The input.
  ///   - note: Called after each block of a mixed encoding.
  /// - Returns: The text, block by block.
  func decoded(
    _ source: ByteStream, noting note: @escaping (MixedDecoder) -> Void = { _ in }
  ) -> ByteStream {
    switch kind {
    case .utf8: return source
    case .singleByte:
      let decoder = SingleByteDecoder(self)
      return Self.blocks(of: source) { block throws(InterchangeError) in
        block.map(decoder.decode) ?? []
      }
    case .utf16(let isBigEndian):
      var decoder = UTF16Decoder(isBigEndian: isBigEndian)
      return Self.blocks(of: source) { block throws(InterchangeError) in
        block.map { decoder.decode($0) } ?? decoder.finish()
      }
    case .utf32(let isBigEndian):
      var decoder = UTF32Decoder(isBigEndian: isBigEndian)
      return Self.blocks(of: source) { block throws(InterchangeError) in
        block.map { decoder.decode($0) } ?? decoder.finish()
      }
    case .mixed(let name):
      // The name is that of a single-byte encoding.
      var decoder = MixedDecoder(TextEncoding(named: name) ?? .windows1252)
      return Self.blocks(of: source) { block throws(InterchangeError) in
        defer { note(decoder) }
        return block.map { decoder.decode($0) } ?? decoder.finish()
      }
    case .multiByte(let name):
      var decoder = IconvDecoder(name, for: source.name)
      return Self.blocks(of: source) { block throws(InterchangeError) in
        if let block { try decoder.decode(block) } else { try decoder.finish() }
      }
    }
  }

  /// Returns the source as UTF-8, if this encoding was only guessed.
  ///
  /// The stream ends with `InterchangeError.mixedEncodings` if some lines are UTF-8.
  ///
  /// - Parameters:
  ///   - source: The input, or its rest.
  ///   - lines: The number of lines before the rest.
  /// - Returns: The text, block by block.
  func decodedAsGuessed(_ source: ByteStream, after lines: Int = 0) -> ByteStream {
    decoded(kind == .singleByte ? MixedLines(self, after: lines).watched(source) : source)
  }

  /// Returns a short text as UTF-8; `nil` if it is not in this encoding.
  func text(of bytes: some Collection<UInt8>) -> String? {
    let stream = decoded(ByteStream(name: name, blocks: [Array(bytes)]))
    guard let blocks = try? stream.remainingBlocks() else { return nil }
    return String(validating: Array(blocks.joined()), as: UTF8.self)
  }

  /// Returns the source with each block decoded, and `nil` at its end.
  ///
  /// Empty blocks are left out.
  private static func blocks(
    of source: ByteStream,
    _ decode: @escaping ([UInt8]?) throws(InterchangeError) -> [UInt8]
  ) -> ByteStream {
    ByteStream(name: source.name) { () throws(InterchangeError) in
      while let block = try source.nextBlock() {
        let decoded = try decode(block)
        if !decoded.isEmpty { return decoded }
      }
      return try decode(nil)
    }
  }

  /// The byte that replaces an invalid character.
  static let misfit: UInt8 = 0xFF
}
