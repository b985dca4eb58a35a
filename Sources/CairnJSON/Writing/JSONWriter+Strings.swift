extension JSONWriter {
  /// Writes a string in quotation marks and escapes what must be, and nothing else.
  mutating func appendString(_ text: String) {
    bytes.append(ASCII.quote)
    if Self.needsEscapes(text) {
      appendEscaped(text)
    } else {
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(ASCII.quote)
  }

  private mutating func appendEscaped(_ text: String) {
    for byte in text.utf8 {
      if Self.needsEscape(byte) {
        bytes.append(contentsOf: Self.escape(of: byte).utf8)
      } else {
        bytes.append(byte)
      }
    }
  }

  private static func needsEscapes(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    for index in bytes.indices where needsEscape(bytes[index]) { return true }
    return false
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash
  }

  /// How a byte is written in a string that may not stand there as it is.
  static func escape(of byte: UInt8) -> String {
    switch byte {
    case ASCII.quote: "\\\""
    case ASCII.backslash: "\\\\"
    case ASCII.backspace: "\\b"
    case ASCII.tab: "\\t"
    case ASCII.lineFeed: "\\n"
    case ASCII.formFeed: "\\f"
    case ASCII.carriageReturn: "\\r"
    case 0..<0x10: "\\u000" + String(byte, radix: 16)
    default: "\\u00" + String(byte, radix: 16)
    }
  }
}
