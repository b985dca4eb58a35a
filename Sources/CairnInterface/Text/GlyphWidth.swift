/// How many columns text takes on a screen.
public enum GlyphWidth {
  /// The columns that `scalar` takes by itself: 0, 1 or 2.
  ///
  /// A mark takes none, as it sits on the glyph before it; a control takes one, as a picture.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    switch ScalarShape(scalar) {
    case .narrow, .control: 1
    case .wide: 2
    case .mark, .ignored: 0
    }
  }

  /// The columns that `text` takes when it is written to a canvas.
  ///
  /// Linear in the length of the text.
  public static func columns(of text: some StringProtocol) -> Int {
    if text.isPrintableASCII { return text.utf8.count }
    return Glyphs(text).reduce(0) { $0 + $1.columns }
  }

  /// The columns that `character` takes by itself.
  public static func columns(of character: Character) -> Int {
    // Most are one byte, and asked for by the thousand.
    if let byte = character.utf8.first, character.utf8.count == 1, 0x20...0x7E ~= byte { return 1 }
    return columns(of: String(character))
  }
}

extension StringProtocol {
  /// Whether there is nothing in the text but what ASCII prints, each a column wide.
  package var isPrintableASCII: Bool {
    func isPrintable(_ bytes: some Sequence<UInt8>) -> Bool {
      bytes.allSatisfy { 0x20...0x7E ~= $0 }
    }
    // Most texts lie in one piece, over which a loop is several times as fast.
    return utf8.withContiguousStorageIfAvailable { unsafe isPrintable($0) }
      ?? isPrintable(utf8)
  }
}
