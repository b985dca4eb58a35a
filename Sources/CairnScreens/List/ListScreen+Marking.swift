internal import CairnInterface
public import CairnNavigation

/// Marking rows, for what is then done with all of them.
///
/// Marks belong to records: they stay while a filter leaves their rows out, go with them, and are
/// back when undo brings these back.
extension ListScreen {
  /// Whether rows can be marked.
  var canMark: Bool { choose != nil || source.markable?.takesMarks == true }

  /// The marks, for who acts on all of them.
  public var marks: Set<String> { choose == nil ? rowMarks.ids : [] }

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
  func unmarkAll() -> [Effect] { mark([]) }

  /// Marks the row that leads to `url`, or takes its mark away; `nil` where that can't be.
  public func toggleMark(leadingTo url: ScreenURL) -> (isMarked: Bool, effects: [Effect])? {
    guard canMark, choose == nil, let id = source.addressed?.id(leadingTo: url), has(id) else {
      return nil
    }
    let (isMarked, effects) = toggleMark(id)
    // The filter may leave it out, other than what is marked among the rows.
    return (isMarked, effects + countHiddenMarks())
  }

  /// Whether a row is there, in sight of the filter or not; where its place says so, no row is gone
  /// through for it.
  private func has(_ id: String) -> Bool {
    source.index(of: id) != nil || source.filtered?.leavesOut(id) == true
      || !existing(of: [id]).value.isEmpty
  }

  /// Marks the row of the record beside, or takes its mark away.
  func toggleMarkBeside() -> [Effect]? {
    guard canMark, let id = selectedID else { return nil }
    let (isMarked, effects) = toggleMark(id)
    let words = isMarked ? "marked" : "unmarked"
    return [.say(Message("\(words) · \(Count.text(rowMarks.ids.count)) in all"))] + effects
  }

  /// - Returns: whether the row is marked now, and what follows.
  private func toggleMark(_ id: String) -> (isMarked: Bool, effects: [Effect]) {
    let isMarked = !rowMarks.ids.contains(id)
    rowMarks.last = isMarked ? id : nil
    return (isMarked, mark(rowMarks.ids.symmetricDifference([id])))
  }

  /// Marks the row with the cursor, or takes its mark away, and goes on to the next.
  func markSelected(goingOnBy step: Int = 1) -> [Effect] {
    guard let id = selectedID else { return markSection() }
    let effects = toggleMark(id).effects
    position.window.move(by: step)
    remember()
    return effects
  }

  /// Marks all rows of the section whose head has the cursor, or takes their marks away if all have
  /// them, and goes on behind them.
  private func markSection() -> [Effect] {
    guard let head = cursorHead else { return [] }
    let ids = ids(of: head)
    let (marked, isAll) = (rowMarks.ids, ids.isSubset(of: rowMarks.ids))
    let effects = mark(isAll ? marked.subtracting(ids) : marked.union(ids))
    move(
      to: head + 1 < sections.lines.sectionCount
        ? sections.lines.line(ofHead: head + 1) : sections.lines.count - 1)
    return effects
  }

  /// Whether a row looks marked: as it will, where many are being marked.
  func looksMarked(_ id: String, at row: Int) -> Bool {
    rowMarks.looksMarked(id, at: row)
  }

  /// Takes the marks away from rows that are gone, and gives them back to those that are there
  /// again, on another thread where they are many.
  func followMarkedRows() -> [Effect] {
    guard canMark, !rowMarks.isEmpty, source.phase == .ready else { return [] }
    let generation = source.markable?.generation
    guard generation == nil || generation != rowMarks.generation else { return [] }
    rowMarks.generation = generation
    let all = rowMarks.ids.union(rowMarks.gone)
    let find: @Sendable () -> Set<String>
    switch existing(of: all) {
    case .now(let existing): return follow(all, existing: existing)
    case .later(let work): find = work
    }
    let job = Job(work: find) { [weak self] existing in
      // Another look is under way, or done, where rows came or went meanwhile.
      guard let self, rowMarks.generation == generation else { return [] }
      return follow(all, existing: existing)
    }
    return [.run(job)]
  }

  private func follow(_ all: Set<String>, existing: Set<String>) -> [Effect] {
    rowMarks.follow(all, existing: existing)
    return countHiddenMarks()
  }

  /// Of how many marked rows the places are looked up one by one.
  private static let fewMarks = 16

  /// Counts the marks that the filter leaves out, for the status line.
  func countHiddenMarks() -> [Effect] {
    let marked = rowMarks.ids
    guard !marked.isEmpty, !source.query.filter.isEmpty else {
      rowMarks.hidden = 0
      return []
    }
    // Finding the place of one row may take as long as going through all.
    guard marked.count > Self.fewMarks else {
      rowMarks.hidden = marked.count { source.index(of: $0) == nil }
      return []
    }
    let find: @Sendable () -> [String]
    switch ids(of: 0..<source.count) {
    case .now(let ids):
      rowMarks.hidden = marked.count - ids.count(where: marked.contains)
      return []
    case .later(let work): find = work
    }
    let query = source.query
    return [
      .run(
        Job {
          marked.count - find().count(where: marked.contains)
        } completion: { [weak self] count in
          // What was typed or marked since is counted by itself.
          if let self, source.query == query, rowMarks.ids == marked { rowMarks.hidden = count }
          return []
        })
    ]
  }

  /// Marks from the row that was marked last, if it is in sight, to the one with the cursor.
  private func markRange() -> [Effect] {
    guard let id = selectedID else { return [] }
    guard let row = cursorRow else { return [] }
    let start = rowMarks.last.flatMap(source.index(of:)) ?? row
    rowMarks.last = id
    let rows = min(start, row)..<max(start, row) + 1
    return mark(rows: rows, as: { _ in true }) { $0.union($1) }
  }

  /// Makes other marks of those that there are and the ids of some rows, on another thread where
  /// these are many; what is in sight of them looks so at once.
  private func mark(
    rows: Range<Int>, as shown: @escaping (Bool) -> Bool,
    _ combine: @escaping @Sendable (Set<String>, Set<String>) -> Set<String>
  ) -> [Effect] {
    let find: @Sendable () -> [String]
    switch ids(of: rows) {
    case .now(let ids): return mark(combine(rowMarks.ids, Set(ids)))
    case .later(let work): find = work
    }
    rowMarks.pending = (rows, shown)
    let job = Job("marking", holdsKeys: true) { [marked = rowMarks.ids] in
      combine(marked, Set(find()))
    } completion: { [weak self] marked in
      self?.rowMarks.pending = nil
      return self?.mark(marked) ?? []
    } abandon: { [weak self] in
      self?.rowMarks.pending = nil
      return []
    }
    return [.run(job)]
  }

  /// Marks some rows in the place of those that were marked.
  private func mark(_ ids: Set<String>) -> [Effect] {
    let before = rowMarks.ids.count
    rowMarks.set(ids)
    guard ids.count > Self.keptMarks, before <= Self.keptMarks else { return [] }
    let text = "\(Count.text(ids.count)) marks are too many to be restored"
    return [.say(Message(text))]
  }

  /// So many marks are kept with the screen's state, which is written whenever the cursor moves.
  static let keptMarks = 1_000
}

/// The rows of a list that are marked, by their ids.
struct RowMarks {
  /// Those that are there, in sight of the query or not.
  var ids: Set<String> = []
  /// Those that are gone, for they may come back.
  private(set) var gone: Set<String> = []
  /// How many the filter leaves out.
  var hidden = 0
  /// The row that was marked last, where a range begins.
  var last: String?
  /// The rows among which the marked ones were looked for last.
  var generation: Int?
  /// The rows that are being marked on another thread, and how a mark will look there, given how it
  /// did.
  var pending: (rows: Range<Int>, shown: (Bool) -> Bool)?

  /// Whether there are none, of rows that are gone either.
  var isEmpty: Bool { ids.isEmpty && gone.isEmpty }

  /// Marks some rows in the place of those that were marked.
  mutating func set(_ ids: Set<String>) {
    // Who marks anew begins with nothing, and so does who takes all marks away.
    if self.ids.isEmpty || ids.isEmpty { gone = [] }
    self.ids = ids
    if ids.isEmpty { (last, hidden) = (nil, 0) }
  }

  /// Forgets the marks of rows that are gone.
  mutating func forgetGone() { gone = [] }

  /// Takes the marks away from rows that are gone, and gives them back to those that are there again.
  ///
  /// - Parameters:
  ///   - all: The rows that were looked for; what was marked or not meanwhile stays so.
  ///   - existing: Those of them that are there.
  mutating func follow(_ all: Set<String>, existing: Set<String>) {
    let lost = ids.intersection(all).subtracting(existing)
    let back = gone.intersection(existing)
    ids = ids.subtracting(lost).union(back)
    gone = gone.subtracting(back).union(lost)
  }

  /// Whether a row looks marked: as it will, where many are being marked.
  func looksMarked(_ id: String, at row: Int) -> Bool {
    let isMarked = ids.contains(id)
    guard let pending, pending.rows.contains(row) else { return isMarked }
    return pending.shown(isMarked)
  }
}

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
    guard !rowMarks.ids.isEmpty else { return selectedID.map { choose([$0]) } ?? [] }
    let rows = 0..<source.count
    let find: @Sendable () -> [String]
    switch ids(of: rows) {
    case .now(let ids): return choose(Self.inOrder(ids, rowMarks.ids))
    case .later(let work): find = work
    }
    let job = Job("looking through the marks", holdsKeys: true) { [marked = rowMarks.ids] in
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
