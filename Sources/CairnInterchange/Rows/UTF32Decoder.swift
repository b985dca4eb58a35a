/// Turns UTF-32 into UTF-8, block by block.
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

  /// What a part of a character at the end of the input becomes.
  mutating func finish() -> [UInt8] {
    defer { pending = [] }
    return pending.isEmpty ? [] : [TextEncoding.misfit]
  }

  /// The number that four bytes are.
  static func value(of bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> UInt32 {
    let value = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    return isBigEndian ? value : value.byteSwapped
  }
}
