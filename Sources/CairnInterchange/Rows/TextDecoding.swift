/// Converts UTF-16 to UTF-8, block by block.
struct UTF16Decoder {
  let isBigEndian: Bool
  private var oddByte: UInt8?
  private var highSurrogate: UInt16?
  private var isAtStart = true

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  mutating func decode(_ block: [UInt8]) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(block.count / 2 + 2)
    if let highSurrogate { units.append(highSurrogate) }
    highSurrogate = nil
    for byte in block {
      guard let first = oddByte else {
        oddByte = byte
        continue
      }
      oddByte = nil
      let (high, low) = isBigEndian ? (first, byte) : (byte, first)
      units.append(UInt16(high) << 8 | UInt16(low))
    }
    if isAtStart, units.first == 0xFEFF { units.removeFirst() }
    if !units.isEmpty { isAtStart = false }
    if let last = units.last, UTF16.isLeadSurrogate(last) { highSurrogate = units.removeLast() }
    return Self.text(of: units)
  }

  /// Returns the replacement of an incomplete character at the end of the input.
  mutating func finish() -> [UInt8] {
    guard oddByte != nil || highSurrogate != nil else { return [] }
    oddByte = nil
    highSurrogate = nil
    return [TextEncoding.misfit]
  }

  private static func text(of units: [UInt16]) -> [UInt8] {
    if let text = String(validating: units, as: UTF16.self) { return Array(text.utf8) }
    var text: [UInt8] = []
    var decoder = UTF16()
    var rest = units.makeIterator()
    while true {
      switch decoder.decode(&rest) {
      case .scalarValue(let scalar): text.append(contentsOf: UTF8.encode(scalar) ?? .init())
      case .error: text.append(TextEncoding.misfit)
      case .emptyInput: return text
      }
    }
  }
}

/// Converts UTF-32 to UTF-8, block by block.
struct UTF32Decoder {
  let isBigEndian: Bool
  private var pending: [UInt8] = []
  private var isAtStart = true

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  mutating func decode(_ block: [UInt8]) -> [UInt8] {
    let bytes = pending + block
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count / 4 + 4)
    var start = 0
    while start + 4 <= bytes.count {
      let value = Self.value(of: bytes[start..<(start + 4)], isBigEndian: isBigEndian)
      start += 4
      defer { isAtStart = false }
      if isAtStart, value == 0xFEFF { continue }
      if let character = Unicode.Scalar(value).flatMap(UTF8.encode) {
        decoded.append(contentsOf: character)
      } else {
        decoded.append(TextEncoding.misfit)
      }
    }
    pending = Array(bytes[start...])
    return decoded
  }

  /// Returns the replacement of an incomplete character at the end of the input.
  mutating func finish() -> [UInt8] {
    defer { pending = [] }
    return pending.isEmpty ? [] : [TextEncoding.misfit]
  }

  /// Returns four bytes as a number.
  static func value(of bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> UInt32 {
    let value = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    return isBigEndian ? value : value.byteSwapped
  }
}

/// The one-byte encoding of Windows in Western Europe.
enum Windows1252 {
  /// The characters of 0x80 to 0x9F; five bytes have none.
  private static let upperControls: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]

  static func scalar(of byte: UInt8) -> Unicode.Scalar? {
    (0x80...0x9F).contains(byte) ? upperControls[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// Returns `bytes` as UTF-8 text; an invalid character becomes a byte that is not UTF-8.
  static func decode(_ bytes: [UInt8]) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte >= 0x80, let character = scalar(of: byte).flatMap(UTF8.encode) {
        decoded.append(contentsOf: character)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }
}

/// Decodes an input whose first block is ASCII, so that its encoding is still unknown.
///
/// ASCII is the same in UTF-8 and Windows-1252, and the first other byte decides. If this byte
/// begins a UTF-8 character, the input is UTF-8, and later invalid bytes are damage. Otherwise the
/// input is Windows-1252 from there on, and no earlier byte has to be read again.
struct LateDecoder {
  /// The encoding; `nil` as long as all bytes are ASCII.
  private(set) var encoding: TextEncoding?

  /// Returns the next block of `source` as UTF-8; empty at its end.
  mutating func next(from source: ByteStream) throws(InterchangeError) -> [UInt8] {
    guard var block = try source.nextBlock() else { return [] }
    if encoding == nil, block.reduce(0, |) >= 0x80,
      let place = block.firstIndex(where: { $0 >= 0x80 })
    {
      // The character may continue in the next block.
      while block.count - place < 4, let more = try source.nextBlock() { block += more }
      encoding = Self.beginsCharacter(block[place...].prefix(4)) ? .utf8 : .windows1252
    }
    return encoding == .windows1252 ? Windows1252.decode(block) : block
  }

  private static func beginsCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return true
    } catch {
      return error.byteOffsets.lowerBound > 0
    }
  }
}
