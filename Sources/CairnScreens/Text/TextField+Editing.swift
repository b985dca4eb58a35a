internal import CairnInterface

extension TextField {
  /// Does one of the actions on text; false if `action` is none of them.
  mutating func perform(_ action: ActionName) -> Bool {
    if isSelected, action == .textDeleteLeft || action == .textDeleteRight {
      replaceAll(with: "")
      return true
    }
    guard act(action) else { return false }
    deselect()
    return true
  }

  private mutating func act(_ action: ActionName) -> Bool {
    guard keepsPast else { return edit(action) }
    switch action {
    case .undoTyping: takeBack()
    case .redoTyping: doAgain()
    default:
      let before = step
      guard edit(action) else { return false }
      noteChange(since: before)
    }
    return true
  }

  private mutating func edit(_ action: ActionName) -> Bool {
    switch action {
    case .textLeft: move(by: -1)
    case .textRight: move(by: 1)
    case .textWordLeft: move(to: wordStart)
    case .textWordRight: move(to: wordEnd)
    case .textStart: move(to: lineStart)
    case .textEnd: move(to: lineEnd)
    case .textDeleteLeft: delete(max(0, cursor - 1)..<cursor)
    case .textDeleteRight: delete(cursor..<min(cursor + 1, characters.count))
    case .textCutWordLeft: kill(wordStart..<cursor)
    case .textCutWordRight: kill(cursor..<wordEnd)
    case .textCutToStart: kill(lineStart..<cursor)
    case .textCutToEnd: kill(cursor..<lineEnd)
    case .textYank: yank()
    default: return false
    }
    return true
  }

  private var lineStart: Int {
    (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1
  }

  private var lineEnd: Int {
    characters[cursor...].firstIndex(of: "\n") ?? characters.count
  }
}

extension TextField {
  /// Draws the part around the cursor in `columns` and says where the terminal's cursor belongs.
  ///
  /// A text that gives way to what is typed looks like what the cursor is on. The text moves sideways
  /// in steps of half the room, so that it stands still while one types; arrows at the edges say
  /// that it goes on.
  func draw(
    at place: Position, columns: Int, style: Style, on canvas: inout Canvas, theme: Theme
  ) -> Position {
    guard columns > 0 else { return place }
    let style = isSelected ? theme.style(for: .cursor) : style
    let start = firstShown(columns: columns)
    var used = 0
    var end = start
    while end < characters.count {
      let width = GlyphWidth.columns(of: characters[end])
      guard used + width <= columns else { break }
      used += width
      end += 1
    }
    canvas.write(String(characters[start..<end]), at: place, style: style, limit: columns)
    let before = min(width(start..<max(start, cursor)), columns - 1)
    // Narrower ones have the room for what the cursor is on alone.
    if columns >= Self.columnsForArrows {
      let dim = theme.style(for: .dim)
      if start > 0 {
        let width = GlyphWidth.columns(of: characters[start])
        let arrow = theme.glyphs.back + String(repeating: " ", count: max(0, width - 1))
        canvas.write(arrow, at: place, style: dim)
      }
      // A wide character under the cursor needs the last column, too.
      let under = cursor < characters.count ? GlyphWidth.columns(of: characters[cursor]) : 1
      if end < characters.count, before + under < columns {
        let arrow = Position(column: place.column + columns - 1, row: place.row)
        canvas.write(theme.glyphs.forward, at: arrow, style: dim)
      }
    }
    return Position(column: place.column + before, row: place.row)
  }

  /// So many columns have an arrow at each end and half of them for what the cursor is on.
  private static let columnsForArrows = 6

  /// The first character in sight, so that the cursor and one column behind it are too.
  private func firstShown(columns: Int) -> Int {
    let total = width(0..<cursor)
    guard total >= columns else { return 0 }
    let step = max(1, columns / 2)
    let hidden = (total - columns + step) / step * step
    var start = 0
    var skipped = 0
    while skipped < hidden, start < cursor {
      skipped += GlyphWidth.columns(of: characters[start])
      start += 1
    }
    return start
  }

  private func width(_ range: Range<Int>) -> Int {
    range.reduce(0) { $0 + GlyphWidth.columns(of: characters[$1]) }
  }
}

/// The lines of a text, as far as its own breaks make them.
extension TextField {
  /// The characters of the line with the cursor, without its break.
  private var lineRange: Range<Int> {
    let start = characters[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return start..<(characters[cursor...].firstIndex(of: "\n") ?? characters.count)
  }

  /// Whether the line with the cursor has nothing.
  var isLineEmpty: Bool { lineRange.isEmpty }

  /// Puts another text in the place of the line with the cursor, which goes to its end.
  mutating func replaceLine(_ change: (String) -> String) {
    let range = lineRange
    let line = change(String(characters[range]))
    guard cursor == range.upperBound, line != String(characters[range]) else { return }
    delete(range)
    move(to: range.lowerBound)
    insertLines(line)
  }

  /// Exchanges the line with the cursor for the one before or behind it; the cursor goes along.
  mutating func moveLine(by step: Int) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let place = characters[..<cursor].count { $0 == "\n" }
    guard lines.indices.contains(place + step) else { return }
    let column = cursor - lineRange.lowerBound
    lines.swapAt(place, place + step)
    let start = lines[..<(place + step)].reduce(0) { $0 + $1.count + 1 }
    delete(0..<characters.count)
    insertLines(lines.joined(separator: "\n"))
    move(to: start + column)
  }
}
