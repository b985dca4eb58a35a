import CairnInterface
import TestSupport
import Testing

@Suite struct `Fitting a text` {
  @Test(arguments: [
    ("short", 10, "short"), ("exactly", 7, "exactly"), ("too long", 5, "too …"), ("日本語", 5, "日本…"),
    ("日本語", 4, "日…"), ("abc", 1, "…"), ("abc", 0, ""), ("abc", -1, ""), ("", 3, ""),
  ])
  func `cuts at the end`(text: String, columns: Int, expected: String) {
    expectEqual(TextLayout.truncate(text, columns: columns), expected)
  }

  @Test(arguments: [
    ("/home/ada/notes.txt", 11, "/home…s.txt"), ("abcdef", 4, "ab…f"), ("日本語日本", 7, "日…日本"),
    ("abcdef", 1, "…"),
  ])
  func `cuts in the middle`(text: String, columns: Int, expected: String) {
    expectEqual(TextLayout.truncate(text, columns: columns, at: .middle), expected)
  }

  @Test func `cuts an ellipsis that does not fit itself`() {
    expectEqual(TextLayout.truncate("abcdef", columns: 5, ellipsis: "..."), "ab...")
    expectEqual(TextLayout.truncate("abcdef", columns: 2, ellipsis: "..."), "..")
  }

  @Test(arguments: [
    (TextLayout.Alignment.left, "ab   "), (.right, "   ab"), (.center, " ab  "),
  ])
  func `fills up with blanks`(alignment: TextLayout.Alignment, expected: String) {
    expectEqual(TextLayout.fit("ab", columns: 5, alignment: alignment), expected)
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `gives exactly the columns asked for`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = generator.text(atMost: 30)
    let columns = generator.number(0...40)
    for cut in [TextLayout.Cut.end, .middle] {
      let fitted = TextLayout.fit(text, columns: columns, at: cut)
      expectEqual(GlyphWidth.columns(of: fitted), columns)
    }
  }
}
