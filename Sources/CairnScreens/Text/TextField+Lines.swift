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
