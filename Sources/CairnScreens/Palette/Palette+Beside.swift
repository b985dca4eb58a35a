internal import CairnInterface
internal import CairnNavigation

/// What the cursor is on, beside the rows.
extension Palette {
  /// Where the rows lie within the box, and what the cursor is on.
  var parts: (rows: Region, pane: Region?) {
    guard pane.isWanted else { return (Region(room), nil) }
    return pane.share.split(Region(room), isSpoken: isSpoken)
  }

  /// Does an action about what is beside the rows; `nil` for what isn't one.
  func performBeside(_ action: ActionName) -> [Effect]? {
    switch action {
    case .previewDown: return pane.turn(.wheelDown, in: parts.pane)
    case .previewUp: return pane.turn(.wheelUp, in: parts.pane)
    default:
      guard pane.perform(action) else { return nil }
      layOut(in: room)
      return []
    }
  }

  /// Lets what is beside follow the cursor.
  func follow() -> [Effect] { pane.follow(selection, in: parts.pane) }
}
