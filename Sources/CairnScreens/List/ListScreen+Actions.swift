public import CairnInterface

extension ListScreen {
  /// Does an action of its own.
  public func perform(_ action: ActionName) -> [Effect]? {
    if let detail = focusedDetail { return perform(action, in: detail) }
    isInPreview = false
    if prompt != nil { return performInPrompt(action) }
    if let effects = performChoosing(action) ?? performMarking(action)
      ?? performPreviewing(action) ?? performWrapping(action) ?? performGrouping(action)
      ?? performJumping(action)
    {
      return effects
    }
    if window.perform(action) {
      remember()
      return []
    }
    if let reason = source.changes.refusal(of: action, obstacle: source.obstacle) {
      return refuse(reason)
    }
    return switch action {
    case .open: selectedID.map { source.open($0) } ?? []
    case .filter: startFilter()
    case .clearFilter: filter("")
    case .leave: source.query.filter.isEmpty ? nil : filter("")
    case .sort: chooseSort()
    case .columnsRight: scrollColumns(by: 1)
    case .columnsLeft: scrollColumns(by: -1)
    case .frequency: chooseFrequency()
    case .add: source.add() ?? refuse(action)
    case .edit: onSelected(action) { source.edit($0) }
    case .changeField: onTargets(action) { source.changeField(of: $0) }
    case .delete: deleteTargets()
    case .linkRecords: source.link() ?? refuse(action)
    case .unlink: onTargets(action) { source.unlink($0) }
    default: selectedID.flatMap { source.perform(action, on: $0) } ?? source.perform(action)
    }
  }

  /// Whether the last row names an action; the source decides about adding.
  public func hints(_ action: ActionName) -> Bool {
    action != .add || focusedDetail != nil || source.hintsAdding
  }

  /// Whether an action does something here.
  public func offers(_ action: ActionName) -> Bool {
    if let detail = focusedDetail { return offers(action, in: detail) }
    return switch action {
    case .sort: canSort
    case .frequency, .group, .chooseColumns: source.hasFields
    case .fold, .foldAll, .unfoldAll, .nextSection, .previousSection: lines.sectionCount > 0
    case .totals: source.hasFields && lines.sectionCount > 0
    case .filterHelp: source.filterHelp != nil
    case .markRow, .markRange, .markAll, .markOthers: canMark
    case .togglePreview: source.hasDetails
    case .otherPane: preview != nil
    case .columnsRight, .columnsLeft: !plan.isWhole || plan.hiddenExtras > 0
    case .growPreview, .shrinkPreview, .previewDown, .previewUp: preview != nil
    default: source.changes.allows(action)
    }
  }

  /// Takes a click or a turn of the wheel.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    if let region = parts.preview, region.contains(event.position) {
      return mouse(event.moved(to: region), beside: preview?.detail)
    }
    if event.kind == .press { isInPreview = false }
    switch event.kind {
    case .wheelUp where wraps: scrollWrapped(by: -3)
    case .wheelDown where wraps: scrollWrapped(by: 3)
    case .wheelUp, .wheelDown:
      window.scroll(event)
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
    if position.row == filterRow { return startFilter() }
    if position.row == headerRow {
      let column = plan.column(at: position.column - Self.gutter).map { source.columns[$0] }
      return column.map(sort(by:)) ?? []
    }
    guard let line = line(at: position) else { return [] }
    move(to: line)
    if let head = cursorHead, clicks == 1, position.column < Self.gutter {
      return toggleFold(head)
    }
    guard clicks == 2 else { return [] }
    // What is typed is kept, as Enter would keep it.
    let kept = prompt == nil ? [] : performInPrompt(.accept) ?? []
    return kept + (perform(.open) ?? [])
  }

  /// The line that is shown at a position.
  private func line(at position: Position) -> Int? {
    let row = position.row - rowsRegion.row
    guard rowsRegion.contains(position) else { return nil }
    return placedLines.first { ($0.row..<$0.row + $0.height).contains(row) }?.line
  }

  private func onSelected(
    _ action: ActionName, _ change: (String) -> [Effect]?
  ) -> [Effect]? {
    guard let id = selectedID else { return refuse("no row under the cursor") }
    return change(id) ?? refuse(action)
  }

  /// Does something with the marked rows, or the one with the cursor where none is.
  private func onTargets(
    _ action: ActionName, _ change: ([String]) -> [Effect]?
  ) -> [Effect]? {
    guard marked.isEmpty else { return change(Array(marked)) ?? refuse(action) }
    // Who goes on with one row is done with those that were marked.
    goneMarks = []
    return onSelected(action) { change([$0]) }
  }

  private func deleteTargets() -> [Effect]? {
    heir = marked.isEmpty ? nil : nearestUnmarked
    return onTargets(.delete) { source.delete($0) }
  }

  /// The next row that isn't marked, or else the one before the cursor's.
  private var nearestUnmarked: Anchor? {
    let below = window.cursor..<min(lines.count, window.cursor + Self.nearCount)
    let above = max(0, window.cursor - Self.nearCount)..<window.cursor
    for line in Array(below) + above.reversed() {
      guard let row = lines.row(at: line), case let id = source.id(at: row) else { continue }
      if !marked.contains(id) { return .row(id) }
    }
    return nil
  }

  /// So many rows are looked at within a key's time; what is further away is no neighbor.
  private static let nearCount = 4_096

  /// Says that a change can't be made now, for reasons of the source.
  private func refuse(_ action: ActionName) -> [Effect]? {
    ChangeOptions().refusal(of: action).map(refuse)
  }

  func refuse(_ reason: String) -> [Effect] {
    [.say(Message(reason, tone: .warning))]
  }
}

extension RowWindow {
  /// Does one of the movements from row to row; false if `action` is none of them.
  mutating func perform(_ action: ActionName) -> Bool {
    switch action {
    case .rowDown, .promptDown: move(by: 1)
    case .rowUp, .promptUp: move(by: -1)
    case .rowFirst, .promptFirst: move(to: 0)
    case .rowLast, .promptLast: move(to: count - 1)
    case .halfPageDown: move(by: max(1, height / 2))
    case .halfPageUp: move(by: -max(1, height / 2))
    case .pageDown: move(by: height)
    case .pageUp: move(by: -height)
    default: return false
    }
    return true
  }
}
