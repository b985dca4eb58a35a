/// Words that mean an empty cell in a column of numbers: `n/a`, `NaN`, `--`, `#DIV/0!`.
enum EmptyWord {
  private static let words: Set<[UInt8]> = Set(
    [
      "nan", "inf", "infinity", "-inf", "-infinity", "n/a", "#n/a", "na", "null", "-", "--", "–",
      "—", "..", "...", "…", "#div/0!", "#value!", "#ref!", "#num!", "#name?", "#null!",
    ].map { Array($0.utf8) })

  /// The most bytes of a word.
  static let longest = 9

  /// Returns whether a cell has such a word.
  static func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count <= longest, let first = bytes.first else { return false }
    switch first | 0x20 {
    case UInt8(ascii: "n"), UInt8(ascii: "i"), Byte.minus, Byte.point,
      UInt8(ascii: "#"), 0xE2:
      let isASCII = bytes.allSatisfy { $0 < 0x80 }
      return words.contains(isASCII ? bytes.map(lowercase) : Array(bytes))
    default: return false
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
