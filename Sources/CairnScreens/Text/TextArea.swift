internal import CairnInterface

/// Several lines of text during editing, wrapped at words.
///
/// A text may have millions of characters, and each key waits for it. So only the visible
/// paragraphs are wrapped.
enum TextArea {
  /// Consecutive lines, each as a range of characters without its line break.
  struct Lines: Hashable {
    var ranges: [Range<Int>]
    /// The index of the cursor's line.
    var cursor: Int
  }

  /// Wraps the lines at the start of a text.
  ///
  /// - Parameters:
  ///   - field: the text.
  ///   - columns: the width.
  ///   - limit: the maximum number of lines, at least 1; no limit by default.
  /// - Returns: at least one line.
  static func lines(of field: TextField, columns: Int, limit: Int = .max) -> [Range<Int>] {
    lines(of: field, columns: columns, in: 0..<field.characters.count) { $0.count >= limit }
  }

  /// Wraps the line with the cursor, and the lines around it.
  ///
  /// - Parameters:
  ///   - field: the text.
  ///   - columns: the width.
  ///   - above: the minimum number of lines before it, if they exist.
  ///   - below: the minimum number of lines after it, if they exist.
  /// - Returns: the lines.
  static func lines(
    aroundCursorOf field: TextField, columns: Int, above: Int, below: Int
  ) -> Lines {
    let start = paragraphStart(before: field.cursor, in: field)
    var ranges = lines(of: field, columns: columns, in: start..<field.characters.count) { lines in
      lines.dropLast(below).last.map { $0.lowerBound > field.cursor } ?? false
    }
    var cursor = ranges.lastIndex { $0.lowerBound <= field.cursor } ?? 0
    while cursor < above, let first = ranges.first?.lowerBound, first > 0 {
      // A line break precedes the paragraph.
      let paragraph = paragraphStart(before: first - 1, in: field)..<first - 1
      let before = lines(of: field, columns: columns, in: paragraph) { _ in false }
      ranges = before + ranges
      cursor += before.count
    }
    return Lines(ranges: ranges, cursor: cursor)
  }

  private static func paragraphStart(before place: Int, in field: TextField) -> Int {
    field.characters[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  /// Wraps a part that begins at the start of a line, until there are enough lines.
  private static func lines(
    of field: TextField, columns: Int, in part: Range<Int>, isEnough: ([Range<Int>]) -> Bool
  ) -> [Range<Int>] {
    let columns = max(2, columns)
    var lines: [Range<Int>] = []
    var start = part.lowerBound
    var used = 0
    var breakable: Int?
    for index in part {
      let character = field.characters[index]
      if character == "\n" {
        lines.append(start..<index)
        if isEnough(lines) { return lines }
        (start, used, breakable) = (index + 1, 0, nil)
        continue
      }
      let width = GlyphWidth.columns(of: character)
      while used + width > columns, start < index {
        let end = breakable ?? index
        lines.append(start..<end)
        if isEnough(lines) { return lines }
        start = end
        used = (start..<index).reduce(0) { $0 + GlyphWidth.columns(of: field.characters[$1]) }
        breakable = nil
      }
      used += width
      if character == " " { breakable = index + 1 }
    }
    lines.append(start..<part.upperBound)
    return lines
  }

  /// Moves the cursor `offset` lines up or down; false if there is no such line.
  static func move(_ field: inout TextField, by offset: Int, columns: Int) -> Bool {
    let lines = lines(
      aroundCursorOf: field, columns: columns, above: max(0, -offset), below: max(0, offset + 1))
    let (ranges, line) = (lines.ranges, lines.cursor)
    guard ranges.indices.contains(line + offset) else { return false }
    let column = field.cursor - ranges[line].lowerBound
    let target = ranges[line + offset]
    // After a line that was wrapped, its end is already the next line's start.
    let isBroken =
      line + offset + 1 < ranges.count
      && ranges[line + offset + 1].lowerBound == target.upperBound
    let last = isBroken ? max(target.lowerBound, target.upperBound - 1) : target.upperBound
    field.move(to: min(target.lowerBound + column, last))
    return true
  }
}
