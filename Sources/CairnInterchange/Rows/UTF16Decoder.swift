/// Turns UTF-16 into UTF-8, block by block.
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
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// What half a character at the end of the input becomes.
  mutating func finish() -> [UInt8] {
    guard oddByte != nil || highSurrogate != nil else { return [] }
    oddByte = nil
    highSurrogate = nil
    return Array("\u{FFFD}".utf8)
  }
}
