internal import CairnInterface
internal import CairnScreens

/// The last row but one: at the left what one sees, at the right what just happened.
struct StatusLine {
  var status = ScreenStatus()
  /// What work is under way.
  var work: String?
  var message: Message?

  func draw(on canvas: inout Canvas, theme: Theme) {
    let columns = canvas.size.columns - 2
    let news = message ?? work.map { Message($0 + theme.glyphs.ellipsis) }
    let busy = status.isBusy && work == nil ? "working" + theme.glyphs.ellipsis : ""
    let words = [status.text, busy].filter { !$0.isEmpty }.joined(separator: " · ")
    // News may take what the left side leaves, and at least two thirds.
    let room = max(columns * 2 / 3, columns - GlyphWidth.columns(of: words) - 2)
    let right = TextLayout.truncate(
      news?.text ?? "", columns: room, ellipsis: theme.glyphs.ellipsis)
    let width = GlyphWidth.columns(of: right)
    let left = TextLayout.truncate(
      words, columns: columns - width - (width > 0 ? 2 : 0), ellipsis: theme.glyphs.ellipsis)
    // Not dim: a change of style and back would cost each cursor move a dozen bytes.
    canvas.write(left, at: Position(column: 1, row: 0), style: theme.style(for: .normal))
    canvas.write(
      right, at: Position(column: 1 + columns - width, row: 0),
      style: theme.style(for: news?.tone.role ?? .normal))
  }
}
