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

  static func decode(_ bytes: [UInt8]) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        decoded.append(byte)
      } else {
        decoded.append(contentsOf: UTF8.encode(scalar(of: byte) ?? "\u{FFFD}") ?? .init())
      }
    }
    return decoded
  }
}
