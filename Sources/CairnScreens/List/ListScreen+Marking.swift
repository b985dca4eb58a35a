public import CairnInterface
public import CairnNavigation

/// Marking of rows, for commands on several rows.
///
/// Marks belong to records. A mark stays while a filter hides its row, disappears with a deleted
/// row, and returns when undo restores the row.
extension ListScreen {
  /// The actions on the marked rows.
  public var firstHints: [(action: ActionName, words: String)] {
    guard !rowMarks.ids.isEmpty, focusedDetail == nil, filtering.field == nil else { return [] }
    if can.gathering != nil { return [(.open, "open"), (.leave, "unmark")] }
    return [(.changeField, "change"), (.delete, "delete"), (.leave, "unmark")]
  }

  /// Whether rows can be marked.
  var canMark: Bool { choose != nil || can.markable != nil }

  /// The marked records, for commands on several records.
  ///
  /// If marked rows represent records, the selection is the list of these records.
  public var marks: Set<String> { can.gathering == nil ? keptMarks : [] }

  /// The marked rows, unless they are being chosen.
  var keptMarks: Set<String> { choose == nil ? rowMarks.ids : [] }

  /// The list with the records of the marked rows, if rows represent records.
  var markedList: ScreenURL? {
    keptMarks.isEmpty ? nil : can.gathering?.url(ofAll: keptMarks)
  }

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

  func unmarkAll() -> [Effect] { mark([]) }

  /// Marks or unmarks the row that leads to `url`; `nil` if that is impossible.
  public func toggleMark(leadingTo url: ScreenURL) -> (isMarked: Bool, effects: [Effect])? {
    guard canMark, choose == nil, let id = can.addressed?.id(leadingTo: url), has(id) else {
      return nil
    }
    let (isMarked, effects) = toggleMark(id)
    // Unlike rows in view, this row may be hidden by the filter.
    return (isMarked, effects + countHiddenMarks())
  }

  /// Whether a row exists, visible or hidden by the filter.
  ///
  /// A known place answers that without a search.
  private func has(_ id: String) -> Bool {
    source.index(of: id) != nil || can.filtered?.leavesOut(id) == true
      || !existing(of: [id]).value.isEmpty
  }

  /// Marks or unmarks the row of the record in the side pane.
  func toggleMarkBeside() -> [Effect]? {
    guard canMark, let id = selectedID else { return nil }
    let (isMarked, effects) = toggleMark(id)
    let words = isMarked ? "marked" : "unmarked"
    return [.say(Message("\(words) · \(Count.text(rowMarks.ids.count)) in all"))] + effects
  }

  /// Marks or unmarks a row.
  ///
  /// - Returns: whether the row is marked now, and the effects.
  private func toggleMark(_ id: String) -> (isMarked: Bool, effects: [Effect]) {
    let isMarked = !rowMarks.ids.contains(id)
    rowMarks.last = isMarked ? id : nil
    return (isMarked, mark(rowMarks.ids.symmetricDifference([id])))
  }

  /// Marks or unmarks the row under the cursor, and moves to the next one.
  func markSelected(goingOnBy step: Int = 1) -> [Effect] {
    guard let id = selectedID else { return markSection() }
    let effects = toggleMark(id).effects
    position.window.move(by: step)
    remember()
    return effects
  }

  /// Marks all rows of the section whose head has the cursor, or unmarks them if all are marked.
  ///
  /// Then it moves to the next section.
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

  /// Whether a row looks marked; during a long marking, its new state already shows.
  func looksMarked(_ id: String, at row: Int) -> Bool {
    rowMarks.looksMarked(id, at: row)
  }

  /// Removes marks from missing rows, and restores marks of rows that exist again; many rows are
  /// looked up on another thread.
  func followMarkedRows() -> [Effect] {
    guard canMark, !rowMarks.isEmpty, source.phase == .ready else { return [] }
    let generation = source.generation
    guard generation == nil || generation != rowMarks.generation else { return [] }
    rowMarks.generation = generation
    let all = rowMarks.ids.union(rowMarks.gone)
    let find: @Sendable () -> Set<String>
    switch existing(of: all) {
    case .now(let existing): return follow(all, existing: existing)
    case .later(let work): find = work
    }
    let job = BackgroundJob(work: find) { [weak self] existing in
      // If rows changed in the meantime, another lookup has started or finished.
      guard let self, rowMarks.generation == generation else { return [] }
      return follow(all, existing: existing)
    }
    return [.run(job)]
  }

  private func follow(_ all: Set<String>, existing: Set<String>) -> [Effect] {
    rowMarks.follow(all, existing: existing)
    return countHiddenMarks()
  }

  /// Up to this many marked rows are looked up one by one.
  private static let fewMarks = 16

  /// Counts the marked rows that the filter hides, for the status line.
  func countHiddenMarks() -> [Effect] {
    let marked = rowMarks.ids
    guard !marked.isEmpty, !source.query.filter.isEmpty else {
      rowMarks.hidden = 0
      return []
    }
    // Looking up one row may take as long as going through all.
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
        BackgroundJob {
          marked.count - find().count(where: marked.contains)
        } completion: { [weak self] count in
          // A change of the filter or of the marks starts its own count.
          if let self, source.query == query, rowMarks.ids == marked { rowMarks.hidden = count }
          return []
        })
    ]
  }

  /// Marks the rows from the last marked row, if visible, to the row under the cursor.
  private func markRange() -> [Effect] {
    guard let id = selectedID else { return [] }
    guard let row = cursorRow else { return [] }
    let start = rowMarks.last.flatMap(source.index(of:)) ?? row
    rowMarks.last = id
    let rows = min(start, row)..<max(start, row) + 1
    return mark(rows: rows, as: { _ in true }) { $0.union($1) }
  }

  /// Combines the marks with the ids of some rows, on another thread if there are many.
  ///
  /// Visible rows show the result at once.
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
    let job = BackgroundJob("marking", holdsKeys: true) { [marked = rowMarks.ids] in
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

  private func mark(_ ids: Set<String>) -> [Effect] {
    let before = rowMarks.ids.count
    rowMarks.set(ids)
    guard ids.count > Self.mostKeptMarks, before <= Self.mostKeptMarks else { return [] }
    let text = "\(Count.text(ids.count)) marks are too many to be restored"
    return [.say(Message(text))]
  }

  /// The most marks in the saved state, which is written whenever the cursor moves.
  static let mostKeptMarks = 1_000
}

/// The marked rows of a list, by id.
struct RowMarks {
  /// The marked rows that exist, visible or not.
  var ids: Set<String> = []
  /// The marked rows that are missing, as they may return.
  private(set) var gone: Set<String> = []
  /// The number of marked rows that the filter hides.
  var hidden = 0
  /// The last marked row, where a range begins.
  var last: String?
  /// The generation of the rows in which the marked rows were last looked up.
  var generation: Int?
  /// The rows that are being marked on another thread, and a function from the old mark to the new
  /// one.
  var pending: (rows: Range<Int>, shown: (Bool) -> Bool)?

  /// Whether there are no marks, not even of missing rows.
  var isEmpty: Bool { ids.isEmpty && gone.isEmpty }

  mutating func set(_ ids: Set<String>) {
    // A first mark starts from nothing, and so does the removal of all marks.
    if self.ids.isEmpty || ids.isEmpty { gone = [] }
    self.ids = ids
    if ids.isEmpty { (last, hidden) = (nil, 0) }
  }

  /// Forgets the marks of missing rows.
  mutating func forgetGone() { gone = [] }

  /// Removes marks from missing rows, and restores marks of rows that exist again.
  ///
  /// - Parameters:
  ///   - all: the rows that were looked up; marks of other rows don't change.
  ///   - existing: the rows among them that exist.
  mutating func follow(_ all: Set<String>, existing: Set<String>) {
    let lost = ids.intersection(all).subtracting(existing)
    let back = gone.intersection(existing)
    ids = ids.subtracting(lost).union(back)
    gone = gone.subtracting(back).union(lost)
  }

  /// Whether a row looks marked; during a long marking, its new state already shows.
  func looksMarked(_ id: String, at row: Int) -> Bool {
    let isMarked = ids.contains(id)
    guard let pending, pending.rows.contains(row) else { return isMarked }
    return pending.shown(isMarked)
  }
}

/// Choosing rows for another command.
extension ListScreen {
  /// Chooses the marked rows, or the row under the cursor if no row is marked.
  func chooseMarked() -> [Effect] {
    guard let choose else { return [] }
    guard !rowMarks.ids.isEmpty else { return selectedID.map { choose([$0]) } ?? [] }
    let rows = 0..<source.count
    let find: @Sendable () -> [String]
    switch ids(of: rows) {
    case .now(let ids): return choose(Self.inOrder(ids, rowMarks.ids))
    case .later(let work): find = work
    }
    let job = BackgroundJob("looking through the marks", holdsKeys: true) {
      [marked = rowMarks.ids] in
      Self.inOrder(find(), marked)
    } completion: {
      choose($0)
    }
    return [.run(job)]
  }

  /// The marked rows in the list's order; rows that the filter hides come last.
  private static func inOrder(_ rows: [String], _ marked: Set<String>) -> [String] {
    let inSight = rows.filter(marked.contains)
    return inSight + marked.subtracting(inSight).sorted()
  }
}
