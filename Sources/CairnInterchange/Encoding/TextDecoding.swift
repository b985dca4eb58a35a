/// Converts UTF-16 to UTF-8, block by block.
struct UTF16Decoder {
  private var isBigEndian: Bool
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
    if isAtStart, units.first == 0xFFFE {
      // The byte order mark shows the other order.
      isBigEndian.toggle()
      for place in units.indices { units[place] = units[place].byteSwapped }
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

/// Decodes an input whose first block is ASCII, so that its encoding is still unknown.
///
/// ASCII is the same in UTF-8 and in the encodings of files without Unicode, and the first other
/// byte decides. If this byte begins a UTF-8 character, the input is UTF-8, and later invalid bytes
/// are damage. Otherwise the encoding is guessed from there on, and no earlier byte has to be read
/// again.
struct LateDecoder {
  /// The encoding; `nil` as long as all bytes are ASCII.
  private(set) var encoding: TextEncoding?
  /// The rest of the input as UTF-8, once the encoding is known.
  private var decoded: ByteStream?
  /// The number of lines that end in the blocks of ASCII.
  private var lines = 0

  /// Returns the next block of `source` as UTF-8; empty at its end.
  ///
  /// - Throws: `InterchangeError.unclearEncoding` if several encodings are equally plausible.
  mutating func next(from source: ByteStream) throws(InterchangeError) -> [UInt8] {
    if let decoded { return try decoded.nextBlock() ?? [] }
    guard var block = try source.nextBlock() else { return [] }
    guard block.reduce(0, |) >= 0x80, let place = block.firstIndex(where: { $0 >= 0x80 }) else {
      let feeds = block.count { $0 == Byte.lineFeed }
      lines += feeds > 0 ? feeds : block.count { $0 == Byte.carriageReturn }
      return block
    }
    // The character may continue in the next block.
    while block.count - place < 4, let more = try source.nextBlock() { block += more }
    if Self.beginsCharacter(block[place...].prefix(4)) {
      (encoding, decoded) = (.utf8, source)
      return block
    }
    while block.count - place < ByteStream.sampleSize, let more = try source.nextBlock() {
      block += more
    }
    let found = try EncodingGuess(of: block).encoding(of: source.name)
    encoding = found
    var start: [UInt8]? = block
    let rest = found.decodedAsGuessed(
      ByteStream(name: source.name) { () throws(InterchangeError) in
        if let first = start {
          start = nil
          return first
        }
        return try source.nextBlock() ?? []
      }, after: lines)
    decoded = rest
    return try rest.nextBlock() ?? []
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
