import CairnInterface
import TestSupport
import Testing

@Suite struct `Wrapping a text` {
  @Test(arguments: [
    ("", 10, [""]),
    ("one line", 10, ["one line"]),
    ("two words", 5, ["two", "words"]),
    ("a  gap at the break", 8, ["a  gap", "at the", "break"]),
    ("unbreakable", 4, ["unbr", "eaka", "ble"]),
    ("first\n\nthird", 10, ["first", "", "third"]),
    ("ends\n", 10, ["ends", ""]),
    ("dos\r\nlines", 10, ["dos", "lines"]),
    ("日本語日本語", 5, ["日本", "語日", "本語"]),
    ("a\tb", 10, ["a   b"]),
    ("  indented line", 10, ["  indented", "line"]),
    ("x", 0, ["x"]),
  ])
  func `breaks at blanks, at wide glyphs, or where it must`(
    text: String, columns: Int, lines: [String]
  ) {
    expectEqual(TextLayout.wrap(text, columns: columns).map(\.text), lines)
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `breaks text of ASCII alone where it breaks other text`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = (0..<60).map { _ in ["a", "b-c", " ", "  ", "\n"][generator.number(0...4)] }.joined()
    let columns = generator.number(2...12)
    let other = TextLayout.wrap(text.replacing("a", with: "é") + "é", columns: columns)
    let lines = TextLayout.wrap(text + "a", columns: columns)
    expectEqual(other.map(\.text), lines.map { $0.text.replacing("a", with: "é") })
    expectEqual(
      lines.map { String((text + "a")[$0.range]) }.joined(), (text + "a").filter { $0 != "\n" })
  }

  @Test(arguments: SeededGenerator.seeds(300))
  func `loses nothing and overruns nothing`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = generator.text(atMost: 80)
    let columns = generator.number(2...30)
    let lines = TextLayout.wrap(text, columns: columns)
    expectTrue(lines.allSatisfy { GlyphWidth.columns(of: $0.text) <= columns })
    expectEqual(lines.first?.range.lowerBound, text.startIndex)
    expectEqual(lines.last?.range.upperBound, text.endIndex)
    for (line, next) in zip(lines, lines.dropFirst()) {
      let between = text[line.range.upperBound..<next.range.lowerBound]
      expectTrue(between.isEmpty || (between.count == 1 && between.allSatisfy(\.isNewline)))
    }
  }
}
