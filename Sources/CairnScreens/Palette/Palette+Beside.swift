internal import CairnInterface
internal import CairnNavigation

/// What the cursor is on, beside the rows.
extension Palette {
  /// Where the rows lie within the box, and what the cursor is on.
  var parts: (rows: Region, linked: Region?) {
    guard pane.isWanted else { return (Region(room), nil) }
    return Region(room).sharedWithLinked(isSpoken: isSpoken)
  }

  /// Does an action about what is beside the rows; `nil` for what isn't one.
  func performBeside(_ action: ActionName) -> [Effect]? {
    switch action {
    case .lookAtPick: pane.isWanted.toggle()
    case .pickDown: return pane.turn(.wheelDown, in: parts.linked)
    case .pickUp: return pane.turn(.wheelUp, in: parts.linked)
    default: return nil
    }
    layOut(in: room)
    return []
  }

  /// Lets what is beside follow the cursor.
  func follow() -> [Effect] { pane.follow(selection, in: parts.linked) }
}
