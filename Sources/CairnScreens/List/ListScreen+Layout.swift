public import CairnInterface
internal import CairnNavigation

/// The parts of a list's area, from the top: filter, its problem, header, rows.
///
///     ▌! NAME        CITY      ›        gutter of 3, cells, a blank, the mark, a blank
extension ListScreen {
  /// The left columns for the cursor's bar and the sign of remarks.
  static let gutter = 3
  /// The column of the sign.
  static let remarksColumn = 1

  /// Fits the list to a size.
  public func layOut(in size: Size) {
    whole = size
    room = parts.rows.size
    pane.page?.detail.layOut(in: parts.pane?.size ?? Size(columns: 0, rows: 0))
    // Before a loading source first answers, the place to restore must not be lost.
    guard source.phase == .ready else { return }
    updateLines()
    position.window.resize(count: sections.lines.count, height: lineRoom)
    if position.anchor == nil { position.window.place(cursor: firstLine, top: position.window.top) }
    noteAnchors()
  }

  /// The right columns for the number of hidden columns.
  static let hiddenCountColumns = 3

  /// The targets of rows; no targets while rows are being chosen.
  var targets: RowTargets { choose == nil ? can.addressed?.targets ?? .none : .none }
  /// The right columns of rows for the marks of their targets.
  var markColumns: Int { targets == .none ? 0 : RowMark.columns }

  var showsFilter: Bool { filtering.field != nil || !source.query.filter.isEmpty }
  /// Whether the problem in the filter has a row of its own.
  var showsProblem: Bool {
    showsFilter && can.filtered?.filterProblem != nil && hintPlace == nil
  }
  /// Whether the header is visible; a low screen omits it, since people know it by heart.
  var showsHeader: Bool { room.rows >= (keepsHeader ? 3 : 10) }

  /// Whether the last row shows the totals of all rows; groups have their own totals.
  var showsTotals: Bool {
    can.grouped?.sectionTotals != nil && source.query.group == nil && sectionCount == 0
      && hasFields && room.rows >= 6
  }

  var filterRow: Int? { showsFilter ? 0 : nil }
  var headerRow: Int? { showsHeader ? (showsFilter ? 1 : 0) + (showsProblem ? 1 : 0) : nil }

  var rowsRegion: Region {
    let above = (showsFilter ? 1 : 0) + (showsProblem ? 1 : 0) + (showsHeader ? 1 : 0)
    return Region(Size(columns: room.columns, rows: room.rows)).splitTop(above).rest
      .splitBottom(showsTotals ? 1 : 0).rest
  }

  /// Whether the head of a section stays at the top while its rows scroll.
  var keepsHeads: Bool {
    sections.lines.sectionCount > 0 && rowsRegion.rows >= Self.leastRowsBelowHead
  }

  /// The screen rows for lines, below the head that stays.
  var lineRoom: Int { rowsRegion.rows - (keepsHeads ? 1 : 0) }

  /// Whether a line is in a section whose head is above it.
  func isHeadAbove(_ line: Int) -> Bool {
    keepsHeads && sections.lines.row(at: line) != nil && sections.lines.section(at: line) != nil
  }

  /// The section whose head stays at the top, since it is above the first visible line.
  var heldHead: Int? {
    guard let first = placedLines.first?.line, isHeadAbove(first) else { return nil }
    return sections.lines.section(at: first).flatMap { $0 < sectionCount ? $0 : nil }
  }

  private static let leastRowsBelowHead = 5

  /// All columns, without extra ones that are hidden and not sorted by.
  var chosenColumns: [ListColumn] {
    let shown = Set(plan.places.map(\.index))
    let sorted = Set(source.query.sorts.map(\.column))
    return source.columns.enumerated().filter { place, column in
      !column.isExtra || shown.contains(place) || sorted.contains(column.name)
    }.map(\.element)
  }

  var plan: ColumnPlan {
    let width = room.columns - Self.gutter - 1
    let columns = plannedColumns
    let plan = ColumnPlan(columns, width: max(1, width - markColumns))
    // If columns are hidden, the header shows their number above the marks.
    guard !plan.isWhole || position.columnScroll > 0 && plan.hiddenExtras > 0 else { return plan }
    return ColumnPlan(
      columns, width: max(1, width - Self.hiddenCountColumns), scrolledBy: position.columnScroll)
  }

  /// The columns; a sorted column is at least as wide as its header with the sort mark, if there is
  /// room.
  private var plannedColumns: [ListColumn] {
    var columns = source.columns
    for (place, sort) in source.query.sorts.enumerated() {
      guard let index = columns.firstIndex(where: { $0.name == sort.column }) else { continue }
      let head = GlyphWidth.columns(of: columns[index].title.uppercased()) + (place > 0 ? 2 : 1)
      columns[index].fullWidth = max(columns[index].fullWidth, head)
    }
    makeRoomForTotals(in: &columns)
    return columns
  }

  /// Scrolls sideways until the wanted column is visible.
  func scrollToWantedColumn() {
    guard let name = position.wantedColumn,
      let place = source.columns.firstIndex(where: { $0.name == name })
    else { return }
    position.wantedColumn = nil
    let before = position.columnScroll
    // Most often the column is in sight, or the next one at one side.
    let isAtRight = plan.places.last.map { $0.index < place } ?? true
    let last = max(before, source.columns.count)
    let steps = isAtRight ? Array(before...last) : Array((0...before).reversed())
    let step = steps.first { step in
      position.columnScroll = step
      return plan.places.contains { $0.index == place }
    }
    position.columnScroll = step ?? before
  }
}
