import CairnInterface
import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `Text in Markdown` {
  @Test func `knows headings, lists, quotes, code and rules`() {
    let text = "# Head\none\n\n- a\n  3. b\n> q\n---\n```\n*code*\n```"
    expectEqual(
      Markdown(text).blocks,
      [
        .heading([.init(text: "Head", kind: .plain)]),
        .paragraph([.init(text: "one", kind: .plain)]), .blank,
        .item(marker: "- ", depth: 0, [.init(text: "a", kind: .plain)]),
        .item(marker: "3. ", depth: 1, [.init(text: "b", kind: .plain)]),
        .quote([.init(text: "q", kind: .plain)]), .rule, .code("*code*"),
      ])
  }

  @Test func `keeps the lines of a paragraph, unless an editor has broken them`() {
    let address = "Ana Silva\n*Rua do Sol* 12\nLisboa"
    expectEqual(shown(address, columns: 40), ["Ana Silva", "Rua do Sol 12", "Lisboa"])
    let long = String(repeating: "word ", count: 11) + "end"
    let broken = shown("\(long)\n\(long)\nshort", columns: 200)
    expectEqual(broken, ["\(long) \(long) short"])
  }

  @Test func `keeps the rows of a table apart`() {
    let row = "| " + String(repeating: "word ", count: 12) + "|"
    expectEqual(shown("Before\n\(row)\n\(row)", columns: 90), ["Before", row, row])
  }

  @Test func `aligns the columns of a table, and wraps its long cells`() {
    let table = """
      | key | effect |
      |---|:-:|
      | **a** | adds a record |
      | `\\|` | pipes the records to a command of the shell |
      | x |
      """
    expectEqual(
      shown(table, columns: 50),
      [
        "key  effect", "a    adds a record", "|    pipes the records to a command of the shell",
        "x",
      ])
    expectEqual(
      shown(table, columns: 24),
      [
        "key  effect", "a    adds a record", "|    pipes the records",
        "     to a command of the", "     shell", "x",
      ])
    expectEqual(shown("|a|b|\n|-|-|\nend", columns: 3), ["a  b", "end"])
  }

  private func shown(_ text: String, columns: Int) -> [String] {
    MarkdownLines(Markdown(text), columns: columns).lines.map {
      $0.pieces.map(\.text).joined()
    }
  }

  @Test(arguments: [
    ("see https://a.org/b?c=d.", ["https://a.org/b?c=d"]),
    ("(http://a.org), https://b.org/x_(y)!", ["http://a.org", "https://b.org/x_(y)"]),
    ("<https://a.org>x", ["https://a.org"]), ("cairn://recipes/p1", ["cairn://recipes/p1"]),
    ("“https://a.org” «https://b.org»", ["https://a.org", "https://b.org"]),
    ("看https://a.org。\u{a0}(https://b.org/ä)", ["https://b.org/ä"]),
    ("https://a.org\u{a0}x https://b.org、c", ["https://a.org", "https://b.org"]),
    ("xhttps://a.org", []), ("https://", []), ("https:// a", []), ("ftp://a.org 12:30", []),
    ("[here](https://a.org) (https://b.org)", ["https://a.org", "https://b.org"]),
    ("`https://a.org` Ähttps://a.org", []),
  ])
  func `has addresses as links, as they stand`(text: String, links: [String]) {
    let pieces = MarkdownLines(Markdown(text), columns: 80).lines.flatMap(\.pieces)
    expectEqual(pieces.compactMap(\.link), links)
  }

  struct Line: Sendable {
    var text: String
    var spans: [Markdown.Span]
  }

  static let lines = [
    Line(
      text: "a *b* **c** `d*`",
      spans: [
        .init(text: "a ", kind: .plain), .init(text: "b", kind: .emphasis),
        .init(text: " ", kind: .plain), .init(text: "c", kind: .strong),
        .init(text: " ", kind: .plain), .init(text: "d*", kind: .code),
      ]),
    Line(
      text: "[x](y) [z]",
      spans: [.init(text: "x", kind: .link("y")), .init(text: " [z]", kind: .plain)]),
    Line(text: "2 * 3 * 4", spans: [.init(text: "2 * 3 * 4", kind: .plain)]),
    Line(text: "snake_case_name", spans: [.init(text: "snake_case_name", kind: .plain)]),
    Line(text: "**open", spans: [.init(text: "**open", kind: .plain)]),
    Line(text: "(*️⃣) and (*️⃣)", spans: [.init(text: "(*️⃣) and (*️⃣)", kind: .plain)]),
    Line(text: "*a*\u{332} b", spans: [.init(text: "*a*\u{332} b", kind: .plain)]),
    Line(text: "[a](b)\u{332}", spans: [.init(text: "[a](b)\u{332}", kind: .plain)]),
  ]

  @Test(arguments: lines) func `reads the marks within a line and leaves lone ones`(line: Line) {
    expectEqual(MarkdownSpans.read(line.text), line.spans)
  }

  // Looking for each one's end to the end of the text would take minutes.
  @Test(arguments: ["[a](", "[a](b ", "[", "*a *", "**", "_a _", "`", "http://", "a://", ":", ")"])
  func `reads marks without an end in a moment, however many`(mark: String) {
    let text = "http://a" + String(repeating: mark, count: 50_000) + "x"
    let read = MarkdownSpans.read(text).map(\.text).joined()
    expectEqual(read.filter(\.isLetter), text.filter(\.isLetter))
  }

  @Test func `ends its lines as any program does`() {
    expectEqual(Markdown("# a\r\nb\r\n\r\n- c\r\n"), Markdown("# a\nb\n\n- c\n"))
  }

  private static let marks = [
    "*", "**", "`", "[", "](", ")", "\n", "\n\n", "# ", "- ", "> ", "1. ", "_", "  - ", "|",
    "|a|\n|-|-|\n|",
  ]

  @Test(arguments: SeededGenerator.seeds(200))
  func `loses nothing but marks and blanks, whatever it is and however narrow`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = (0..<40).map { _ in
      random.number(0...2) == 0 ? random.element(of: Self.marks) : random.text(atMost: 3)
    }.joined()
    let markdown = Markdown(text)
    let lines = MarkdownLines(markdown, columns: random.number(1...40)).lines
    let shown = lines.map { $0.pieces.map(\.text).joined() }.joined()
    // The lines of cells stand side by side.
    expectEqual(
      Self.solid(shown).sorted(), Self.solid(markdown.blocks.map(Self.text).joined()).sorted())
  }

  @Test(arguments: SeededGenerator.seeds(50))
  func `stays within its width`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = ["word", "日本", " ", "a", "longer-than-most", "```\n"] + Self.marks
    let text = (0..<60).map { _ in random.element(of: words) }.joined()
    let columns = random.number(12...40)
    for line in MarkdownLines(Markdown(text), columns: columns).lines {
      let width = line.pieces.reduce(line.indent) {
        $0 + GlyphWidth.columns(of: $1.shown(in: .unicode))
      }
      expectTrue(width <= columns)
    }
  }

  private static func solid(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { !$0.properties.isWhitespace }
  }

  private static func text(of block: Markdown.Block) -> String {
    switch block {
    case .heading(let spans), .paragraph(let spans), .quote(let spans):
      spans.map(\.text).joined()
    case .item(let marker, _, let spans): marker + spans.map(\.text).joined()
    case .code(let text): text
    case .table(let rows): rows.joined().joined().map(\.text).joined()
    case .rule, .blank: ""
    }
  }
}

extension SeededGenerator {
  mutating func element(of texts: [String]) -> String {
    texts[number(0...texts.count - 1)]
  }
}
