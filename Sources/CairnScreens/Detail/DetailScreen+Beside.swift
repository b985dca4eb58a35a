internal import CairnInterface
internal import CairnNavigation

/// What the link under the cursor leads to, beside the page.
extension DetailScreen {
  /// Where the page lies, and what its link leads to.
  var parts: (rows: Region, pane: Region?) {
    guard pane.isWanted, hasFocus else { return (Region(whole), nil) }
    return pane.share.split(Region(whole), isSpoken: isSpoken)
  }

  static let paneHandlers = HandlerTable<DetailScreen>(
    [.togglePreview, .growPreview, .shrinkPreview]
  ) { action in
    .when({ $0.hasFocus && ($0.pane.isWanted || action == .togglePreview && $0.hasLinks) }) {
      $0.arrangePane(action)
    }
  }

  /// Whether a line leads anywhere.
  private var hasLinks: Bool { page.lines.contains { $0.target?.url != nil } }

  /// Shows, hides or resizes what the link under the cursor leads to.
  private func arrangePane(_ action: ActionName) -> [Effect] {
    guard pane.perform(action) else { return [] }
    layOut(in: whole)
    // In another width long texts are laid out anew.
    let effects: [Effect] = page.unfinished.isEmpty ? [] : [.lookBeside]
    guard pane.isWanted, parts.pane == nil else { return effects }
    return effects + [.say(BesidePane.noRoom)]
  }

  /// Scrolls what the link under the cursor leads to.
  func scrollPane(_ kind: MouseEvent.Kind) -> [Effect] { pane.turn(kind, in: parts.pane) }

  /// Lets what is beside follow the cursor.
  func followLink() -> [Effect] { pane.follow(selection, in: parts.pane) }
}
