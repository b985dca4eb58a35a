internal import CairnInterface
internal import CairnScreens

/// The row above the hints: the screen's status on the left, and news on the right.
///
/// Long news leave only the first words on the left, which are the place in a list. If the news
/// don't fit there, they take the whole row, and then the row of the hints except for the hint for
/// help. So the end of a sentence, which has the reason, is not lost.
struct StatusLine {
  var status = ScreenStatus()
  var work: String?
  var message: Message?
  /// The alert, shown if there is room and no news.
  var alert: Alert?
  /// The hints for the right end, if there is room, no news and no row for hints.
  var hints: HintsLine?
  /// The key that shows the whole message, for a message that doesn't fit.
  var keyToRead: String?

  /// Returns the rows of a message that doesn't fit beside the status; empty if it fits.
  ///
  /// - Parameters:
  ///   - columns: the width of the terminal.
  ///   - below: the free columns of the next row, 0 for none.
  ///   - glyphs: the glyphs to draw with.
  /// - Returns: the rows' texts, one or two.
  func messageRows(columns: Int, below: Int, glyphs: GlyphSet) -> [String] {
    let columns = columns - 2
    guard let message, GlyphWidth.columns(of: message.text) > room(of: columns, words(glyphs))
    else { return [] }
    let rows = TextLayout.wrap(message.text, columns: columns).map(\.text)
    guard rows.count > 1 else { return rows }
    let end = glyphs.ellipsis + (keyToRead.map { " \($0) reads it" } ?? "")
    func cut(_ text: String, to columns: Int) -> String {
      guard GlyphWidth.columns(of: text) > columns else { return text }
      let room = columns - GlyphWidth.columns(of: end)
      return TextLayout.truncate(text, columns: room, ellipsis: "") + end
    }
    if below <= GlyphWidth.columns(of: end) { return [cut(message.text, to: columns)] }
    if let clauses = Self.clauses(of: message.text, columns: columns, below: below) {
      return clauses
    }
    return [rows[0], cut(rows.dropFirst().joined(separator: " "), to: below)]
  }

  /// Splits a message into two rows.
  ///
  /// The second row has the last clause, usually the key for the next step; `nil` if a row doesn't
  /// fit.
  private static func clauses(of text: String, columns: Int, below: Int) -> [String]? {
    let clauses = text.split(separator: " · ")
    guard clauses.count > 1, let last = clauses.last else { return nil }
    let rows = [clauses.dropLast().joined(separator: " · "), String(last)]
    let fits = zip(rows, [columns, below]).allSatisfy { GlyphWidth.columns(of: $0) <= $1 }
    return fits ? rows : nil
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let columns = canvas.size.columns - 2
    let news = message ?? work.map { Message($0 + theme.glyphs.ellipsis) }
    let words = words(theme.glyphs, columns: canvas.size.columns)
    let right = TextLayout.truncate(
      news?.text ?? "", columns: room(of: columns, words), ellipsis: theme.glyphs.ellipsis)
    let width = GlyphWidth.columns(of: right)
    end(columns: canvas.size.columns, theme.glyphs).draw(on: &canvas, theme: theme)
    let rest = columns - width - (width > 0 ? 2 : 0)
    let left = TextLayout.truncate(
      width == 0 ? words : Self.beginning(of: words, columns: rest), columns: rest,
      ellipsis: theme.glyphs.ellipsis)
    // Not dim: two changes of style would cost each cursor move a dozen bytes.
    canvas.write(left, at: Position(column: 1, row: 0), style: theme.style(for: .normal))
    canvas.write(
      right, at: Position(column: 1 + columns - width, row: 0),
      style: theme.style(for: news?.tone.role ?? .normal))
  }

  /// Returns the right end of a line without news: the alert, or else hints, if there is room.
  func end(columns: Int, _ glyphs: GlyphSet) -> Line<ActionName> {
    var line = Line<ActionName>()
    guard message == nil, work == nil else { return line }
    let free = columns - 5 - GlyphWidth.columns(of: words(glyphs, columns: columns))
    if let alert, case let width = GlyphWidth.columns(of: alert.text), width <= free {
      line.end = columns - 1 - width
      line.add(alert.text, alert.tone == .bad ? .bad : .accent)
      return line
    }
    return hints?.layOutAtEnd(columns: columns, room: free, glyphs: glyphs) ?? line
  }

  /// The status in a line of a width.
  ///
  /// If the hints have no row, it leaves room for the hint for help.
  private func words(_ glyphs: GlyphSet, columns: Int) -> String {
    let all = words(glyphs)
    guard hints != nil, message == nil, work == nil else { return all }
    let room = columns - 5 - Self.helpColumns
    let parts = Self.parts(of: all)
    // A single sentence is not truncated for the hint.
    guard GlyphWidth.columns(of: all) > room, parts.count > 1 else { return all }
    var shown = Self.beginning(of: all, columns: room)
    let rest = room - GlyphWidth.columns(of: shown + Self.separator)
    // The beginning of words is useful, that of a number is not.
    if let next = parts.dropFirst(Self.parts(of: shown).count).first, rest >= Self.leastWords,
      !next.contains(where: \.isNumber)
    {
      shown += Self.separator + next
    }
    return TextLayout.truncate(shown, columns: max(0, room), ellipsis: glyphs.ellipsis)
  }

  /// The width of "? help", or of "F1 help" while typing.
  private static let helpColumns = 7
  /// The minimum width of useful words.
  private static let leastWords = 10

  private func words(_ glyphs: GlyphSet) -> String {
    let busy = status.isBusy && work == nil ? "working" + glyphs.ellipsis : ""
    return [status.text, busy].filter { !$0.isEmpty }.joined(separator: Self.separator)
  }

  /// The room for news: all columns after the first words, and at least two thirds.
  private func room(of columns: Int, _ words: String) -> Int {
    let first = Self.parts(of: words).first ?? ""
    return max(columns * 2 / 3, columns - GlyphWidth.columns(of: first) - 2)
  }

  /// The parts of the status that fit, at least the first.
  ///
  /// A part is not cut, since a shortened number would be another one.
  private static func beginning(of words: String, columns: Int) -> String {
    var parts = parts(of: words)
    while parts.count > 1, GlyphWidth.columns(of: parts.joined(separator: separator)) > columns {
      parts.removeLast()
    }
    return parts.joined(separator: separator)
  }

  private static func parts(of words: String) -> [String] {
    words.split(separator: separator).map(String.init)
  }

  private static let separator = " · "
}
