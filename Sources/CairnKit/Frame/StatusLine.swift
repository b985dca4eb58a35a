internal import CairnInterface
internal import CairnScreens

/// The last row but one: at the left what one sees, at the right what just happened.
///
/// News that are long leave at the left the first words alone, which say where one is in a list.
/// What doesn't fit there takes the whole row, and then of the hints' row below what the hint at
/// help leaves, so that a sentence's end, where the reason stands, isn't lost.
struct StatusLine {
  var status = ScreenStatus()
  /// What work is under way.
  var work: String?
  var message: Message?
  /// What is the matter, said where there is room and no news.
  var alert: Alert?
  /// What stands at the right end where there is room, no news and no row for hints.
  var hints: HintsLine?
  /// The key that shows a message as a whole, which ends one that no room is enough for.
  var keyToRead: String?

  /// The rows that a message takes which doesn't fit beside what one sees; none if it does.
  ///
  /// - Parameters:
  ///   - columns: those of the terminal.
  ///   - below: how many columns of the next row it may have, 0 for none.
  ///   - glyphs: the ones to draw with.
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

  /// A message in two rows of which the second is its last clause, most often what a key does next;
  /// `nil` where one of them doesn't fit.
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
    // Not dim: a change of style and back would cost each cursor move a dozen bytes.
    canvas.write(left, at: Position(column: 1, row: 0), style: theme.style(for: .normal))
    canvas.write(
      right, at: Position(column: 1 + columns - width, row: 0),
      style: theme.style(for: news?.tone.role ?? .normal))
  }

  /// What stands at the right end of a line of so many columns where there are no news: what is the
  /// matter, else hints, if there is room.
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

  /// What one sees, on a line of so many columns: where hints have no row of their own, as much of it
  /// as leaves room for the one at help.
  private func words(_ glyphs: GlyphSet, columns: Int) -> String {
    let all = words(glyphs)
    guard hints != nil, message == nil, work == nil else { return all }
    let room = columns - 5 - Self.helpColumns
    let parts = Self.parts(of: all)
    // A sentence is not cut for it.
    guard GlyphWidth.columns(of: all) > room, parts.count > 1 else { return all }
    var shown = Self.beginning(of: all, columns: room)
    let rest = room - GlyphWidth.columns(of: shown + Self.separator)
    // Of words something is said by their beginning, of a number nothing is.
    if let next = parts.dropFirst(Self.parts(of: shown).count).first, rest >= Self.leastWords,
      !next.contains(where: \.isNumber)
    {
      shown += Self.separator + next
    }
    return TextLayout.truncate(shown, columns: max(0, room), ellipsis: glyphs.ellipsis)
  }

  /// Those of "? help", or of "F1 help" where letters are typed.
  private static let helpColumns = 7
  /// Fewer columns of words say nothing.
  private static let leastWords = 10

  private func words(_ glyphs: GlyphSet) -> String {
    let busy = status.isBusy && work == nil ? "working" + glyphs.ellipsis : ""
    return [status.text, busy].filter { !$0.isEmpty }.joined(separator: Self.separator)
  }

  /// News may take what the first words at the left leave, and at least two thirds.
  private func room(of columns: Int, _ words: String) -> Int {
    let first = Self.parts(of: words).first ?? ""
    return max(columns * 2 / 3, columns - GlyphWidth.columns(of: first) - 2)
  }

  /// As many of the words' parts as fit, since a number that is cut would be another one; the first
  /// in any case.
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
