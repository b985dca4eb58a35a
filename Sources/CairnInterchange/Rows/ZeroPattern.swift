/// Tells UTF-16 and UTF-32 without a byte order mark by where zero bytes stand.
///
///     a,1 in UTF-16LE   61 00 2C 00 31 00
///            UTF-16BE   00 61 00 2C 00 31
///            UTF-32LE   61 00 00 00 2C 00 00 00 31 00 00 00
///
/// RFC 4627 tells the encodings of JSON so by the first four bytes. Here all bytes of a sample
/// count, as a table may begin with letters that are not ASCII, and have damage.
enum ZeroPattern {
  /// The encoding that the zero bytes of a sample speak for, `nil` for none of more than a byte.
  static func encoding(of sample: [UInt8], _ evidence: UTF8Evidence) -> TextEncoding? {
    guard sample.count >= 4 else { return nil }
    var zeros = [0, 0, 0, 0]
    for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 4] += 1 }
    let quads = sample.count / 4
    if zeros[3] >= quads, zeros[0] == 0, isUTF32(sample, isBigEndian: false) {
      return .utf32LittleEndian
    }
    if zeros[0] >= quads, zeros[3] == 0, isUTF32(sample, isBigEndian: true) {
      return .utf32BigEndian
    }
    let (even, odd) = (zeros[0] + zeros[2], zeros[1] + zeros[3])
    // Delimiters and digits are ASCII in every script; a few letters have a zero for their lower
    // byte.
    guard max(even, odd) * 8 >= sample.count / 2, min(even, odd) * 2 <= max(even, odd) else {
      return nil
    }
    let isBig = even > odd
    // A text of UTF-8 with damage may have some zeros in one half of its places.
    let begins = (0..<4).allSatisfy { (sample[$0] == 0) == ($0 % 2 == (isBig ? 0 : 1)) }
    guard begins || evidence.misfits > 0 else { return nil }
    return isBig ? .utf16BigEndian : .utf16LittleEndian
  }

  private static func isUTF32(_ sample: [UInt8], isBigEndian: Bool) -> Bool {
    stride(from: 0, through: sample.count - 4, by: 4).allSatisfy { start in
      let value = UTF32Decoder.value(of: sample[start..<(start + 4)], isBigEndian: isBigEndian)
      return value != 0 && Unicode.Scalar(value) != nil
    }
  }
}
