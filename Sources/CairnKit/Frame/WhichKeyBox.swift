internal import CairnInterface

/// The continuations of the keys typed so far, in a box at the lower right.
///
/// If there are more continuations than rows, the box has several columns, as long as titles stay
/// readable. The rest is counted.
struct WhichKeyBox {
  var typed: [Key]
  var continuations: [Keymap.Continuation]

  /// The minimum width of a readable title.
  private static let leastTitle = 16
  private static let gap = 2

  private struct Plan {
    let rows: Int
    let columns: Int
    let keyWidth: Int
    let titleWidth: Int

    var width: Int {
      columns * (keyWidth + WhichKeyBox.gap + titleWidth) + (columns - 1) * WhichKeyBox.gap
    }
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let plan = plan(in: Size(columns: canvas.size.columns - 4, rows: canvas.size.rows - 2))
    let box = canvas.bounds.cornered(Size(columns: plan.width + 4, rows: plan.rows + 2))
    canvas.box(
      box, title: typed.map(\.label).joined(), glyphs: theme.glyphs,
      style: theme.style(for: .accent))
    // If only the box is shown, the cursor needs a place in it.
    canvas.cursor = canvas.cursor ?? Position(column: box.column + 2, row: box.row + 1)
    let room = plan.rows * plan.columns
    // The last place has the number of the rest.
    let shown = continuations.count <= room ? continuations.count : room - 1
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      for index in 0..<min(room, continuations.count) {
        let start = index / plan.rows * (plan.keyWidth + plan.titleWidth + 2 * Self.gap)
        let place = Position(column: start, row: index % plan.rows)
        guard index < shown else {
          canvas.write(
            "\(continuations.count - shown) more", at: place, style: theme.style(for: .dim))
          continue
        }
        canvas.write(
          continuations[index].keys.label, at: place, style: theme.style(for: .accent))
        let title = TextLayout.truncate(
          continuations[index].action.title, columns: plan.titleWidth,
          ellipsis: theme.glyphs.ellipsis)
        canvas.write(
          title, at: Position(column: start + plan.keyWidth + Self.gap, row: place.row))
      }
    }
  }

  private func plan(in size: Size) -> Plan {
    let key = continuations.map { GlyphWidth.columns(of: $0.keys.label) }.max() ?? 0
    let title = continuations.map { GlyphWidth.columns(of: $0.action.title) }.max() ?? 0
    let rows = max(1, min(continuations.count, size.rows))
    let wanted = (continuations.count + rows - 1) / rows
    let least = key + Self.gap + min(title, Self.leastTitle)
    let columns = max(1, min(wanted, (size.columns + Self.gap) / (least + Self.gap)))
    let share = (size.columns - (columns - 1) * Self.gap) / columns - key - Self.gap
    // Fill the columns evenly.
    let filled = columns < wanted ? rows : (continuations.count + columns - 1) / columns
    return Plan(
      rows: filled, columns: columns, keyWidth: key, titleWidth: max(1, min(title, share)))
  }
}
