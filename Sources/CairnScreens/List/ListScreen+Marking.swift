internal import CairnInterface
public import CairnNavigation

/// Marking rows, for what is then done with all of them.
///
/// Marks belong to records: they stay while a filter leaves their rows out, go with them, and are
/// back when undo brings these back.
extension ListScreen {
  /// Whether rows can be marked.
  var canMark: Bool { choose != nil || source.takesMarks }

  /// The marks, for who acts on all of them.
  public var marks: Set<String> { choose == nil ? marked : [] }

  static let marking: HandlerTable<ListScreen> = [
    .markRow: .when(\.canMark) { $0.markSelected() },
    .markRange: .when(\.canMark) { $0.markRange() },
    .markAll: .when(\.canMark) { list in
      list.mark(rows: 0..<list.source.count, as: { _ in true }) { $0.union($1) }
    },
    .markOthers: .when(\.canMark) { list in
      list.mark(rows: 0..<list.source.count, as: { !$0 }) { $0.symmetricDifference($1) }
    },
  ]

  /// Takes all marks away.
  func unmarkAll() -> [Effect] { mark([], keeping: []) }

  /// Marks the row that leads to `url`, or takes its mark away; `nil` where that can't be.
  public func toggleMark(leadingTo url: ScreenURL) -> (isMarked: Bool, effects: [Effect])? {
    guard canMark, choose == nil, let id = source.id(leadingTo: url), has(id) else { return nil }
    let (isMarked, effects) = toggleMark(id)
    // The filter may leave it out, other than what is marked among the rows.
    return (isMarked, effects + countHiddenMarks())
  }

  /// Whether a row is there, in sight of the filter or not; where its place says so, no row is gone
  /// through for it.
  private func has(_ id: String) -> Bool {
    source.index(of: id) != nil || source.leavesOut(id) || !source.existing(of: [id]).isEmpty
  }

  /// Marks the row of the record beside, or takes its mark away.
  func toggleMarkBeside() -> [Effect]? {
    guard canMark, let id = selectedID else { return nil }
    let (isMarked, effects) = toggleMark(id)
    let words = isMarked ? "marked" : "unmarked"
    return [.say(Message("\(words) · \(Count.text(marked.count)) in all"))] + effects
  }

  /// - Returns: whether the row is marked now, and what follows.
  private func toggleMark(_ id: String) -> (isMarked: Bool, effects: [Effect]) {
    let wasMarked = marked.contains(id)
    lastMarked = wasMarked ? nil : id
    let effects = wasMarked ? mark([], keeping: marked.subtracting([id])) : mark([id])
    return (!wasMarked, effects)
  }

  /// Marks the row with the cursor, or takes its mark away, and goes on to the next.
  func markSelected(goingOnBy step: Int = 1) -> [Effect] {
    guard let id = selectedID else { return markSection() }
    let effects = toggleMark(id).effects
    window.move(by: step)
    remember()
    return effects
  }

  /// Marks all rows of the section whose head has the cursor, or takes their marks away if all have
  /// them, and goes on behind them.
  private func markSection() -> [Effect] {
    guard let head = cursorHead else { return [] }
    let ids = ids(of: head)
    let effects =
      ids.isSubset(of: marked) ? mark([], keeping: marked.subtracting(ids)) : mark(ids)
    move(to: head + 1 < lines.sectionCount ? lines.line(ofHead: head + 1) : lines.count - 1)
    return effects
  }

  /// Whether a row looks marked: as it will, where many are being marked.
  func looksMarked(_ id: String, at row: Int) -> Bool {
    let isMarked = marked.contains(id)
    guard let marking, marking.rows.contains(row) else { return isMarked }
    return marking.shown(isMarked)
  }

  /// Takes the marks away from rows that are gone, and gives them back to those that are there
  /// again, on another thread where they are many.
  func followMarkedRows() -> [Effect] {
    guard canMark, !(marked.isEmpty && goneMarks.isEmpty), source.phase == .ready else { return [] }
    let generation = source.generation
    guard generation == nil || generation != markedGeneration else { return [] }
    markedGeneration = generation
    let all = marked.union(goneMarks)
    guard let find = source.findingExisting(of: all) else {
      return follow(all, existing: source.existing(of: all))
    }
    let job = Job(work: find) { [weak self] existing in
      // Another look is under way, or done, where rows came or went meanwhile.
      guard let self, markedGeneration == generation else { return [] }
      return follow(all, existing: existing)
    }
    return [.run(job)]
  }

  private func follow(_ all: Set<String>, existing: Set<String>) -> [Effect] {
    // What was marked or not meanwhile stays so.
    let gone = marked.intersection(all).subtracting(existing)
    let back = goneMarks.intersection(existing)
    marked = marked.subtracting(gone).union(back)
    goneMarks = goneMarks.subtracting(back).union(gone)
    return countHiddenMarks()
  }

  /// Of how many marked rows the places are looked up one by one.
  private static let fewMarks = 16

  /// Counts the marks that the filter leaves out, for the status line.
  func countHiddenMarks() -> [Effect] {
    guard !marked.isEmpty, !source.query.filter.isEmpty else {
      hiddenMarks = 0
      return []
    }
    // Finding the place of one row may take as long as going through all.
    guard marked.count > Self.fewMarks else {
      hiddenMarks = marked.count { source.index(of: $0) == nil }
      return []
    }
    guard let find = source.findingIDs(of: 0..<source.count) else {
      hiddenMarks = marked.count - (0..<source.count).count { marked.contains(source.id(at: $0)) }
      return []
    }
    let (query, counted) = (source.query, marked)
    return [
      .run(
        Job {
          counted.count - find().count(where: counted.contains)
        } completion: { [weak self] count in
          // What was typed or marked since is counted by itself.
          if let self, source.query == query, marked == counted { hiddenMarks = count }
          return []
        })
    ]
  }

  /// Marks from the row that was marked last, if it is in sight, to the one with the cursor.
  private func markRange() -> [Effect] {
    guard let id = selectedID else { return [] }
    guard let row = cursorRow else { return [] }
    let start = lastMarked.flatMap(source.index(of:)) ?? row
    lastMarked = id
    let rows = min(start, row)..<max(start, row) + 1
    return mark(rows: rows, as: { _ in true }) { $0.union($1) }
  }

  /// Makes other marks of those that there are and the ids of some rows, on another thread where
  /// these are many; what is in sight of them looks so at once.
  private func mark(
    rows: Range<Int>, as shown: @escaping (Bool) -> Bool,
    _ combine: @escaping @Sendable (Set<String>, Set<String>) -> Set<String>
  ) -> [Effect] {
    guard let find = source.findingIDs(of: rows) else {
      return mark([], keeping: combine(marked, Set(rows.map(source.id))))
    }
    marking = (rows, shown)
    let job = Job("marking", holdsKeys: true) { [marked] in
      combine(marked, Set(find()))
    } completion: { [weak self] marked in
      self?.marking = nil
      return self?.mark([], keeping: marked) ?? []
    } abandon: { [weak self] in
      self?.marking = nil
      return []
    }
    return [.run(job)]
  }

  private func mark(_ ids: Set<String>, keeping others: Set<String>? = nil) -> [Effect] {
    let count = marked.count
    // Who marks anew begins with nothing, and so does who takes all marks away.
    if marked.isEmpty { goneMarks = [] }
    marked = (others ?? marked).union(ids)
    if marked.isEmpty { (lastMarked, hiddenMarks, goneMarks) = (nil, 0, []) }
    guard marked.count > Self.keptMarks, count <= Self.keptMarks else { return [] }
    let text = "\(Count.text(marked.count)) marks are too many to be restored"
    return [.say(Message(text))]
  }

  /// So many marks are kept with the screen's state, which is written whenever the cursor moves.
  static let keptMarks = 1_000
}
