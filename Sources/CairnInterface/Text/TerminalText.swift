/// Text on its way to a terminal, which would obey what controls terminals in it.
///
/// All text that comes from a record, a URL, a file's name or another program passes here, or
/// through ``Glyphs``, before a terminal gets it: screens, tables, messages, progress, the window's
/// title. What is seen instead is the same everywhere: a picture of each control character, and
/// nothing of what turns the direction of text, so that no text shows as another.
public enum TerminalText {
  /// `text` as one line: line breaks are controls as well.
  ///
  /// Every other character stays whole, of however many scalars: what reads the text may be a
  /// program, and a terminal shows what it can.
  public static func visible(_ text: String) -> String {
    if text.isPrintableASCII { return text }
    guard text.unicodeScalars.contains(where: actsOnTerminals) else { return text }
    return replaced(text, keeping: [])
  }

  /// Lines: only line breaks and tabs stay controls.
  ///
  /// - Parameter bytes: whole characters in UTF-8.
  /// - Returns: `bytes` themselves where nothing had to be changed.
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

  /// Whether a terminal does something at the scalar instead of showing it.
  private static func actsOnTerminals(_ scalar: Unicode.Scalar) -> Bool {
    if 0x20...0x7E ~= scalar.value { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return scalar.properties.isBidiControl
    }
  }

  /// Whether a byte is a control character, or may begin another one or what turns text: those lie
  /// from U+0080, at U+061C and from U+2000.
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
