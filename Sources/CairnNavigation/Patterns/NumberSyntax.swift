/// Which texts are numbers in a URL: plain decimal notation only.
///
/// Swift's own initializers also take `+7`, `0x1p3`, `nan` and `inf`, which no screen can mean.
enum NumberSyntax {
  /// `text` itself if it is decimal digits, perhaps after a minus.
  static func integer(_ text: String) -> String? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    return !digits.isEmpty && digits.allSatisfy(isDigit) ? text : nil
  }

  /// The finite value of digits with perhaps a minus, a fraction and an exponent.
  static func decimal(_ text: String) -> Double? {
    let allowed = text.utf8.allSatisfy { isDigit($0) || Set("+-.eE".utf8).contains($0) }
    guard allowed, text.utf8.first != UInt8(ascii: "+"), let last = text.utf8.last, isDigit(last),
      let value = Double(text), value.isFinite
    else { return nil }
    return value
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
