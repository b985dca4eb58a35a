internal import CairnInterface

/// Marking rows, for what is then done with all of them.
///
/// Marks belong to records: they stay while a filter leaves their rows out, and go with them.
extension ListScreen {
  /// Whether rows can be marked.
  var canMark: Bool { choose != nil || source.takesMarks }

  /// The marks, for who acts on all of them.
  public var marks: Set<String> { choose == nil ? marked : [] }

  /// Does an action that marks; `nil` for what isn't one.
  func performMarking(_ action: ActionName) -> [Effect]? {
    guard canMark else { return nil }
    switch action {
    case .markRow: return markSelected()
    case .markRange: return markRange()
    case .markAll: return mark(shown)
    case .markOthers: return mark(shown.subtracting(marked), keeping: hidden)
    case .leave where choose == nil && !marked.isEmpty: return mark([], keeping: [])
    default: return nil
    }
  }

  /// The marked rows in the list's order; what the filter leaves out was marked all the same, and
  /// comes behind what is in sight.
  var markedInOrder: [String] {
    let places = marked.map { (place: source.index(of: $0) ?? .max, id: $0) }
    return places.sorted { ($0.place, $0.id) < ($1.place, $1.id) }.map(\.id)
  }

  /// Marks the row with the cursor, or takes its mark away, and goes on to the next.
  func markSelected() -> [Effect] {
    guard let id = selectedID else { return [] }
    if marked.remove(id) == nil { marked.insert(id) }
    lastMarked = id
    window.move(by: 1)
    remember()
    return []
  }

  /// Takes the marks away from rows that are gone.
  func forgetGoneMarks() {
    guard canMark, !marked.isEmpty, source.phase == .ready else { return }
    marked = marked.filter(source.exists)
  }

  private func markRange() -> [Effect] {
    guard let id = selectedID else { return [] }
    let start = lastMarked.flatMap(source.index(of:)) ?? window.cursor
    lastMarked = id
    let range = min(start, window.cursor)...max(start, window.cursor)
    return mark(Set(range.map { source.row(at: $0).id }))
  }

  private var shown: Set<String> { Set((0..<source.count).map { source.row(at: $0).id }) }

  /// The marks that the filter leaves out.
  private var hidden: Set<String> { marked.filter { source.index(of: $0) == nil } }

  private func mark(_ ids: Set<String>, keeping others: Set<String>? = nil) -> [Effect] {
    marked = (others ?? marked).union(ids)
    let isKept = marked.count <= Self.keptMarks
    return isKept
      ? []
      : [.say(Message("so many marks are not kept when you leave this list: \(marked.count)"))]
  }

  /// So many marks are kept with the screen's state, which is written whenever the cursor moves.
  static let keptMarks = 10_000
}
