/// What RFC 3986 section 3.1 calls a scheme.
enum URLScheme {
  static func isValid(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.first, isLetter(first) else { return false }
    return text.allSatisfy { isLetter($0) || isDigit($0) || $0 == plus || $0 == minus || $0 == dot }
  }

  /// The length of the scheme that `bytes` start with, up to a colon; nil if they start with none.
  static func length(in bytes: some Collection<UInt8>) -> Int? {
    var count = 0
    for byte in bytes {
      if byte == colon { return isValid(bytes.prefix(count)) ? count : nil }
      if byte == slash || byte == questionMark || byte == hash { return nil }
      count += 1
    }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static let plus = UInt8(ascii: "+")
  private static let minus = UInt8(ascii: "-")
  private static let dot = UInt8(ascii: ".")
  private static let colon = UInt8(ascii: ":")
  private static let slash = UInt8(ascii: "/")
  private static let questionMark = UInt8(ascii: "?")
  private static let hash = UInt8(ascii: "#")
}
