import Testing

@testable internal import CairnApp

@Suite struct `A table of text` {
  @Test func `aligns wide and combining characters by their columns`() {
    var table = TextTable([
      TextTable.Column(title: "Name", isTrailing: false),
      TextTable.Column(title: "N", isTrailing: true),
    ])
    table.append(["蔥油餅", "1"])
    table.append(["e\u{301}te\u{301}", "22"])
    table.append(["long name", ""])
    #expect(
      table.lines == ["Name        N", "蔥油餅      1", "e\u{301}te\u{301}        22", "long name"])
  }

  @Test func `has no control character, whatever the data has`() {
    var table = TextTable([TextTable.Column(title: "a\tb", isTrailing: false)])
    table.beginSection("x\u{1B}[0m")
    table.append(["line\nbreak\u{9B}\u{7F}"])
    #expect(table.lines.count == 3)
    #expect(
      table.lines.joined().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }

  @Test func `puts headings above their rows`() {
    var table = TextTable([TextTable.Column(title: "A", isTrailing: false)])
    table.beginSection("one  1")
    table.append(["x"])
    table.beginSection("two  1")
    table.append(["y"])
    #expect(table.lines == ["A", "one  1", "x", "two  1", "y"])
  }
}

@Suite struct `Text for a terminal` {
  @Test(arguments: [
    ("a\n\tb", "a\n\tb"), ("\u{1B}[31m", "␛[31m"), ("a\u{7F}\u{0}", "a␡␀"), ("é §", "é §"),
    ("蔥\r\n", "蔥␍\n"),
  ])
  func `keeps line breaks and tabs and shows other controls`(text: String, shown: String) {
    #expect(String(decoding: TerminalText.safe(Array(text.utf8)), as: UTF8.self) == shown)
  }

  @Test func `has no control from U+0080 either`() {
    let shown = String(decoding: TerminalText.safe(Array("a\u{9B}31m".utf8)), as: UTF8.self)
    #expect(!shown.unicodeScalars.contains("\u{9B}"))
    #expect(shown.hasSuffix("31m"))
  }

  @Test func `is one line in messages`() {
    #expect("a\nb\r\n\u{1B}c".onOneLine == "a b ␛c")
  }
}
