/// Makes text safe for a terminal.
///
/// Text from records, URLs, file names and other programs can contain control characters, which a
/// terminal would execute. All of it passes through this type, or through ``Glyphs``: screens,
/// tables, messages, progress and the window title. Control characters become visible pictures.
/// Characters that change the direction of text are removed, so that text can't show as other text.
public enum TerminalText {
  /// Returns a safe line, in which line breaks are pictures, too.
  ///
  /// All other characters stay unchanged, since a program may read the text.
  public static func visible(_ text: String) -> String {
    if text.isPrintableASCII { return text }
    guard text.unicodeScalars.contains(where: actsOnTerminals) else { return text }
    return replaced(text, keeping: [])
  }

  /// Returns safe lines, with their line breaks and tabs.
  ///
  /// - Parameter bytes: UTF-8 text that ends with a whole character.
  /// - Returns: the safe text; `bytes` itself if it was safe.
  public static func safe(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: isSuspect) else { return bytes }
    return Array(replaced(String(decoding: bytes, as: UTF8.self), keeping: ["\n", "\t"]).utf8)
  }

  private static func replaced(_ text: String, keeping kept: [Unicode.Scalar]) -> String {
    var replaced = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if kept.contains(scalar) || !actsOnTerminals(scalar) {
        replaced.append(scalar)
      } else if !scalar.properties.isBidiControl {
        replaced.append(scalar.controlPicture)
      }
    }
    return String(replaced)
  }

  /// Whether the scalar controls a terminal or the direction of text.
  private static func actsOnTerminals(_ scalar: Unicode.Scalar) -> Bool {
    if 0x20...0x7E ~= scalar.value { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return scalar.properties.isBidiControl
    }
  }

  /// Whether a byte is a control character, or can start one in UTF-8: U+0080 to U+009F, U+061C, or
  /// a scalar from U+2000.
  private static func isSuspect(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, 0x09: false
    case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2: true
    default: false
    }
  }
}

extension String {
  /// The text as one line without control characters, for messages.
  public var onOneLine: String {
    TerminalText.visible(split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}
