/// Decodes an encoding in which each byte is a character.
struct SingleByteDecoder {
  /// The characters of the bytes from 0x80 on; `nil` for a byte without a character.
  let characters: [Unicode.Scalar?]
  /// The characters as UTF-8.
  private let bytes: [[UInt8]]

  /// Creates a decoder.
  ///
  /// - Parameter encoding: A single-byte encoding.
  init(_ encoding: TextEncoding) {
    let text = SingleByteTable.text(of: encoding.name) ?? ""
    let known = text.unicodeScalars.map { $0 == "?" ? nil : $0 }
    let controls = (0x80..<(0x100 - known.count)).map { Unicode.Scalar(UInt8($0)) }
    characters = controls + known
    bytes = characters.map { character in
      character.flatMap(UTF8.encode).map { Array($0) } ?? [TextEncoding.misfit]
    }
  }

  /// Returns the text of `block` as UTF-8.
  func decode(_ block: [UInt8]) -> [UInt8] {
    guard block.reduce(0, |) >= 0x80 else { return block }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(block.count + block.count / 4)
    for byte in block {
      if byte < 0x80 { decoded.append(byte) } else { decoded += bytes[Int(byte) - 0x80] }
    }
    return decoded
  }
}
