/// The Castagnoli checksum (RFC 3720 appendix B.4), eight bytes a step.
struct CRC32C {
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 8 * 256)
    for index in 0..<256 {
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
      table[index] = value
    }
    for index in 256..<8 * 256 {
      let previous = table[index - 256]
      table[index] = previous >> 8 ^ table[Int(previous & 255)]
    }
    return table
  }()

  /// The checksum of `bytes`, continued from `seed`, the checksum of what comes before them.
  static func checksum(of bytes: Span<UInt8>, seed: UInt32 = 0) -> UInt32 {
    let table = table.span
    var value = ~seed
    var index = 0
    while index + 8 <= bytes.count {
      let low =
        value
        ^ (UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]) << 16
          | UInt32(bytes[index + 3]) << 24)
      let first = table[0x700 + Int(low & 255)] ^ table[0x600 + Int(low >> 8 & 255)]
      let second = table[0x500 + Int(low >> 16 & 255)] ^ table[0x400 + Int(low >> 24)]
      let third = table[0x300 + Int(bytes[index + 4])] ^ table[0x200 + Int(bytes[index + 5])]
      let fourth = table[0x100 + Int(bytes[index + 6])] ^ table[Int(bytes[index + 7])]
      value = first ^ second ^ third ^ fourth
      index += 8
    }
    while index < bytes.count {
      value = value >> 8 ^ table[Int((value ^ UInt32(bytes[index])) & 255)]
      index += 1
    }
    return ~value
  }
}
