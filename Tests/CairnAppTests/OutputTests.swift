import TestSupport
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
    expectEqual(
      table.lines, ["Name        N", "蔥油餅      1", "e\u{301}te\u{301}        22", "long name"])
  }

  @Test func `has no control character, whatever the data has`() {
    var table = TextTable([TextTable.Column(title: "a\tb", isTrailing: false)])
    table.beginSection("x\u{1B}[0m", "1")
    table.append(["line\nbreak\u{9B}\u{7F}"])
    expectEqual(table.lines.count, 3)
    expectTrue(
      table.lines.joined().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }

  // A family, a flag, a skin tone, a heart with its picture selector, and a key's cap.
  @Test(arguments: [
    "👩‍👩‍👧", "🇫🇷", "👍🏽", "❤️", "1️⃣", "क्\u{200D}ष", "o\u{302}\u{323}\u{331}\u{301}\u{302}\u{303}",
  ])
  func `leaves every character whole`(character: String) {
    var table = TextTable([TextTable.Column(title: character, isTrailing: false)])
    table.beginSection(character, "1")
    table.append(["a\(character)b"])
    expectEqual(table.lines, [character, "\(character)  1", "a\(character)b"])
  }

  @Test(arguments: [
    (
      60,
      ["Name              City               Born", "Ana of the Hills  Santiago de Chile  1970"]
    ),
    (34, ["Name           City           Born", "Ana of the H…  Santiago de …  1970"]),
    (10, ["Name      City      Born", "Ana of …  Santiag…  1970"]),
  ])
  func `has narrower columns of text where a terminal isn't as wide`(
    width: Int, lines: [String]
  ) {
    var table = TextTable([
      TextTable.Column(title: "Name", isTrailing: false),
      TextTable.Column(title: "City", isTrailing: false),
      TextTable.Column(title: "Born", isTrailing: true),
    ])
    table.append(["Ana of the Hills", "Santiago de Chile", "1970"])
    expectEqual(table.lines(width: width), lines)
    expectEqual(table.lines.last, "Ana of the Hills  Santiago de Chile  1970")
  }

  @Test func `aligns what stands behind characters of several scalars`() {
    var table = TextTable([
      TextTable.Column(title: "A", isTrailing: false),
      TextTable.Column(title: "B", isTrailing: false),
    ])
    for text in ["👩‍👩‍👧", "🇫🇷", "👍🏽", "ab"] { table.append([text, "x"]) }
    expectEqual(table.lines, ["A   B", "👩‍👩‍👧  x", "🇫🇷  x", "👍🏽  x", "ab  x"])
  }

  @Test func `does not let text turn its direction`() {
    var table = TextTable([TextTable.Column(title: "A", isTrailing: false)])
    table.append(["\u{202E}txt\u{2066}.exe\u{2028}"])
    expectEqual(table.lines, ["A", "txt.exe␊"])
  }

  @Test func `puts headings above their rows`() {
    var table = TextTable([TextTable.Column(title: "A", isTrailing: false)])
    table.beginSection("one", "1")
    table.append(["x"])
    table.beginSection("a longer one", "1")
    table.append(["y"])
    expectEqual(table.lines, ["A", "one  1", "x", "a longer one  1", "y"])
    expectEqual(table.lines(width: 12), ["A", "one  1", "x", "a longer…  1", "y"])
  }
}
