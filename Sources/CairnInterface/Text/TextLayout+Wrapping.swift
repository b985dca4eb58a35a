/// Wraps text into lines.
extension TextLayout {
  /// A line of wrapped text.
  public struct Line: Hashable, Sendable {
    /// The text to draw: tabs are spaces, and the spaces at a wrapped line's end are removed.
    public let text: String

    /// The range of the line in the text, without the line break at its end.
    public let range: Range<String.Index>
  }

  /// The distance of two tab stops.
  public static let tabColumns = 4

  /// Wraps a text into lines that are not wider than `columns`.
  ///
  /// A line ends at a line break, or else after the last space or wide glyph that fits, or else at
  /// its full width. Spaces at the end of a wrapped line take no column. The time is linear in the
  /// length of the text.
  ///
  /// - Parameters:
  ///   - text: any text; an empty one has one empty line.
  ///   - columns: the maximum width of a line, at least 2, since a glyph can be that wide.
  /// - Returns: at least one line; the ranges and the line breaks between them make the whole text.
  public static func wrap(_ text: String, columns: Int) -> [Line] {
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 || $0 == UInt8(ascii: "\n") }) {
      return wrapASCII(text, columns: max(2, columns))
    }
    var breaker = LineBreaker(columns: max(2, columns), start: text.startIndex)
    for index in text.indices {
      breaker.add(text[index], from: index, to: text.index(after: index))
    }
    return breaker.finish()
  }

  /// Wraps a text of printable ASCII and line breaks, in a tenth of the time.
  private static func wrapASCII(_ text: String, columns: Int) -> [Line] {
    let bytes = text.utf8
    var lines: [Line] = []
    var start = bytes.startIndex
    var lastBlankEnd: String.Index?
    var used = 0
    func endLine(at end: String.Index, isBroken: Bool) {
      var shown = bytes[start..<end]
      if isBroken {
        while shown.last == UInt8(ascii: " ") { shown.removeLast() }
      }
      // Spaces beyond the width take no column.
      lines.append(Line(text: String(Substring(shown.prefix(columns))), range: start..<end))
    }
    var place = start
    while place < bytes.endIndex {
      let (byte, next) = (bytes[place], bytes.index(after: place))
      if byte == UInt8(ascii: "\n") {
        endLine(at: place, isBroken: false)
        (start, lastBlankEnd, used) = (next, nil, 0)
      } else if byte == UInt8(ascii: " ") {
        (lastBlankEnd, used) = (next, min(used + 1, columns))
      } else {
        if used == columns {
          let cut = lastBlankEnd ?? place
          endLine(at: cut, isBroken: true)
          (start, lastBlankEnd, used) = (cut, nil, bytes.distance(from: cut, to: place))
        }
        used += 1
      }
      place = next
    }
    endLine(at: bytes.endIndex, isBroken: false)
    return lines
  }
}

/// Collects characters until a line is full.
private struct LineBreaker {
  private struct Piece {
    let text: String
    let columns: Int
    let end: String.Index
    let isBlank: Bool

    var isBreak: Bool { isBlank || columns > 1 }
  }

  private let limit: Int
  private var lines: [TextLayout.Line] = []
  private var pieces: [Piece] = []
  private var used = 0
  private var start: String.Index
  private var end: String.Index

  init(columns: Int, start: String.Index) {
    limit = columns
    self.start = start
    end = start
  }

  mutating func add(_ character: Character, from index: String.Index, to next: String.Index) {
    if character.isNewline {
      endLine(pieces.count, isBroken: false)
      (start, end) = (next, next)
      return
    }
    let isBlank = character == " " || character == "\t"
    let (text, columns) = Self.shown(character, at: used)
    if used + columns > limit, !isBlank { breakLine() }
    let fits = used + columns <= limit
    pieces.append(
      Piece(text: fits ? text : "", columns: fits ? columns : 0, end: next, isBlank: isBlank))
    used += fits ? columns : 0
    end = next
  }

  mutating func finish() -> [TextLayout.Line] {
    endLine(pieces.count, isBroken: false)
    return lines
  }

  /// The text for a character, and its width.
  private static func shown(_ character: Character, at column: Int) -> (String, columns: Int) {
    if character == "\t" {
      let columns = TextLayout.tabColumns - column % TextLayout.tabColumns
      return (String(repeating: " ", count: columns), columns)
    }
    let scalars = character.unicodeScalars
    // Nearly all characters are one letter, which needs no change.
    if let only = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex {
      switch ScalarShape(only) {
      case .narrow: return (String(character), 1)
      case .wide: return (String(character), 2)
      case .mark, .control, .ignored: break
      }
    }
    let glyphs = Glyphs(String(character))
    return (glyphs.map(\.text).joined(), glyphs.reduce(0) { $0 + $1.columns })
  }

  private mutating func breakLine() {
    let place = pieces.lastIndex(where: \.isBreak)
    endLine(place.map { $0 + 1 } ?? pieces.count, isBroken: true)
  }

  private mutating func endLine(_ count: Int, isBroken: Bool) {
    let line = pieces[..<count]
    let shown = isBroken ? line.dropLast(line.reversed().prefix(while: \.isBlank).count) : line
    let lineEnd = line.last?.end ?? start
    lines.append(
      TextLayout.Line(text: shown.map(\.text).joined(), range: start..<lineEnd))
    start = lineEnd
    pieces.removeFirst(count)
    used = pieces.reduce(0) { $0 + $1.columns }
  }
}
