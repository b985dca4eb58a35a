/// Collects pasted bytes up to the mark at their end.
struct PasteCollector {
  private static let mark = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matched = 0

  /// Adds a byte, and tells whether the end mark is complete.
  mutating func take(_ byte: UInt8) -> Bool {
    if byte == Self.mark[matched] {
      matched += 1
      return matched == Self.mark.count
    }
    bytes += Self.mark[..<matched]
    matched = byte == Self.mark[0] ? 1 : 0
    if matched == 0 { bytes.append(byte) }
    return false
  }

  /// Skips a byte, and tells whether the end mark is complete, or whether it is Ctrl-C.
  mutating func skip(_ byte: UInt8) -> Bool {
    let isEnd = take(byte)
    bytes = []
    return isEnd || byte == 0x03
  }

  /// Whether the last byte was `ESC`, which begins the end mark or is the Escape key.
  var isAtEscape: Bool { matched == 1 }

  /// The pasted text, with only line feeds as line breaks and without control characters.
  ///
  /// Terminals send a carriage return for each line break. Tabs stay, and bytes that are not UTF-8
  /// become replacement characters.
  var text: String {
    var clean: [UInt8] = []
    clean.reserveCapacity(bytes.count)
    var isAfterReturn = false
    for byte in bytes {
      switch byte {
      case 0x0D: clean.append(0x0A)
      case 0x0A where isAfterReturn: break
      case 0x09, 0x0A, 0x20...0x7E, 0x80...: clean.append(byte)
      default: break
      }
      isAfterReturn = byte == 0x0D
    }
    return String(decoding: clean, as: UTF8.self)
  }
}
