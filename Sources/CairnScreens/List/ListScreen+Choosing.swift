internal import CairnInterface

/// Choosing rows for whoever asked for them.
extension ListScreen {
  /// Does an action that chooses; `nil` for what isn't one, or where rows are opened.
  func performChoosing(_ action: ActionName) -> [Effect]? {
    guard let choose else { return nil }
    return switch action {
    case .mark: markSelected()
    case .open: chooseMarked()
    case .leave: choose([])
    default: nil
    }
  }

  /// Chooses the marked rows; where there are none, the one with the cursor.
  func chooseMarked() -> [Effect] {
    guard let choose else { return [] }
    if !marked.isEmpty { return withMarked(choose) }
    return selectedID.map { choose([$0]) } ?? []
  }
}
