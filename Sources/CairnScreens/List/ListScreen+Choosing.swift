internal import CairnInterface

/// Choosing rows for whoever asked for them.
extension ListScreen {
  static let choosing: HandlerTable<ListScreen> = [
    .mark: Handler { $0.markSelected() },
    .open: Handler { $0.chooseMarked() },
    .leave: Handler { $0.choose?([]) },
  ]

  /// Chooses the marked rows; where there are none, the one with the cursor.
  func chooseMarked() -> [Effect] {
    guard let choose else { return [] }
    guard !marked.isEmpty else { return selectedID.map { choose([$0]) } ?? [] }
    let rows = 0..<source.count
    guard let find = source.findingIDs(of: rows) else {
      return choose(Self.inOrder(rows.map(source.id), marked))
    }
    let job = Job("looking through the marks", holdsKeys: true) { [marked] in
      Self.inOrder(find(), marked)
    } completion: {
      choose($0)
    }
    return [.run(job)]
  }

  /// The marked rows in the list's order; what the filter leaves out was marked all the same, and
  /// comes behind what is in sight.
  private static func inOrder(_ rows: [String], _ marked: Set<String>) -> [String] {
    let inSight = rows.filter(marked.contains)
    return inSight + marked.subtracting(inSight).sorted()
  }
}
