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
    return Self.text(of: units)
  }

  /// What half a character at the end of the input becomes.
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
