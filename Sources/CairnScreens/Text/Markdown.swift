internal import CairnInterface

/// Text with the common marks of Markdown in notes, read into blocks.
///
/// It knows headings with `#`, lists with `-`, `*`, `+` or numbers, quotes with `>`, fenced code,
/// tables with a line of dashes below their head, and rules. Within a line it knows `*emphasis*`,
/// `**strong**`, `` `code` ``, `[links](address)`, and bare addresses of the web and of screens,
/// such as `https://example.org`. Everything else is text: no input is an error, and no text is
/// lost. Lines of a paragraph stay separate, as in addresses and poems, unless they are long enough
/// to be broken by an editor.
struct Markdown: Hashable {
  /// A piece of a line in one style.
  struct Span: Hashable {
    enum Kind: Hashable {
      case plain
      case emphasis
      case strong
      case code
      case link(String)
    }
    var text: String
    var kind: Kind
  }

  enum Block: Hashable {
    case heading([Span])
    case paragraph([Span])
    /// The bullet or number with its blank, and its depth.
    case item(marker: String, depth: Int, [Span])
    case quote([Span])
    case code(String)
    /// The cells of each row; the first row is the head.
    case table([[[Span]]])
    case rule
    case blank
  }

  let blocks: [Block]

  init(_ text: String) {
    var reader = MarkdownReader()
    let lineFeed = UInt8(ascii: "\n")
    for line in text.utf8.split(separator: lineFeed, omittingEmptySubsequences: false) {
      reader.take(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
    }
    blocks = reader.finish()
  }
}

/// Collects lines into blocks.
private struct MarkdownReader {
  private var blocks: [Markdown.Block] = []
  private var paragraph: [String] = []
  private var table: [Substring] = []
  private var isInCode = false

  mutating func take(_ line: Substring) {
    let trimmed = Substring(
      line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    if trimmed.first != "|" || isInCode { endTable() }
    if trimmed.hasPrefix("```") {
      endParagraph()
      isInCode.toggle()
    } else if isInCode {
      blocks.append(.code(String(line)))
    } else if trimmed.isEmpty {
      endParagraph()
      blocks.append(.blank)
    } else if trimmed.first == "|" {
      endParagraph()
      table.append(trimmed)
    } else if let block = marked(trimmed, indent: line.utf8.count - trimmed.utf8.count) {
      endParagraph()
      blocks.append(block)
    } else {
      paragraph.append(String(trimmed))
    }
  }

  mutating func finish() -> [Markdown.Block] {
    endParagraph()
    endTable()
    while blocks.last == .blank { blocks.removeLast() }
    return blocks
  }

  private mutating func endParagraph() {
    guard !paragraph.isEmpty else { return }
    var text = ""
    for line in paragraph.dropLast() {
      text += line + (GlyphWidth.columns(of: line) < Self.brokenColumns ? "\n" : " ")
    }
    blocks.append(.paragraph(MarkdownSpans.read(text + paragraph[paragraph.count - 1])))
    paragraph = []
  }

  private mutating func endTable() {
    guard !table.isEmpty else { return }
    let dashes = table.dropFirst().first?.filter { !"|-: ".contains($0) }
    if dashes?.isEmpty == true, table[1].contains("-") {
      blocks.append(.table((table[..<1] + table[2...]).map(Self.cells)))
    } else {
      // Rows without a line of dashes are no table, so they are not aligned.
      blocks += table.map { .paragraph(MarkdownSpans.read(String($0))) }
    }
    table = []
  }

  /// Splits a row at its bars; `\|` is a bar in a cell.
  private static func cells(of row: Substring) -> [[Markdown.Span]] {
    var cells = [""]
    var isEscaped = false
    for character in row.dropFirst() {
      if isEscaped {
        cells[cells.count - 1] += character == "|" ? "|" : "\\\(character)"
      } else if character == "|" {
        cells.append("")
      } else if character != "\\" {
        cells[cells.count - 1].append(character)
      }
      isEscaped = !isEscaped && character == "\\"
    }
    var texts = cells.map { cell in
      String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    if texts.last == "" { texts.removeLast() }
    return texts.map(MarkdownSpans.read)
  }

  /// The minimum width of a line that an editor broke, in terminal columns.
  private static let brokenColumns = 50

  private func marked(_ line: Substring, indent: Int) -> Markdown.Block? {
    let hashes = line.prefix { $0 == "#" }.count
    if (1...6).contains(hashes), line.dropFirst(hashes).first == " " {
      return .heading(MarkdownSpans.read(String(line.dropFirst(hashes + 1))))
    }
    if line.first == ">" {
      return .quote(MarkdownSpans.read(String(line.dropFirst().drop { $0 == " " })))
    }
    if line.utf8.count >= 3, let mark = line.utf8.first, "-*_".utf8.contains(mark),
      line.utf8.allSatisfy({ $0 == mark })
    {
      return .rule
    }
    return item(line, depth: indent / 2)
  }

  private func item(_ line: Substring, depth: Int) -> Markdown.Block? {
    if let mark = line.first, "-*+".contains(mark), line.dropFirst().first == " " {
      return .item(marker: "- ", depth: depth, MarkdownSpans.read(String(line.dropFirst(2))))
    }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    let rest = line.dropFirst(digits.count)
    guard (1...9).contains(digits.count), let dot = rest.first, dot == "." || dot == ")",
      rest.dropFirst().first == " "
    else { return nil }
    let spans = MarkdownSpans.read(String(rest.dropFirst(2)))
    return .item(marker: "\(digits)\(dot) ", depth: depth, spans)
  }
}

/// A line of pieces in different styles, laid out before the theme is known.
struct StyledLine: Hashable {
  struct Piece: Hashable {
    /// A glyph that depends on the theme.
    enum Mark: Hashable {
      case linksTo
      case linkedFrom
      case rule(columns: Int)
      case quote
      case bar(done: Int, columns: Int)
      case stars(Int, of: Int)
      case flag(Bool)
    }

    var text = ""
    var role = Role.normal
    var attributes: Style.Attributes = []
    /// A glyph that replaces the text.
    var mark: Mark?
    /// The address of a link.
    var link: String?

    func shown(in glyphs: GlyphSet) -> String {
      switch mark {
      case nil: text
      case .linksTo: glyphs.linksTo + " "
      case .linkedFrom: glyphs.linkedFrom + " "
      case .rule(let columns): String(repeating: glyphs.horizontal, count: columns)
      case .quote: glyphs.vertical + " "
      case .bar(let done, let columns):
        String(repeating: glyphs.barFilled, count: done)
          + String(repeating: glyphs.barEmpty, count: columns - done)
      case .stars(let count, let most) where !glyphs.isASCII:
        String(repeating: glyphs.starFilled, count: count)
          + String(repeating: glyphs.starEmpty, count: most - count)
      case .stars(let count, let most): "\(count)/\(most)"
      case .flag(let isSet) where glyphs.isASCII: isSet ? "yes" : "no"
      case .flag(let isSet): isSet ? "✓" : "–"
      }
    }
  }

  /// The blank columns before the first piece.
  var indent = 0
  var pieces: [Piece] = []

  /// The whole shown text, without the indent.
  var text: String { pieces.map { $0.shown(in: .unicode) }.joined() }

  /// Draws the line up to the last `margin` columns; a piece that doesn't fit ends in an ellipsis.
  func draw(at place: Position, on canvas: inout Canvas, theme: Theme, margin: Int = 1) {
    var column = place.column + indent
    for piece in pieces {
      let style = theme.style(for: piece.role).combined(with: Style(attributes: piece.attributes))
      let text = TextLayout.truncate(
        piece.shown(in: theme.glyphs), columns: canvas.size.columns - margin - column,
        ellipsis: theme.glyphs.ellipsis)
      column += canvas.write(text, at: Position(column: column, row: place.row), style: style)
    }
  }
}
