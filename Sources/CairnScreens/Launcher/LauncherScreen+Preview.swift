internal import CairnInterface
internal import CairnNavigation

/// The screen to which the row with the cursor leads.
struct LauncherPreview {
  /// Where the row leads.
  let link: ScreenURL
  /// The same as it would be opened: a list in the order that was chosen last.
  let url: ScreenURL
  /// `nil` where there is none that can stand beside the launcher.
  let screen: (any Screen)?

  /// Rows above the screen for what it is called, where it is, and a blank; a record's screen says
  /// that itself.
  var headRows: Int { screen is DetailScreen ? 0 : 3 }
}

/// What is behind the row with the cursor, beside the rows of a wide launcher.
extension LauncherScreen {
  /// Where the rows lie, and what is behind them: beside them where both have columns enough, and
  /// where lines aren't read aloud as one.
  var parts: (rows: Region, preview: Region?) {
    let area = Region(room)
    guard showsPreview, !isSpoken, room.columns >= Self.previewColumns else { return (area, nil) }
    let parts = area.splitRight(room.columns * 2 / 5)
    return (parts.rest.splitRight(1).rest, parts.right)
  }

  /// So wide a launcher shows what is behind its rows.
  static let previewColumns = 100
  /// The keys rest for so long before another screen is made.
  private static let rest = Duration.milliseconds(60)

  /// Shows and hides what is behind the rows.
  func togglePreview() -> [Effect] {
    showsPreview.toggle()
    follow()
    guard showsPreview, parts.preview == nil else { return [.refresh] }
    return [.say(Message("there is no room here for what is behind the rows"))]
  }

  /// Lets the preview follow the cursor once the keys rest.
  func lookBehind() -> [Effect] {
    guard parts.preview != nil, selectedLink?.url != preview?.link else { return [] }
    return [.after(Delay(Self.delayName, Self.rest, [.refresh]))]
  }

  /// Lets the preview be, as another screen is opened.
  var noLookBehind: Effect { .after(Delay(Self.delayName, .zero, [])) }

  private static let delayName = "launcher preview"

  /// Where the row with the cursor leads, and from where it is reached.
  var selectedLink: (url: ScreenURL, origin: Origin)? {
    switch selected {
    case .favorite(let favorite):
      (try? ScreenURL(parsing: favorite.url)).map { ($0, .favorite) }
    case .recent(_, let visit): (visit.url, .link)
    case .collection(let collection): (collection.url, .link)
    case .find(_, let url): (url, .link)
    case .draft, .blank, .heading, .note, nil: nil
    }
  }

  /// Shows what is behind the row with the cursor now, and takes in what was saved since.
  ///
  /// - Returns: the reading that this starts; nothing else that the screen asks for is done.
  func followPreview(_ surroundings: Surroundings) -> [Effect] {
    guard parts.preview != nil, let (link, origin) = selectedLink else {
      preview = nil
      return []
    }
    let url = surroundings.arranged(link, origin)
    if url != preview?.url || preview?.screen == nil {
      let screen = surroundings.screen(url, origin)
      let canStandBeside = screen is ListScreen || screen is DetailScreen
      preview = LauncherPreview(link: link, url: url, screen: canStandBeside ? screen : nil)
    }
    layOutPreview()
    let effects = preview?.screen?.refresh(surroundings.beside(at: url)) ?? []
    let isGone = effects.contains { if case .retry = $0 { true } else { false } }
    if isGone { preview = LauncherPreview(link: link, url: url, screen: nil) }
    return isGone ? [] : effects.beside
  }

  /// Tells what is behind the rows how much room there is.
  func layOutPreview() {
    guard let region = parts.preview, let preview else { return }
    preview.screen?.layOut(in: region.splitTop(preview.headRows).rest.size)
  }

  /// Takes a click or a turn of the wheel on what is behind the rows: two clicks open it.
  func mouse(_ event: MouseEvent, behind region: Region) -> [Effect] {
    guard let preview, let screen = preview.screen else { return [] }
    switch event.kind {
    case .wheelUp, .wheelDown:
      let body = region.splitTop(preview.headRows).rest
      return screen.mouse(event.moved(to: body)).beside
    case .press where event.clicks == 2: return openSelected()
    case .press, .release: return []
    }
  }

  func drawPreview(on canvas: inout Canvas, theme: Theme) {
    guard let region = parts.preview else { return }
    canvas.drawRule(before: region, theme: theme)
    guard let preview, let screen = preview.screen else { return }
    let cursor = canvas.cursor
    let (head, body) = region.splitTop(preview.headRows)
    canvas.draw(in: head) { canvas in
      var pen = Pen(theme, column: 1)
      pen.write(screen.title, .bold, on: &canvas, columns: canvas.size.columns - 2)
      pen = Pen(theme, column: 1, row: 1)
      pen.write(
        preview.link.text, .dim, on: &canvas, columns: canvas.size.columns - 2, cut: .middle)
    }
    canvas.draw(in: body) { canvas in screen.draw(on: &canvas, theme: theme) }
    canvas.cursor = cursor
  }
}
