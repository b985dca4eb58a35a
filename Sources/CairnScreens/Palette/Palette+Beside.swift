internal import CairnInterface
internal import CairnNavigation

/// What the cursor is on, beside the rows.
extension Palette {
  /// Where the rows lie within the box, and what the cursor is on.
  var parts: (rows: Region, linked: Region?) {
    guard showsPreview else { return (Region(room), nil) }
    return Region(room).sharedWithLinked(isSpoken: surroundings.isSpoken)
  }

  /// Does an action about what is beside the rows; `nil` for what isn't one.
  func performBeside(_ action: ActionName) -> [Effect]? {
    switch action {
    case .lookAtPick: showsPreview.toggle()
    case .pickDown: return turn(.wheelDown)
    case .pickUp: return turn(.wheelUp)
    default: return nil
    }
    layOut(in: room)
    return follow()
  }

  private func turn(_ kind: MouseEvent.Kind) -> [Effect] {
    guard let region = parts.linked else { return [] }
    let place = Position(column: region.column, row: region.row)
    return preview?.turn(MouseEvent(kind: kind, position: place), in: region) ?? []
  }

  /// Shows what the cursor is on now, where that leads somewhere.
  func follow() -> [Effect] {
    guard let region = parts.linked, let url = selection else {
      preview = nil
      return []
    }
    guard url != preview?.link else { return [] }
    var linked = LinkedScreen(url, from: .user, after: preview, surroundings)
    let effects = linked.refresh(in: region, surroundings)
    preview = linked
    return effects
  }
}
