/// Binary data as text (RFC 4648 section 4, with padding).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func write(_ data: [UInt8], to bytes: inout [UInt8]) {
    for start in stride(from: 0, to: data.count, by: 3) {
      let group = data[start..<min(start + 3, data.count)]
      var bits: UInt32 = 0
      for byte in group { bits = bits << 8 | UInt32(byte) }
      bits <<= UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let letter = letters[Int(bits >> UInt32(18 - 6 * place) & 63)]
        bytes.append(place <= group.count ? letter : UInt8(ascii: "="))
      }
    }
  }

  /// The data that `utf8` encodes; blanks and line ends in it are skipped, `nil` if it is no base
  /// 64.
  static func read(_ utf8: Span<UInt8>) -> [UInt8]? {
    var data: [UInt8] = []
    var bits: UInt32 = 0
    var letterCount = 0
    var padding = 0
    for index in utf8.indices {
      let byte = utf8[index]
      if byte == .space || byte == .newline { continue }
      letterCount += 1
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: byte) else { return nil }
      bits = bits << 6 | value
      if letterCount % 4 == 0 {
        data += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8)]
        data.append(UInt8(truncatingIfNeeded: bits))
        bits = 0
      }
    }
    guard letterCount % 4 == 0, padding < 3 else { return nil }
    if padding == 1 {
      data += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
    } else if padding == 2 {
      data.append(UInt8(truncatingIfNeeded: bits >> 4))
    }
    return data
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case 65...90: UInt32(letter - 65)
    case 97...122: UInt32(letter - 71)
    case 48...57: UInt32(letter + 4)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
