extension JSONWriter {
  /// Writes a string in quotation marks with only the necessary escapes.
  mutating func appendString(_ text: String) {
    bytes.append(ASCII.quote)
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    if needsEscapes(from: start) {
      bytes.removeLast(bytes.count - start)
      appendEscaped(text)
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

  /// Whether a byte from `start` on needs an escape.
  ///
  /// It looks at all bytes without a branch, since nearly always none does.
  private func needsEscapes(from start: Int) -> Bool {
    let written = bytes.span.extracting(start...)
    var isMet = false
    for index in written.indices { isMet = Self.needsEscape(written[index]) || isMet }
    return isMet
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash
  }

  /// The escape of a byte.
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

/// The encoded name of a member that many objects have.
///
///     let title = JSONName("title")
///     for recipe in recipes {
///       writer.beginObject()
///       writer.name(title)
///       writer.write(recipe.title)
///       writer.endObject()
///     }
public struct JSONName: Sendable {
  /// The name itself.
  public let text: String
  /// The name in quotation marks.
  let bytes: [UInt8]

  /// Encodes a name.
  public init(_ text: String) {
    self.text = text
    var writer = JSONWriter()
    writer.appendString(text)
    bytes = writer.bytes
  }
}
