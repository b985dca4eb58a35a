import CairnStore
import TestSupport
import Testing

@Suite struct `Search folding` {
  @Test(arguments: [
    ("Crème Brûlée", "creme brulee"), ("STRASSE straße ẞ", "strasse strasse ss"),
    ("Æsir œuvre", "aesir oeuvre"), ("Øre Łódź Đorđe ısı", "ore lodz dorde isi"),
    ("ΣΊΣΥΦΟΣ σίσυφος", "σισυφοσ σισυφοσ"), ("Ёлка Йод", "елка иод"), ("ﬁn ŉ", "fin ʼn"),
    ("İstanbul", "istanbul"), ("a.b-c 12%", "a.b-c 12%"), ("", ""), ("Ｗ漢字", "ｗ漢字"),
  ])
  func `drops case, accents and variants`(text: String, folded: String) {
    expectEqual(Array(SearchFold.fold(text).unicodeScalars), Array(folded.unicodeScalars))
  }

  @Test func `folds every scalar to something that folds to itself`() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = SearchFold.fold(String(scalar))
      expectTrue(
        SearchFold.fold(once).utf8.elementsEqual(once.utf8), "U+\(String(value, radix: 16))")
    }
  }

  @Test(arguments: [
    ("\u{E9}", "e\u{301}"), ("\u{1E69}", "s\u{307}\u{323}"),
    ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}"),
    ("\u{212A}", "K"), ("\u{F900}", "\u{8C48}"), ("\u{0958}", "\u{0915}\u{093C}"),
  ])
  func `sees composed and decomposed spellings alike`(left: String, right: String) {
    expectTrue(SearchFold.fold(left).utf8.elementsEqual(SearchFold.fold(right).utf8))
    expectEqual(CollationKey(left), CollationKey(right))
  }
}
