/// The rule for names of entities and their properties: a letter, then letters, digits and `_`.
enum Name {
  static func isValid(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { isLetter($0) || $0.digitValue != nil || $0 == UInt8(ascii: "_") }
  }

  /// Whether the name may stand before a colon in a record; built-in entities start with `~`.
  static func isValidEntity(_ name: some StringProtocol) -> Bool {
    isValid(name.first == "~" ? Substring(name.dropFirst()) : Substring(name))
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 97 < 26
  }
}
