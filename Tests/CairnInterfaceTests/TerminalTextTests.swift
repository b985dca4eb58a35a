import CairnInterface
import TestSupport
import Testing

@Suite struct `Text for a terminal` {
  @Test(arguments: [
    ("a\n\tb", "a\n\tb"), ("\u{1B}[31m", "␛[31m"), ("a\u{7F}\u{0}", "a␡␀"), ("é §", "é §"),
    ("蔥\r\n", "蔥␍\n"),
  ])
  func `keeps line breaks and tabs and shows other controls`(text: String, shown: String) {
    expectEqual(String(decoding: TerminalText.safe(Array(text.utf8)), as: UTF8.self), shown)
  }

  @Test func `has no control from U+0080 either`() {
    let shown = String(decoding: TerminalText.safe(Array("a\u{9B}31m".utf8)), as: UTF8.self)
    expectTrue(!shown.unicodeScalars.contains("\u{9B}"))
    expectTrue(shown.hasSuffix("31m"))
  }

  @Test func `is one line in messages`() {
    expectEqual("a\nb\r\n\u{1B}c".onOneLine, "a b ␛c")
  }

  // Every control, every separator of lines and all that turns the direction of text.
  @Test func `keeps nothing that acts on a terminal, on whatever path it comes`() {
    let kept: [Unicode.Scalar] = ["\n", "\t"]
    var seen = 0
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let category = scalar.properties.generalCategory
      let acts =
        category == .control || category == .lineSeparator || category == .paragraphSeparator
        || scalar.properties.isBidiControl
      guard acts else { continue }
      seen += 1
      let text = "a\(scalar)b"
      let line = TerminalText.visible(text)
      let lines = String(decoding: TerminalText.safe(Array(text.utf8)), as: UTF8.self)
      expectTrue(!line.unicodeScalars.contains(scalar), "U+\(String(value, radix: 16))")
      expectEqual(
        lines.unicodeScalars.contains(scalar), kept.contains(scalar),
        "U+\(String(value, radix: 16))")
      let drawn = Glyphs(text).map(\.text).joined()
      expectTrue(!drawn.unicodeScalars.contains(scalar), "drawn U+\(String(value, radix: 16))")
    }
    expectEqual(seen, 79)
  }

  @Test func `keeps letters of scripts that run from right to left, and joined pictures`() {
    for text in ["שלום", "مرحبا", "👩‍👩‍👧", "क्‍ष"] {
      expectEqual(TerminalText.visible(text), text)
      expectEqual(TerminalText.safe(Array(text.utf8)), Array(text.utf8))
    }
  }
}
