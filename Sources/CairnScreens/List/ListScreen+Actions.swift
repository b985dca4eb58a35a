public import CairnInterface

extension ListScreen {
  /// The handlers of the list's actions while its rows have the focus.
  ///
  /// Each topic of the list has its handlers in its own file.
  private static let handlers = HandlerTable(
    moving, wrapping, jumping, previewing, grouping, viewing, changing, marking)

  private static let moving = HandlerTable(RowWindow.movements) { action in
    Handler<ListScreen> { list in
      _ = list.position.window.perform(action)
      list.remember()
      return []
    }
  }

  /// Actions that show other rows, or another order.
  private static let viewing: HandlerTable<ListScreen> = [
    .open: .listed({ $0.canOpen }) { list in
      list.markedList.map { [.open($0)] } ?? list.cursorHead.map(list.toggleFold)
        ?? list.selectedID.map { list.source.open($0) } ?? []
    },
    .filter: Handler { $0.startFilter() },
    .clearFilter: Handler { $0.filter("") },
    .onlyValue: .when(\.hasFields) { list in
      list.onCurrentColumn(list.filterByValue) ?? list.chooseValue()
    },
    .filterHelp: .when(\.hasFilterHelp) { _ in nil },
    .leave: Handler { list in
      if !list.keptMarks.isEmpty { return list.unmarkAll() }
      if !list.source.query.filter.isEmpty { return list.filter("") }
      guard list.currentColumn != nil else { return nil }
      list.position.column = nil
      return []
    },
    .sort: .when(\.canSort) { list in
      list.onCurrentColumn { $0.isSortable ? list.sort(by: $0) : nil } ?? list.chooseSort()
    },
    .columnsRight: .listed(\.canChooseColumn) { $0.moveColumn(by: 1) },
    .columnsLeft: .listed(\.canChooseColumn) { $0.moveColumn(by: -1) },
    .frequency: .when(\.hasViews) { list in
      list.onCurrentColumn(list.countValues) ?? list.chooseFrequency()
    },
    .viewAs: .when(\.hasViews) { $0.chooseView() },
    .findDuplicates: .when(\.canFindDuplicates) { list in
      let column = list.currentColumn.flatMap { column in
        list.fields.first { $0.name == column.name }?.name
      }
      return list.can.viewed?.duplicates(by: column).map { [.open($0.url)] }
    },
    .repeatedOnly: .when(\.countsValues) { $0.can.acting?.perform(.repeatedOnly) },
  ]

  /// Whether a row is under the cursor; cheaper than its id.
  private var hasRow: Bool { source.phase.isShown && cursorRow != nil }
  private var canOpen: Bool {
    hasRow || source.phase.isShown && cursorHead != nil || markedList != nil
  }
  private var canFindDuplicates: Bool { can.viewed?.duplicates(by: nil) != nil }
  private var hasFilterHelp: Bool { can.filtered?.filterHelp != nil }
  /// Whether the rows are values with their counts; such lists have views and no fields.
  var countsValues: Bool { hasViews && !hasFields }

  /// Actions that change records.
  private static let changing = HandlerTable<ListScreen>(changes: [
    .add: { $0.can.changeable?.add(in: $0.currentSection) },
    .capture: { $0.can.changeable?.capture(in: $0.currentSection) },
    .edit: { list in list.onSelected { list.can.changeable?.edit($0) } },
    .changeField: { list in
      list.onTargets { list.can.changeable?.changeField(list.currentColumn?.name, of: $0) }
    },
    .completeRecord: { list in list.onTargets { list.can.changeable?.complete($0) } },
    .repeatChange: { list in list.onTargets { list.can.changeable?.repeatChange(of: $0) } },
    .mergeRecords: { list in
      list.can.changeable?.merge(Array(list.rowMarks.ids), in: list.currentSection)
    },
    .delete: { $0.deleteTargets() },
    .linkRecords: { $0.can.changeable?.link() },
    .unlink: { list in list.onTargets { list.can.changeable?.unlink($0) } },
  ]) { ($0.changes, $0.can.changeable?.obstacle) }

  /// The changes that need a row: an empty list and the heading of a group have none.
  private static let onRows: Set<ActionName> = [
    .edit, .changeField, .completeRecord, .repeatChange, .delete, .unlink,
  ]

  /// Performs one of the list's actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    position.awaited = nil
    if let detail = focusedDetail { return perform(action, in: detail) }
    isInPane = false
    if filtering.field != nil { return performInPrompt(action) }
    if let effects = Self.handlers.perform(action, by: self) { return effects }
    if let id = selectedID, can.acting?.offers(action, on: id) != false,
      let effects = can.acting?.perform(action, on: id)
    {
      return effects
    }
    return can.acting?.perform(action)
  }

  /// Whether the last row names an action; the source decides about adding.
  public func hints(_ action: ActionName) -> Bool {
    switch action {
    case .mergeRecords: focusedDetail == nil && can.changeable?.hintsMerging == true
    case .add: focusedDetail != nil || can.changeable?.hintsAdding != false
    default: true
    }
  }

  /// Whether an action has an effect here.
  public func offers(_ action: ActionName) -> Bool {
    if let detail = focusedDetail { return offers(action, in: detail) }
    if Self.onRows.contains(action), !hasRow, action == .edit || rowMarks.ids.isEmpty {
      return false
    }
    if let isOffered = Self.handlers.offers(action, by: self) { return isOffered }
    // The row is asked for only if it can answer.
    guard let acting = can.acting, let id = selectedID else { return true }
    return acting.offers(action, on: id) ?? true
  }

  /// Handles a click or a turn of the wheel.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    position.awaited = nil
    if let region = parts.pane, region.contains(event.position) {
      return mouse(event.moved(to: region), beside: pane.page?.detail)
    }
    if event.kind == .press { isInPane = false }
    switch event.kind {
    case .wheelUp where wraps: scrollWrapped(by: -3)
    case .wheelDown where wraps: scrollWrapped(by: 3)
    case .wheelUp, .wheelDown:
      position.window.scroll(event)
      remember()
    case .press where event.button == .left:
      return press(at: event.position, clicks: event.clicks)
    case .press where event.button == .right:
      guard let line = line(at: event.position) else { return [] }
      move(to: line)
      return [.perform(.actions)]
    case .press, .release: break
    }
    return []
  }

  private func press(at position: Position, clicks: Int) -> [Effect] {
    // A click into an open filter must not begin it again, since Esc would lose the earlier one.
    if position.row == filterRow { return filtering.field == nil ? startFilter() : [] }
    if position.row == headerRow {
      let column = plan.column(at: position.column - Self.gutter).map { source.columns[$0] }
      return column.map(sort(by:)) ?? []
    }
    guard let line = line(at: position) else { return [] }
    move(to: line)
    if clicks == 1, canChooseColumn, filtering.field == nil, sections.lines.row(at: line) != nil,
      let column = plan.column(at: position.column - Self.gutter)
    {
      choose(source.columns[column])
    }
    if let head = cursorHead, clicks == 1, position.column < Self.gutter {
      return toggleFold(head)
    }
    guard clicks == 2 else { return [] }
    // Accept the typed filter, as Enter would.
    let kept = filtering.field == nil ? [] : performInPrompt(.accept) ?? []
    return kept + (perform(.open) ?? [])
  }

  /// The line at a position.
  private func line(at position: Position) -> Int? {
    let row = position.row - rowsRegion.row
    guard rowsRegion.contains(position) else { return nil }
    if row == 0, let heldHead { return sections.lines.line(ofHead: heldHead) }
    return placedLines.first { ($0.row..<$0.row + $0.height).contains(row) }?.line
  }

  private func onSelected(_ change: (String) -> [Effect]?) -> [Effect]? {
    guard let id = selectedID else { return refuse("no row under the cursor") }
    return change(id)
  }

  /// Applies a change to the marked rows, or to the row under the cursor if no row is marked.
  private func onTargets(_ change: ([String]) -> [Effect]?) -> [Effect]? {
    guard rowMarks.ids.isEmpty else { return change(Array(rowMarks.ids)) }
    // A command on a single row ends the use of the previous marks.
    rowMarks.forgetGone()
    return onSelected { change([$0]) }
  }

  private func deleteTargets() -> [Effect]? {
    position.afterDeletion = rowMarks.ids.isEmpty ? nil : nearestUnmarked
    return onTargets { can.changeable?.delete($0) }
  }

  /// The nearest row without a mark: the next one, or else one before the cursor.
  private var nearestUnmarked: ListCursor.Anchor? {
    let below =
      position.window.cursor..<min(sections.lines.count, position.window.cursor + Self.nearCount)
    let above = max(0, position.window.cursor - Self.nearCount)..<position.window.cursor
    for line in Array(below) + above.reversed() {
      guard let row = sections.lines.row(at: line), case let id = source.id(at: row) else {
        continue
      }
      if !rowMarks.ids.contains(id) { return .row(id) }
    }
    return nil
  }

  /// This many rows can be checked within one key's time; rows further away don't count as near.
  private static let nearCount = 4_096

  func refuse(_ reason: String) -> [Effect] {
    [.say(Message(reason, tone: .warning))]
  }
}
