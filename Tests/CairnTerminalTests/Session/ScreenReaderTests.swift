import CairnInterface
import TestSupport
import Testing

@Suite struct `The screen reader` {
  private func read(_ text: String, columns: Int = 10, rows: Int = 3) -> ScreenReader {
    var reader = ScreenReader(columns: columns, rows: rows, width: GlyphWidth.columns(of:))
    reader.read(text.utf8)
    return reader
  }

  @Test(arguments: [
    ("one\r\ntwo", "one\ntwo\n"),
    ("0123456789ab", "0123456789\nab\n"),
    ("0123456789\r\nx", "0123456789\nx\n"),
    ("a\r\nb\r\nc\r\nd", "b\nc\nd"),
    ("abc\u{1B}[2D-", "a-c\n\n"),
    ("\u{1B}[2;3Hx\u{1B}[1Gy\u{1B}[3dz", "\ny x\n z"),
    ("abcdef\u{1B}[1;3H\u{1B}[K", "ab\n\n"),
    ("abcdef\u{1B}[1;3H\u{1B}[1K", "   def\n\n"),
    ("abcdef\u{1B}[1;2H\u{1B}[2X", "a  def\n\n"),
    ("abcdef\u{1B}[1;2H\u{1B}[2P", "adef\n\n"),
    ("abcdef\u{1B}[1;2H\u{1B}[2@", "a  bcdef\n\n"),
    ("a\r\nb\r\nc\u{1B}[1;1H\u{1B}[L", "\na\nb"),
    ("a\r\nb\r\nc\u{1B}[1;1H\u{1B}[M", "b\nc\n"),
    ("a\r\nb\r\nc\u{1B}[1;2r\u{1B}[2;1H\n", "b\n\nc"),
    ("a\r\nb\u{1B}[H\u{1B}M", "\na\nb"),
    ("a\u{1B}[5b", "aaaaaa\n\n"),
    ("all\u{1B}[H\u{1B}[2J", "\n\n"),
    ("日本\u{1B}[1;2Hx", " x本\n\n"),
    ("012345678日", "012345678\n日\n"),
    ("e\u{301}x", "e\u{301}x\n\n"),
    ("main\u{1B}[?1049hother\u{1B}[?1049l", "main\n\n"),
  ])
  func `shows what a terminal would`(sent: String, text: String) {
    let reader = read(sent)
    expectEqual(reader.text, text)
    expectTrue(reader.unknown.isEmpty)
  }

  @Test(arguments: [
    "\u{1B}[5z", "\u{1B}[38;2;1;2;3m", "\u{1B}[?9999h", "\u{1B}Q", "\u{1}", "\u{1B}(0",
    "\u{1B}]7;x\u{7}",
  ])
  func `lists what it doesn't know`(sent: String) {
    expectEqual(read(sent).unknown.count, 1)
  }

  @Test func `follows colors and attributes`() {
    let reader = read("\u{1B}[1;31mab\u{1B}[22;39mc\u{1B}[38;5;208;44md\u{1B}(B\u{1B}[me")
    expectEqual(reader.pen(column: 1, row: 0).attributes, ["bold"])
    expectEqual(reader.pen(column: 1, row: 0).foreground, 1)
    expectEqual(reader.pen(column: 2, row: 0), ScreenPen())
    expectEqual(reader.pen(column: 3, row: 0).foreground, 208)
    expectEqual(reader.pen(column: 3, row: 0).background, 4)
    expectEqual(reader.pen(column: 4, row: 0), ScreenPen())
  }

  @Test func `knows modes, title and cursor`() {
    let reader = read("\u{1B}[?1000h\u{1B}[?25l\u{1B}]2;Title\u{7}\u{1B}[2;4H")
    expectTrue(reader.modes.contains(1000))
    expectTrue(!reader.isCursorVisible)
    expectEqual(reader.title, "Title")
    expectTrue(reader.cursor == (3, 1))
  }

  @Test(arguments: SeededGenerator.seeds(100))
  func `survives any bytes`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var reader = ScreenReader(columns: 20, rows: 5, width: GlyphWidth.columns(of:))
    for _ in 0..<20 {
      reader.read(generator.bytes(atMost: 40))
      reader.read("\u{1B}[\(generator.number(0...30));\(generator.number(0...30))".utf8)
      reader.read([UInt8.random(in: 0x40...0x7E, using: &generator)])
    }
    expectEqual(reader.text.split(separator: "\n", omittingEmptySubsequences: false).count, 5)
  }
}
