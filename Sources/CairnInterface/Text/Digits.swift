extension FixedWidthInteger {
  /// Reads a number that consists of digits only; `nil` for one with a sign or anything else.
  init?(digits text: some StringProtocol, radix: Int = 10) {
    guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else {
      return nil
    }
    self.init(text, radix: radix)
  }
}
