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

  /// Marks the row with the cursor, or takes its mark away, and goes on to the next.
  func markSelected() -> [Effect] {
    guard let id = selectedID else { return [] }
    if marked.remove(id) == nil { marked.insert(id) }
    window.move(by: 1)
    remember()
    return []
  }

  /// Chooses the marked rows; where there are none, the one with the cursor.
  func chooseMarked() -> [Effect] {
    guard let choose else { return [] }
    // What the filter leaves out was marked all the same; it comes behind what is in sight.
    let places = marked.map { (place: source.index(of: $0) ?? .max, id: $0) }
    let ids = places.sorted { ($0.place, $0.id) < ($1.place, $1.id) }.map(\.id)
    if !ids.isEmpty { return choose(ids) }
    return selectedID.map { choose([$0]) } ?? []
  }
}
