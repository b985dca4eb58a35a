/// Texts as people have them, and as nobody should.
extension SeededGenerator {
  private static let pieces: [String] = [
    "a", "word", " ", "  ", "Z", "0", "-", "ß", "é", "e\u{301}", "o\u{302}\u{323}\u{331}", "日本",
    "漢", "ｗｉｄｅ", "한국", "क्षि", "ไทย", "עברית", "العربية", "👍", "👍🏽", "👩‍👩‍👧", "🇫🇷", "❤️",
    "🏳️‍🌈", "1️⃣", "★", "─", "…", "\u{AD}", "\u{200B}", "\u{200D}", "\u{FEFF}",
  ]
  private static let hostile: [String] = [
    "\t", "\n", "\r\n", "\u{0}", "\u{1B}[2J", "\u{7}", "\u{7F}", "\u{9B}31m", "\u{2028}",
    "\u{202E}", "\u{2066}", "\u{301}", "\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}", "\u{FFFD}",
    "\u{10FFFF}", "\u{E000}", "\u{FE0F}", "\u{E0041}", "\u{1F3FD}",
  ]

  /// A text of at most `most` pieces in many scripts, with marks, emoji and control characters.
  public mutating func text(atMost most: Int) -> String {
    (0..<number(0...most)).map { _ in piece() }.joined()
  }

  private mutating func piece() -> String {
    let source = number(0...3) == 0 ? Self.hostile : Self.pieces
    return source[number(0...source.count - 1)]
  }
}
