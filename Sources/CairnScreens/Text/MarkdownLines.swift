internal import CairnInterface

/// Lays out Markdown in lines of a width.
struct MarkdownLines {
  private typealias Piece = StyledLine.Piece

  private let columns: Int
  private(set) var lines: [StyledLine] = []

  init(_ markdown: Markdown, columns: Int) {
    self.columns = max(4, columns)
    for block in markdown.blocks { add(block) }
  }

  private mutating func add(_ block: Markdown.Block) {
    switch block {
    case .blank: lines.append(StyledLine())
    case .rule:
      let rule = Piece(role: .dim, mark: .rule(columns: min(columns, 20)))
      lines.append(StyledLine(pieces: [rule]))
    case .code(let text):
      for line in TextLayout.wrap(text, columns: columns - 2) {
        lines.append(StyledLine(indent: 2, pieces: [Piece(text: line.text, role: .accent)]))
      }
    case .table(let rows): addTable(rows)
    case .heading(let spans): wrap(spans, role: .bold)
    case .paragraph(let spans): wrap(spans)
    case .quote(let spans):
      wrap(spans, role: .dim, marker: Piece(role: .dim, mark: .quote), isRepeated: true)
    case .item(let marker, let depth, let spans):
      wrap(spans, marker: Piece(text: marker), indent: min(depth * 2, columns / 2))
    }
  }

  private mutating func wrap(
    _ spans: [Markdown.Span], role: Role = .normal, marker: StyledLine.Piece? = nil,
    isRepeated: Bool = false, indent: Int = 0
  ) {
    let text = spans.map(\.text).joined()
    let markerColumns = marker.map { $0.mark == .quote ? 2 : GlyphWidth.columns(of: $0.text) } ?? 0
    let wrapped = TextLayout.wrap(text, columns: columns - indent - markerColumns)
    var cutter = SpanCutter(spans)
    for (index, line) in wrapped.enumerated() {
      var pieces = cutter.take(line.range, of: text).map { piece($0, role: role) }
      let isMarked = index == 0 || isRepeated
      if let marker, isMarked { pieces.insert(marker, at: 0) }
      lines.append(StyledLine(indent: indent + (isMarked ? 0 : markerColumns), pieces: pieces))
    }
  }

  /// Adds a table with aligned columns, and wraps long cells.
  private mutating func addTable(_ rows: [[[Markdown.Span]]]) {
    let count = rows.map(\.count).max() ?? 0
    let texts = rows.map { row in row.map { $0.map(\.text).joined() } }
    var widths = (0..<count).map { column in
      texts.map { $0.indices.contains(column) ? GlyphWidth.columns(of: $0[column]) : 0 }.max() ?? 0
    }
    let room = columns - (count - 1) * Self.gap
    while widths.reduce(0, +) > room, let widest = widths.max(), widest > Self.narrowestCell,
      let column = widths.firstIndex(of: widest)
    {
      widths[column] -= 1
    }
    guard widths.reduce(0, +) <= room else {
      // Too narrow for columns: each cell gets its own line.
      for cell in rows.joined() { wrap(cell) }
      return
    }
    for (number, row) in rows.enumerated() {
      let cells = row.indices.map { column in
        lines(ofCell: row[column], texts[number][column], widths[column], isHead: number == 0)
      }
      for line in 0..<(cells.map(\.count).max() ?? 0) {
        var pieces: [Piece] = []
        for (column, cell) in cells.enumerated() {
          let parts = cell.indices.contains(line) ? cell[line] : []
          pieces += parts
          guard column < cells.count - 1 else { break }
          let used = parts.map { GlyphWidth.columns(of: $0.text) }.reduce(0, +)
          let blank = String(repeating: " ", count: max(0, widths[column] - used) + Self.gap)
          pieces.append(Piece(text: blank))
        }
        lines.append(StyledLine(pieces: pieces))
      }
    }
  }

  /// The columns between two cells.
  private static let gap = 2
  /// Cells are wrapped to this width at least.
  private static let narrowestCell = 8

  private func lines(
    ofCell spans: [Markdown.Span], _ text: String, _ width: Int, isHead: Bool
  ) -> [[Piece]] {
    var cutter = SpanCutter(spans)
    return TextLayout.wrap(text, columns: max(2, width)).map { line in
      cutter.take(line.range, of: text).map { piece($0, role: isHead ? .bold : .normal) }
    }
  }

  private func piece(_ span: Markdown.Span, role: Role) -> StyledLine.Piece {
    switch span.kind {
    case .plain: Piece(text: span.text, role: role)
    case .emphasis: Piece(text: span.text, role: role, attributes: .italic)
    case .strong: Piece(text: span.text, role: .bold)
    case .code: Piece(text: span.text, role: .accent)
    case .link(let address):
      Piece(text: span.text, role: role, attributes: .underline, link: address)
    }
  }
}

/// Cuts pieces of text at line breaks.
///
/// It counts scalars, since a character within a piece may be only part of a character in the whole
/// text.
private struct SpanCutter {
  private var rest: ArraySlice<Markdown.Span>
  private var open: Substring.UnicodeScalarView = Substring().unicodeScalars
  private var kind = Markdown.Span.Kind.plain
  private var used: String.Index?

  init(_ spans: [Markdown.Span]) { rest = spans[...] }

  /// The pieces in `range` of the whole text; ranges must be in order.
  ///
  /// Blanks at a line break are dropped.
  mutating func take(_ range: Range<String.Index>, of text: String) -> [Markdown.Span] {
    let scalars = text.unicodeScalars
    var shown = range
    while shown.upperBound > shown.lowerBound,
      scalars[scalars.index(before: shown.upperBound)] == " "
    {
      shown = shown.lowerBound..<scalars.index(before: shown.upperBound)
    }
    _ = take(scalars.distance(from: used ?? text.startIndex, to: shown.lowerBound))
    used = shown.upperBound
    return take(scalars.distance(from: shown.lowerBound, to: shown.upperBound))
  }

  private mutating func take(_ count: Int) -> [Markdown.Span] {
    var count = count
    var taken: [Markdown.Span] = []
    while count > 0 {
      if open.isEmpty {
        guard let next = rest.popFirst() else { break }
        (open, kind) = (next.text[...].unicodeScalars, next.kind)
      }
      let part = open.prefix(count)
      open = open.dropFirst(part.count)
      count -= part.count
      taken.append(.init(text: String(part), kind: kind))
    }
    return taken
  }
}
