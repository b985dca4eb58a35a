internal import CPlatform

/// The Castagnoli checksum (RFC 3720 appendix B.4), computed eight bytes at a time.
package struct CRC32C {
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

  /// Whether the processor has an instruction for CRC-32C.
  private static let isInProcessor = platform_has_crc32c() != 0

  /// Returns the checksum of `bytes`; `seed` is the checksum of the bytes before them.
  package static func checksum(of bytes: Span<UInt8>, seed: UInt32 = 0) -> UInt32 {
    guard isInProcessor else { return tableChecksum(of: bytes, seed: seed) }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe ~platform_crc32c(~seed, buffer.baseAddress, buffer.count)
    }
  }

  /// Returns the checksum from tables, for a processor without the instruction.
  static func tableChecksum(of bytes: Span<UInt8>, seed: UInt32 = 0) -> UInt32 {
    let table = table.span
    // Checked once here, so that the compiler can omit the check in each step.
    precondition(table.count == 8 * 256, "a table for each byte of a step")
    var value = ~seed
    var index = 0
    while index + 8 <= bytes.count {
      let word = bytes.word(at: index) ^ UInt64(value)
      let first = table[0x700 + Int(word & 255)] ^ table[0x600 + Int(word >> 8 & 255)]
      let second = table[0x500 + Int(word >> 16 & 255)] ^ table[0x400 + Int(word >> 24 & 255)]
      let third = table[0x300 + Int(word >> 32 & 255)] ^ table[0x200 + Int(word >> 40 & 255)]
      let fourth = table[0x100 + Int(word >> 48 & 255)] ^ table[Int(word >> 56)]
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
