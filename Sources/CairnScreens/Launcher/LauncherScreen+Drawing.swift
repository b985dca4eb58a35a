public import CairnInterface
public import CairnNavigation

extension LauncherScreen {
  /// Draws the launcher.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    canvas.draw(in: parts.rows) { canvas in drawRows(on: &canvas, theme: theme) }
    pane.draw(in: parts.pane, on: &canvas, theme: theme)
  }

  private func drawRows(on canvas: inout Canvas, theme: Theme) {
    let top = rowsRegion.row
    for index in window.visible where index < content.rows.count {
      let row = top + index - window.top
      draw(content.rows[index], at: row, on: &canvas, theme: theme)
      if content.rows[index].canHaveCursor {
        canvas.write(mark(of: content.rows[index]), inRow: row, theme: theme)
      }
      if index == window.cursor, content.rows[index].canHaveCursor {
        canvas.markCursor(row: row, gutter: 1, margin: RowMark.columns, theme: theme)
      }
    }
    drawPrompt(on: &canvas, theme: theme)
  }

  private func mark(of row: LauncherRows.Row) -> RowMark {
    switch row {
    case .favorite(let favorite) where !favorite.isGone:
      (try? ScreenURL(parsing: favorite.url)).map(mark) ?? .nothing
    case .recent(_, let visit), .draft(_, let visit): mark(visit.url)
    case .collection(let collection, _): mark(collection.url)
    case .find(_, let url): mark(url)
    case .favorite, .blank, .heading, .note: .nothing
    }
  }

  private func drawPrompt(on canvas: inout Canvas, theme: Theme) {
    guard let prompt else { return }
    var pen = Pen(theme, column: 1)
    pen.write("/ ", .accent, on: &canvas)
    canvas.cursor = prompt.draw(
      at: Position(column: 3, row: 0), columns: max(1, canvas.size.columns - 4), style: .plain,
      on: &canvas, theme: theme)
    guard content.rows.isEmpty else { return }
    pen = Pen(theme, column: 3, row: 1)
    pen.write("nothing matches", .dim, on: &canvas)
  }

  private func draw(
    _ content: LauncherRows.Row, at row: Int, on canvas: inout Canvas, theme: Theme
  ) {
    switch content {
    case .blank: break
    case .heading(let title):
      var pen = Pen(theme, column: 2, row: row)
      pen.write(title.uppercased(), .bold, on: &canvas, columns: canvas.size.columns - 3)
    case .note(let words):
      var pen = Pen(theme, column: 3, row: row)
      pen.write(
        words.text(keymap, in: contexts), .dim, on: &canvas, columns: canvas.size.columns - 4)
    case .favorite(let favorite): draw(favorite, at: row, on: &canvas, theme: theme)
    case .recent(let digit, let visit):
      drawLine(String(digit), visit.title, visit.url.text, visit.age, row, &canvas, theme)
    case .draft(let index, let visit):
      let digit = index == 0 ? "0" : ""
      drawLine(digit, visit.title, "draft, not saved", visit.age, row, &canvas, theme)
    case .find(let text, _):
      drawLine("", "All records with \"\(text)\"", "", "", row, &canvas, theme)
    case .collection(let collection, let fold):
      let count = collection.count.map { Count.text($0) } ?? ""
      let (sign, indent): (String, String) =
        switch fold {
        case .none: ("", "")
        case .owner(let isOpen): (isOpen ? theme.glyphs.unfolded : theme.glyphs.folded, "")
        case .owned: ("", "  ")
        }
      let isWord = theme.glyphs.hasWords && !sign.isEmpty
      drawLine(
        "", indent + collection.title + (isWord ? ", \(sign)" : ""), collection.url.text, count,
        row,
        &canvas, theme, sign: isWord ? "" : sign)
    }
  }

  private func draw(_ favorite: Favorite, at row: Int, on canvas: inout Canvas, theme: Theme) {
    let letter = favorite.letter.map(String.init) ?? ""
    drawLine(
      letter, favorite.title, favorite.warning ?? favorite.url, badge(of: favorite, theme), row,
      &canvas, theme, sign: favorite.sign(in: theme.glyphs),
      badgeRole: favorite.isGone || favorite.warning != nil ? .bad : .normal)
  }

  /// The state of the favorite's target; a waiting draft takes precedence.
  private func badge(of favorite: Favorite, _ theme: Theme) -> String {
    guard !favorite.isGone else {
      return theme.glyphs.hasWords ? "gone" : "\(theme.glyphs.cross) gone"
    }
    return hasDraft(favorite) ? "draft" : favorite.badge ?? ""
  }

  /// Whether a draft waits for the favorite's form or record.
  private func hasDraft(_ favorite: Favorite) -> Bool {
    guard !drafts.isEmpty, let url = try? ScreenURL(parsing: favorite.url) else { return false }
    return drafts.contains { draft in
      draft.url == url
        || favorite.kind == .record && Array(draft.url.segments.dropLast()) == url.segments
    }
  }

  /// Draws key, sign, title, address and badge; in a narrow room, the address is left out first.
  private func drawLine(
    _ key: String, _ title: String, _ address: String, _ badge: String, _ row: Int,
    _ canvas: inout Canvas, _ theme: Theme, sign: String = "", badgeRole: Role = .normal
  ) {
    let right = canvas.size.columns - 4
    let badgeWidth = min(GlyphWidth.columns(of: badge), canvas.size.columns / 4)
    var pen = Pen(theme, column: 3, row: row)
    pen.write(key, .accent, on: &canvas, columns: 2)
    pen.write(sign, .dim, on: &canvas, columns: 3)
    let columns = canvas.size.columns
    let isWide = columns >= 60 && !address.isEmpty
    // Long titles take columns from addresses, which are rarely read.
    let titles = max(columns * 3 / 10, min(content.widestTitle, columns / 2))
    let titleWidth = isWide ? titles : right - pen.column - badgeWidth - 1
    pen.write(title, on: &canvas, columns: max(0, titleWidth))
    if isWide {
      pen.column += 1
      let room = right - badgeWidth - 1 - pen.column
      pen.write(address, .dim, on: &canvas, columns: max(0, room), cut: .middle)
    }
    pen.column = right - badgeWidth
    pen.write(badge, badgeRole, on: &canvas, columns: badgeWidth)
  }

  /// Saves the launcher's state for the next start.
  public func encodeState(to encoder: inout StateEncoder) {
    encoder.encode(cursorID, as: "cursor")
    encoder.encode(pane.isWanted ? nil : false, as: "preview")
    if !unfolded.isEmpty {
      encoder.encode(unfolded.sorted().joined(separator: " "), as: "unfolded")
    }
    pane.encodeState(to: &encoder)
  }

  /// Restores the saved state.
  public func decodeState(from decoder: StateDecoder) {
    // The rows are unknown until the first refresh.
    if let id: String = decoder.decode("cursor") { (cursorID, wasRestored) = (id, true) }
    pane.isWanted = decoder.decode("preview") ?? true
    let open: String? = decoder.decode("unfolded")
    unfolded = Set((open ?? "").split(separator: " ").map(String.init))
    pane.decodeState(from: decoder)
  }
}
