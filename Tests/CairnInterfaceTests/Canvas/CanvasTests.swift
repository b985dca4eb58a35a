import CairnInterface
import TestSupport
import Testing

/// Shows invariants 1 to 5 of `Canvas` by example.
@Suite struct `A canvas` {
  @Test func `shows the part of a text that fits`() {
    var canvas = Canvas(Size(columns: 10, rows: 3))
    canvas.write("Inbox", at: .zero)
    canvas.write("a long subject", at: Position(column: 2, row: 1))
    canvas.write("nowhere", at: Position(column: 0, row: 3))
    canvas.write("nowhere", at: Position(column: 0, row: -1))
    expectEqual(canvas.text, "Inbox\n  a long s\n")
  }

  @Test(arguments: [
    ("日本", 0, 4, "日本"), ("日本", 0, 3, "日"), ("日本", 1, 9, " 日"), ("日本", -1, 9, " 本"),
    ("日本", 4, 9, ""),
    ("cut", -1, 9, "ut"), ("limit", 0, 3, "lim"), ("none", 0, 0, ""), ("none", 0, -4, ""),
  ])
  func `leaves a blank for a wide glyph that is cut`(
    text: String, column: Int, limit: Int, expected: String
  ) {
    var canvas = Canvas(Size(columns: 4, rows: 1))
    canvas.write("****", at: .zero)
    canvas.fill()
    canvas.write(text, at: Position(column: column, row: 0), limit: limit)
    expectEqual(canvas.text, expected)
  }

  @Test func `says how many columns a text took`() {
    var canvas = Canvas(Size(columns: 6, rows: 1))
    expectEqual(canvas.write("日本", at: .zero), 4)
    expectEqual(canvas.write("日本", at: .zero, limit: 3), 3)
    expectEqual(canvas.write("long text", at: Position(column: 2, row: 0)), 4)
    expectEqual(canvas.write("off", at: Position(column: 9, row: 0)), 0)
  }

  @Test(arguments: [(0, "x 本"), (1, " x本"), (2, "日x"), (3, "日 x")])
  func `blanks the other half of a wide glyph that is written over`(column: Int, expected: String) {
    var canvas = Canvas(Size(columns: 4, rows: 1))
    canvas.write("日本", at: .zero)
    canvas.write("x", at: Position(column: column, row: 0))
    expectEqual(canvas.text, expected)
  }

  @Test func `keeps marks on their glyphs and shows controls as pictures`() {
    var canvas = Canvas(Size(columns: 20, rows: 1))
    canvas.write("e\u{301}\u{1B}[2J\u{202E}x", at: .zero)
    expectEqual(canvas.text, "e\u{301}␛[2J\u{FFFD}x")
  }

  @Test func `draws within a region as on a canvas of its own`() {
    var canvas = Canvas(Size(columns: 8, rows: 4))
    canvas.fill(with: ".")
    canvas.draw(in: Region(column: 2, row: 1, columns: 4, rows: 2)) { part in
      expectEqual(part.size, Size(columns: 4, rows: 2))
      part.write("overruns", at: .zero)
      part.draw(in: Region(column: 1, row: 1, columns: 9, rows: 9)) { inner in
        inner.write("deeper", at: .zero)
        inner.cursor = Position(column: 1, row: 0)
      }
    }
    expectEqual(canvas.text, "........\n..over..\n...dee..\n........")
    expectEqual(canvas.cursor, Position(column: 4, row: 2))
  }

  @Test func `hides a cursor that is outside`() {
    var canvas = Canvas(Size(columns: 4, rows: 2))
    canvas.cursor = Position(column: 3, row: 1)
    expectEqual(canvas.cursor, Position(column: 3, row: 1))
    canvas.draw(in: Region(columns: 2, rows: 2)) { $0.cursor = Position(column: 2, row: 0) }
    expectEqual(canvas.cursor, nil)
  }

  @Test func `gives another style to what is there`() {
    var canvas = Canvas(Size(columns: 3, rows: 1))
    canvas.write("abc", at: .zero, style: Style(foreground: .red))
    canvas.restyle(Region(column: 1, columns: 9, rows: 1)) { $0.attributes.insert(.reverse) }
    expectEqual(canvas[Position(column: 0, row: 0)]?.style, Style(foreground: .red))
    expectEqual(
      canvas[Position(column: 2, row: 0)]?.style, Style(foreground: .red, attributes: .reverse))
    expectEqual(canvas[Position(column: 3, row: 0)], nil)
  }

  @Test(arguments: [("unicode", GlyphSet.unicode), ("ascii", .ascii)])
  func `draws boxes`(name: String, glyphs: GlyphSet) {
    var canvas = Canvas(Size(columns: 20, rows: 4))
    canvas.fill(with: "~")
    canvas.box(
      Region(column: 1, columns: 16, rows: 3), title: "A title too long", glyphs: glyphs,
      style: Style(attributes: .dim))
    canvas.cursor = Position(column: 2, row: 1)
    expectSnapshot(canvas.styledText, named: "box-\(name)")
  }

  @Test func `underlines the title of a box, and not its edge`() {
    var canvas = Canvas(Size(columns: 12, rows: 3))
    let style = Style(attributes: [.bold, .underline])
    canvas.box(canvas.bounds, title: "Title", glyphs: .unicode, style: style)
    expectEqual(canvas[Position(column: 3, row: 0)]?.style, style)
    for place in [Position.zero, Position(column: 10, row: 0), Position(column: 5, row: 2)] {
      expectEqual(canvas[place]?.style, Style(attributes: .bold))
    }
  }

  @Test(arguments: [
    Size(columns: 1, rows: 1), Size(columns: 2, rows: 2), Size(columns: 0, rows: 0),
  ])
  func `draws no box that has no room`(size: Size) {
    var canvas = Canvas(size)
    canvas.box(Region(size), title: "title", glyphs: .ascii)
    expectEqual(canvas.text, (size.columns == 2 ? "++\n++" : ""))
  }

  @Test func `has a cell for terminals without its characters`() {
    var canvas = Canvas(Size(columns: 5, rows: 1))
    canvas.write("aé日", at: .zero, style: Style(attributes: .bold))
    let cells = canvas.cells(inRow: 0).map(\.withoutGlyph)
    expectEqual(cells.map(\.text), ["?", "?", "?", "?", "?"])
    expectEqual(cells[1].style, Style(attributes: .bold))
  }
}
