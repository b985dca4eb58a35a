/// The rule for names of entities and their properties: a letter, then letters, digits and `_`.
enum Name {
  static func isValid(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy(isWordByte)
  }

  /// Whether `plural` may name a collection in an address: like a name, but with `-` as well.
  ///
  /// Such a name needs no escapes in an address. It never equals one of the app's own words, which
  /// begin with `~`.
  static func isValidPlural(_ plural: String) -> Bool {
    guard let first = plural.utf8.first, isLetter(first) else { return false }
    return plural.utf8.allSatisfy { isWordByte($0) || $0 == .minus }
  }

  /// Whether `byte` may stand in a name after its first letter.
  @inline(__always)
  static func isWordByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte.digitValue != nil || byte == UInt8(ascii: "_")
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 97 < 26
  }
}
