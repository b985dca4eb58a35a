internal import CairnInterface
internal import CairnNavigation

/// What is behind the row with the cursor, beside the rows of a wide launcher.
extension LauncherScreen {
  /// Where the rows lie, and what is behind them: beside them where both have columns enough, and
  /// where lines aren't read aloud as one.
  var parts: (rows: Region, preview: Region?) {
    let area = Region(room)
    guard pane.isWanted, !isSpoken, room.columns >= Self.previewColumns else { return (area, nil) }
    let parts = pane.share.split(area, isSpoken: false)
    return (parts.rows, parts.pane)
  }

  /// So wide a launcher shows what is behind its rows.
  static let previewColumns = 100

  static let paneHandlers = HandlerTable(
    HandlerTable<LauncherScreen>([.togglePreview, .growPreview, .shrinkPreview]) { action in
      .when({ action == .togglePreview || $0.parts.preview != nil }) { $0.arrangePane(action) }
    },
    [
      .previewDown: .when(\.hasPane) { $0.pane.turn(.wheelDown, in: $0.parts.preview) },
      .previewUp: .when(\.hasPane) { $0.pane.turn(.wheelUp, in: $0.parts.preview) },
    ])

  private var hasPane: Bool { parts.preview != nil }

  /// Shows, hides or resizes the side pane.
  private func arrangePane(_ action: ActionName) -> [Effect] {
    guard pane.perform(action) else { return [] }
    layOut(in: room)
    guard pane.isWanted, parts.preview == nil else { return [.lookBeside] }
    return [.say(BesidePane.noRoom)]
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
