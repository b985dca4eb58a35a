internal import CairnInterface
internal import CairnNavigation

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
    guard let region = parts.preview, let (link, origin) = selectedLink else {
      preview = nil
      return []
    }
    var linked = LinkedScreen(link, from: origin, after: preview, surroundings)
    let effects = linked.refresh(in: region, surroundings)
    preview = linked
    return effects
  }

  /// Tells what is behind the rows how much room there is.
  func layOutPreview() {
    if let region = parts.preview { preview?.layOut(in: region) }
  }

  /// Takes a click or a turn of the wheel on what is behind the rows: two clicks open it.
  func mouse(_ event: MouseEvent, behind region: Region) -> [Effect] {
    switch event.kind {
    case .wheelUp, .wheelDown: preview?.turn(event, in: region) ?? []
    case .press where event.clicks == 2 && preview?.screen != nil: openSelected()
    case .press, .release: []
    }
  }

  func drawPreview(on canvas: inout Canvas, theme: Theme) {
    guard let region = parts.preview else { return }
    canvas.drawRule(before: region, theme: theme)
    preview?.draw(in: region, on: &canvas, theme: theme)
  }
}
