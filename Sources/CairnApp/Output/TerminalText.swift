internal import CairnInterface

/// Text of others on its way to a terminal, which would obey the control characters in it.
public enum TerminalText {
  /// `text` with every control character as a picture, line breaks included, and without what would
  /// turn its direction.
  ///
  /// Every other character stays whole, of however many scalars: what reads the text may be a
  /// program, and a terminal shows what it can.
  static func visible(_ text: String) -> String {
    if text.isPrintableASCII { return text }
    guard text.unicodeScalars.contains(where: actsOnTerminals) else { return text }
    var visible = ""
    for scalar in text.unicodeScalars {
      if !actsOnTerminals(scalar) {
        visible.unicodeScalars.append(scalar)
      } else if !scalar.properties.isBidiControl {
        for glyph in Glyphs(String(scalar)) { visible += glyph.text }
      }
    }
    return visible
  }

  /// Whether a terminal does something at the scalar instead of showing it.
  private static func actsOnTerminals(_ scalar: Unicode.Scalar) -> Bool {
    if 0x20...0x7E ~= scalar.value { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return scalar.properties.isBidiControl
    }
  }

  /// Lines as a terminal may have them: only line breaks and tabs stay controls.
  ///
  /// - Parameter bytes: whole characters in UTF-8.
  /// - Returns: `bytes` themselves where nothing had to be changed.
  public static func safe(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: isSuspect) else { return bytes }
    var safe = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n", "\t": safe.unicodeScalars.append(scalar)
      case _ where scalar.properties.generalCategory == .control:
        safe += visible(String(scalar))
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return Array(safe.utf8)
  }

  /// Whether a byte is a control character, or may begin one of those from U+0080.
  private static func isSuspect(_ byte: UInt8) -> Bool {
    (byte < 0x20 && byte != 0x0A && byte != 0x09) || byte == 0x7F || byte == 0xC2
  }
}

extension String {
  /// The text as one line without control characters, for messages.
  public var onOneLine: String {
    TerminalText.visible(split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}
