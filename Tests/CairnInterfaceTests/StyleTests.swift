import CairnInterface
import TestSupport
import Testing

@Suite struct `Colors and styles` {
  @Test(arguments: [
    ("red", Color.red), ("bright-red", .palette(9)), ("color214", .palette(214)),
    ("#ff8700", .rgb(red: 255, green: 135, blue: 0)), ("#000102", .rgb(red: 0, green: 1, blue: 2)),
  ])
  func `are written as they are read`(text: String, color: Color) {
    expectEqual(Color(text), color)
    expectEqual(color.description, text)
  }

  @Test(arguments: [
    "", "rot", "bright-", "color256", "color", "#ff87", "#gggggg", "#+12345", "color+1",
  ])
  func `are refused if nobody knows them`(text: String) {
    expectEqual(Color(text), nil)
  }

  @Test(arguments: [
    "plain", "bold", "bold red on blue", "dim italic underline reverse", "#ff8700 on color17",
    "on bright-black",
  ])
  func `are written as they are read, in any order of words`(text: String) throws {
    let style = try #require(Style(text))
    expectEqual(style.description, text)
    expectEqual(Style("red bold"), Style("bold red"))
  }

  @Test(arguments: [
    "", " ", "bald", "red green", "on", "on on", "bold plain", "red on blue on red",
  ])
  func `of no meaning are refused`(text: String) {
    expectEqual(Style(text), nil)
  }

  @Test func `without colors tell apart what colors did`() {
    for (_, theme) in Theme.named {
      let bare = theme.withoutColors
      for role in Role.allCases {
        let style = bare.style(for: role)
        expectTrue(style.foreground == nil && style.background == nil)
        // The place of labels tells what they are.
        let isToldByWords = role == .good || role == .dim
        expectTrue(role == .normal || isToldByWords || style != .plain, "\(role)")
      }
    }
  }

  @Test func `combine so that the upper one wins`() {
    let lower = Style(foreground: .red, background: .blue, attributes: .bold)
    let upper = Style(foreground: .green, attributes: .reverse)
    let both = Style(foreground: .green, background: .blue, attributes: [.bold, .reverse])
    expectEqual(lower.combined(with: upper), both)
    expectEqual(both.description, "bold reverse green on blue")
    expectEqual(Style.plain.description, "plain")
  }

  @Test func `mean nothing by color alone`() {
    for role in Role.allCases where Theme.monochrome.style(for: role) != .plain {
      let style = Theme.monochrome.style(for: role)
      expectTrue(style.foreground == nil && style.background == nil)
    }
    expectEqual(Theme.monochrome.style(for: .cursor), Theme.standard.style(for: .cursor))
  }

  @Test func `come with glyphs of one column, in ASCII too`() {
    for (set, isASCII) in [(GlyphSet.unicode, false), (.ascii, true)] {
      for (name, value) in Mirror(reflecting: set).children {
        guard let name, let glyph = value as? String else { continue }
        let columns = isASCII && name == "ellipsis" ? 3 : 1
        expectEqual(GlyphWidth.columns(of: glyph), columns, "\(name)")
        expectTrue(!isASCII || glyph.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
      }
    }
  }
}
