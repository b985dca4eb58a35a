import CairnInterface
import TestSupport
import Testing

@Suite struct `The glyphs of a text` {
  @Test(arguments: [
    ("ab", ["a", "b"]),
    ("e\u{301}x", ["e\u{301}", "x"]),
    ("o\u{302}\u{323}\u{331}\u{301}\u{302}\u{303}", ["o\u{302}\u{323}\u{331}\u{301}"]),
    ("\u{301}a", ["\u{25CC}\u{301}", "a"]),
    ("👩‍👩‍👧!", ["👩", "!"]),
    ("👍🏽!", ["👍", "!"]),
    ("🏽", ["🏽"]),
    ("❤️!", ["❤", "!"]),
    ("🇫🇷", ["\u{1F1EB}", "\u{1F1F7}"]),
    ("क्\u{200D}ष", ["क्", "ष"]),
    ("a\u{200B}b\u{FEFF}c\u{AD}d", ["a", "b", "c", "d"]),
    ("\u{202E}txt\u{2066}\u{200F}", ["\u{FFFD}", "t", "x", "t", "\u{FFFD}"]),
    ("\u{0}\t\n\u{1B}\u{7F}", ["␀", "␉", "␊", "␛", "␡"]),
    ("\u{9B}\u{85}", ["\u{FFFD}", "\u{FFFD}"]),
    ("\u{2028}", ["␊"]),
  ])
  func `are its spacing scalars with their marks`(text: String, glyphs: [String]) {
    expectEqual(
      Glyphs(text).map { Array($0.text.unicodeScalars) }, glyphs.map { Array($0.unicodeScalars) })
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `fit into cells whatever the text`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for glyph in Glyphs(generator.text(atMost: 60)) {
      let scalars = glyph.text.unicodeScalars
      expectTrue(1...5 ~= scalars.count)
      expectEqual(scalars.first.map(GlyphWidth.columns(of:)), glyph.columns)
      expectTrue(scalars.dropFirst().allSatisfy { GlyphWidth.columns(of: $0) == 0 })
      expectTrue(scalars.allSatisfy { $0.properties.generalCategory != .control })
      expectTrue(scalars.allSatisfy { !$0.properties.isBidiControl })
    }
  }
}
