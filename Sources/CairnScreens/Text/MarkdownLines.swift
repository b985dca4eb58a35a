internal import CairnInterface

/// A line that is made of pieces in different styles.
struct StyledLine: Hashable {
  struct Piece: Hashable {
    var text: String
    var style: Style
  }

  /// Columns of blank before the first piece.
  var indent = 0
  var pieces: [Piece] = []

  func draw(at place: Position, on canvas: inout Canvas) {
    var column = place.column + indent
    for piece in pieces {
      column += canvas.write(
        piece.text, at: Position(column: column, row: place.row), style: piece.style)
    }
  }
}

/// Lays Markdown out in lines of a width.
struct MarkdownLines {
  private let theme: Theme
  private let columns: Int
  private(set) var lines: [StyledLine] = []

  init(_ markdown: Markdown, columns: Int, theme: Theme) {
    self.theme = theme
    self.columns = max(4, columns)
    for block in markdown.blocks { add(block) }
  }

  private mutating func add(_ block: Markdown.Block) {
    switch block {
    case .blank: lines.append(StyledLine())
    case .rule:
      let rule = String(repeating: theme.glyphs.horizontal, count: min(columns, 20))
      lines.append(StyledLine(pieces: [.init(text: rule, style: theme.style(for: .dim))]))
    case .code(let text):
      let style = theme.style(for: .accent)
      for line in TextLayout.wrap(text, columns: columns - 2) {
        lines.append(StyledLine(indent: 2, pieces: [.init(text: line.text, style: style)]))
      }
    case .heading(let spans): wrap(spans, under: theme.style(for: .bold))
    case .paragraph(let spans): wrap(spans, under: .plain)
    case .quote(let spans): wrap(spans, under: theme.style(for: .dim), marker: "│ ")
    case .item(let marker, let depth, let spans):
      wrap(spans, under: .plain, marker: marker, indent: min(depth * 2, columns / 2))
    }
  }

  private mutating func wrap(
    _ spans: [Markdown.Span], under base: Style, marker: String = "", indent: Int = 0
  ) {
    let text = spans.map(\.text).joined()
    let markerWidth = GlyphWidth.columns(of: marker)
    let wrapped = TextLayout.wrap(text, columns: columns - indent - markerWidth)
    var cutter = SpanCutter(spans)
    for (index, line) in wrapped.enumerated() {
      var pieces = cutter.take(line.range, of: text).map { span in
        StyledLine.Piece(text: span.text, style: base.combined(with: style(of: span.kind)))
      }
      let isMarked = index == 0 || marker == "│ "
      if !marker.isEmpty, isMarked { pieces.insert(.init(text: marker, style: base), at: 0) }
      lines.append(StyledLine(indent: indent + (isMarked ? 0 : markerWidth), pieces: pieces))
    }
  }

  private func style(of kind: Markdown.Span.Kind) -> Style {
    switch kind {
    case .plain: .plain
    case .emphasis: Style(attributes: .italic)
    case .strong: theme.style(for: .bold)
    case .code: theme.style(for: .accent)
    case .link: Style(attributes: .underline)
    }
  }
}

/// Cuts pieces of text where lines were broken.
private struct SpanCutter {
  private var rest: [Markdown.Span]
  private var used: String.Index?

  init(_ spans: [Markdown.Span]) { rest = spans.reversed() }

  /// The pieces that `range` of the whole text consists of; ranges come in order.
  mutating func take(_ range: Range<String.Index>, of text: String) -> [Markdown.Span] {
    // Blanks at which a line was broken belong to no line but to a piece.
    let skipped = used.map { text.distance(from: $0, to: range.lowerBound) } ?? 0
    _ = take(skipped)
    used = range.upperBound
    return take(text.distance(from: range.lowerBound, to: range.upperBound))
  }

  private mutating func take(_ count: Int) -> [Markdown.Span] {
    var count = count
    var taken: [Markdown.Span] = []
    while count > 0, var span = rest.popLast() {
      let part = span.text.prefix(count)
      count -= part.count
      taken.append(.init(text: String(part), kind: span.kind))
      span.text.removeFirst(part.count)
      if !span.text.isEmpty { rest.append(span) }
    }
    return taken
  }
}
