import CairnInterface
import TestSupport
import Testing

@Suite struct `The width table` {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("日", 2), ("한", 2), ("ｗ", 2), ("👍", 2), ("🪿", 2), ("🫩", 2), ("⌚", 2),
    ("★", 1), ("─", 1), ("…", 1), ("❤", 1), ("\u{1F1EB}", 1), ("\u{E000}", 1), ("\u{301}", 0),
    ("\u{200B}", 0), ("\u{202E}", 1), ("\u{200F}", 0), ("\u{FE0F}", 0), ("\u{1160}", 0),
    ("\u{600}", 1),
    ("\u{1B}", 1), ("\u{85}", 1), ("\u{20000}", 2), ("\u{3FFFD}", 2), ("\u{4DC0}", 2),
  ])
  func `gives a scalar the columns that terminals give it`(scalar: String, columns: Int) {
    expectEqual(scalar.unicodeScalars.map(GlyphWidth.columns(of:)), [columns])
  }

  @Test func `gives no column to any mark`() {
    let wrong = assigned.filter { scalar in
      let category = scalar.properties.generalCategory
      return (category == .nonspacingMark || category == .enclosingMark)
        && GlyphWidth.columns(of: scalar) != 0
    }
    expectTrue(wrong.isEmpty)
  }

  @Test func `gives two columns to every emoji but the halves of flags`() {
    let wrong = assigned.filter { scalar in
      scalar.properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF ~= scalar.value)
        && GlyphWidth.columns(of: scalar) != 2
    }
    expectTrue(wrong.isEmpty)
  }

  @Test func `gives every letter one column or two`() {
    let wrong = assigned.filter { scalar in
      scalar.properties.isAlphabetic && scalar.properties.generalCategory == .otherLetter
        && !(0x1160...0x11FF ~= scalar.value) && !(0xD7B0...0xD7FF ~= scalar.value)
        && !(1...2 ~= GlyphWidth.columns(of: scalar))
    }
    expectTrue(wrong.isEmpty)
  }

  @Test(arguments: [
    ("", 0), ("plain", 5), ("日本語", 6), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇫🇷", 2), ("❤️", 1),
    ("1️⃣", 1), ("a\tb", 3), ("\r\n", 2),
  ])
  func `adds up the glyphs of a text`(text: String, columns: Int) {
    expectEqual(GlyphWidth.columns(of: text), columns)
  }

  private var assigned: [Unicode.Scalar] {
    (UInt32(0)...0x1FFFF).compactMap(Unicode.Scalar.init).filter {
      $0.properties.generalCategory != .unassigned
    }
  }
}
