public import CairnInterface

extension TextField {
  /// Performs one of the text actions, such as `textLeft` and `textCutToEnd`; false for other
  /// actions.
  public mutating func perform(_ action: ActionName) -> Bool {
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
  /// Draws the part around the cursor.
  ///
  /// A selected text, which typing replaces, has the cursor's style. The text scrolls sideways in
  /// steps of half the width, so that it stays still during typing. Arrows at the edges show that
  /// it continues.
  ///
  /// - Parameters:
  ///   - place: the place of the first column.
  ///   - columns: the number of columns.
  ///   - style: the style of the text.
  ///   - canvas: the canvas.
  ///   - theme: the theme of the screen.
  /// - Returns: the place for ``Canvas/cursor``, if the field has the focus.
  public func draw(
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
    // A narrower field has space only around the cursor.
    if columns >= Self.columnsForArrows {
      let dim = theme.style(for: .dim)
      if start > 0 {
        let width = GlyphWidth.columns(of: characters[start])
        let arrow = theme.glyphs.moreLeft + String(repeating: " ", count: max(0, width - 1))
        canvas.write(arrow, at: place, style: dim)
      }
      // A wide character under the cursor needs the last column, too.
      let under = cursor < characters.count ? GlyphWidth.columns(of: characters[cursor]) : 1
      if end < characters.count, before + under < columns {
        let arrow = Position(column: place.column + columns - 1, row: place.row)
        canvas.write(theme.glyphs.moreRight, at: arrow, style: dim)
      }
    }
    return Position(column: place.column + before, row: place.row)
  }

  /// With this many columns, there is an arrow at each end, and half of them are around the cursor.
  private static let columnsForArrows = 6

  /// The first visible character, so that the cursor and one column after it are visible.
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

/// The lines of a text, by its own line breaks.
extension TextField {
  /// The characters of the cursor's line, without its break.
  private var lineRange: Range<Int> {
    let start = characters[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return start..<(characters[cursor...].firstIndex(of: "\n") ?? characters.count)
  }

  /// Whether the cursor's line is empty.
  var isLineEmpty: Bool { lineRange.isEmpty }

  /// Replaces the text of the cursor's line, if the cursor is at its end.
  mutating func replaceLine(_ change: (String) -> String) {
    let range = lineRange
    let line = change(String(characters[range]))
    guard cursor == range.upperBound, line != String(characters[range]) else { return }
    delete(range)
    move(to: range.lowerBound)
    insertLines(line)
  }

  /// Swaps the cursor's line with the previous or next one; the cursor moves along.
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
