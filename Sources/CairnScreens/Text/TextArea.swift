internal import CairnInterface

/// Several lines of text that are being edited, broken at words to the width they have.
enum TextArea {
  /// The characters of each line in sight, line breaks left out.
  static func lines(of field: TextField, columns: Int) -> [Range<Int>] {
    let columns = max(2, columns)
    var lines: [Range<Int>] = []
    var start = 0
    var used = 0
    var breakable: Int?
    for (index, character) in field.characters.enumerated() {
      if character == "\n" {
        lines.append(start..<index)
        (start, used, breakable) = (index + 1, 0, nil)
        continue
      }
      let width = GlyphWidth.columns(of: character)
      while used + width > columns, start < index {
        let end = breakable ?? index
        lines.append(start..<end)
        start = end
        used = (start..<index).reduce(0) { $0 + GlyphWidth.columns(of: field.characters[$1]) }
        breakable = nil
      }
      used += width
      if character == " " { breakable = index + 1 }
    }
    lines.append(start..<field.characters.count)
    return lines
  }

  /// The line that the cursor is on.
  static func line(ofCursorIn lines: [Range<Int>], cursor: Int) -> Int {
    lines.lastIndex { $0.lowerBound <= cursor } ?? 0
  }

  /// Moves the cursor `offset` lines up or down; false if there is no such line.
  static func move(_ field: inout TextField, by offset: Int, columns: Int) -> Bool {
    let lines = lines(of: field, columns: columns)
    let line = line(ofCursorIn: lines, cursor: field.cursor)
    guard lines.indices.contains(line + offset) else { return false }
    let column = field.cursor - lines[line].lowerBound
    let target = lines[line + offset]
    // Behind a line that was broken within a text its end is the next line's start.
    let isBroken =
      line + offset + 1 < lines.count
      && lines[line + offset + 1].lowerBound == target.upperBound
    let last = isBroken ? max(target.lowerBound, target.upperBound - 1) : target.upperBound
    field.move(to: min(target.lowerBound + column, last))
    return true
  }
}
