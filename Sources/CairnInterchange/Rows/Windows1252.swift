/// The one-byte encoding of Western European Windows.
enum Windows1252 {
  /// The characters of 0x80 to 0x9F; five bytes have none.
  private static let upperControls: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]

  static func scalar(of byte: UInt8) -> Unicode.Scalar? {
    (0x80...0x9F).contains(byte) ? upperControls[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// The text that `bytes` are, as UTF-8; what is no character stays a byte that is not UTF-8.
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
