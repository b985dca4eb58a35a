internal import CairnInterface
internal import CairnNavigation

/// What is behind the row with the cursor, beside the rows of a wide launcher.
extension LauncherScreen {
  /// Where the rows lie, and what is behind them: beside them where both have columns enough, and
  /// where lines aren't read aloud as one.
  var parts: (rows: Region, preview: Region?) {
    let area = Region(room)
    guard pane.isWanted, !isSpoken, room.columns >= Self.previewColumns else { return (area, nil) }
    let parts = area.splitRight(room.columns * 2 / 5)
    return (parts.rest.splitRight(1).rest, parts.right)
  }

  /// So wide a launcher shows what is behind its rows.
  static let previewColumns = 100

  /// Shows and hides what is behind the rows.
  func togglePreview() -> [Effect] {
    pane.isWanted.toggle()
    follow()
    guard pane.isWanted, parts.preview == nil else { return [.lookBeside] }
    return [.say(Message("no room here for previews"))]
  }

  /// Lets the preview follow the cursor once the keys rest.
  func lookBehind() -> [Effect] {
    pane.follow(selectedLink?.url, in: parts.preview)
  }

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
}
