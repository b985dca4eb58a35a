internal import CairnInterface
internal import CairnScreens

extension Session {
  /// What the terminal should show.
  func draw() -> Canvas {
    var canvas = Canvas(size)
    let theme = application.theme
    guard !frame.isTooSmall else {
      let text = "Too small: \(size), needs \(Frame.minimum); q quits"
      for (row, line) in TextLayout.wrap(text, columns: max(2, size.columns)).enumerated() {
        canvas.write(line.text, at: Position(column: 0, row: row))
      }
      return canvas
    }
    canvas.draw(in: frame.location) { canvas in
      locationLine.layOut(columns: size.columns, glyphs: theme.glyphs).draw(
        on: &canvas, theme: theme)
    }
    canvas.draw(in: frame.content) { canvas in drawContent(on: &canvas, theme: theme) }
    canvas.draw(in: frame.status) { canvas in statusLine.draw(on: &canvas, theme: theme) }
    canvas.draw(in: frame.hints) { canvas in
      hintsLine.layOut(columns: size.columns, glyphs: theme.glyphs).draw(on: &canvas, theme: theme)
    }
    return canvas
  }

  private func drawContent(on canvas: inout Canvas, theme: Theme) {
    screen.draw(on: &canvas, theme: theme)
    for overlay in overlays {
      canvas.cursor = nil
      draw(overlay, on: &canvas, theme: theme)
    }
    guard !typed.isEmpty else { return }
    WhichKeyBox(typed: typed, continuations: continuations).draw(on: &canvas, theme: theme)
  }

  private func draw(_ overlay: any Overlay, on canvas: inout Canvas, theme: Theme) {
    let box = overlay.frame(in: canvas.size)
    let style = theme.style(for: .accent)
    canvas.box(box, title: overlay.title, glyphs: theme.glyphs, style: style)
    if !overlay.footer.isEmpty {
      let room = box.columns - 6
      let footer = TextLayout.truncate(
        overlay.footer, columns: room, ellipsis: theme.glyphs.ellipsis)
      let column = box.column + box.columns - GlyphWidth.columns(of: footer) - 4
      canvas.write(
        " \(footer) ", at: Position(column: column, row: box.row + box.rows - 1), style: style)
    }
    canvas.draw(in: inner(of: overlay)) { overlay.draw(on: &$0, theme: theme) }
  }

  var statusLine: StatusLine {
    StatusLine(status: screen.status, work: jobs.title, message: message)
  }

  var hintsLine: HintsLine {
    let isTyping = !typingContexts.isDisjoint(with: top.contexts)
    return HintsLine(actions: offered.inOrder(of: keymap.table), isTyping: isTyping)
  }

  /// The actions that have a key here and do something.
  var offered: [Action] {
    keymap.actions(in: top.contexts).filter {
      $0.name == .keepFavorite ? canKeep : top.offers($0.name)
    }
  }

  var canKeep: Bool {
    screen.favoriteTitle != nil && application.favorites?.isReadOnly == false
  }

  private var typingContexts: Set<ActionContext> { [.text, .prompt, .form] }
}
