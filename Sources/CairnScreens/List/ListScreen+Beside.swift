internal import CairnInterface

/// The keys in the side pane: they move, open links and search as on the record's own page, and `J`
/// and `K` move the list's cursor.
extension ListScreen {
  /// The record in the side pane, while the pane has the focus.
  var focusedDetail: DetailScreen? { isInPane && filtering.field == nil ? pane.page?.detail : nil }

  /// Performs an action while the side pane has the focus.
  func perform(_ action: ActionName, in detail: DetailScreen) -> [Effect]? {
    if detail.isTyping { return detail.perform(action) }
    switch action {
    case .otherPane, .goUp: isInPane = false
    case .leave:
      if let effects = detail.perform(.leave) { return effects }
      isInPane = false
    case .nextRecord: return step(1, otherwise: "this is the last record")
    case .previousRecord: return step(-1, otherwise: "this is the first record")
    case .markInList: return toggleMarkBeside()
    case .togglePreview, .growPreview, .shrinkPreview, .previewDown, .previewUp:
      return Self.previewing.perform(action, by: self)
    case .delete where !detail.isOnPart:
      // The page closes after its record is deleted, but the list should stay.
      if let reason = changes.refusal(of: action, obstacle: can.changeable?.obstacle) {
        return [.say(Message(reason, tone: .warning))]
      }
      return selectedID.flatMap { can.changeable?.delete([$0]) }
    default: return detail.perform(action)
    }
    return []
  }

  /// Whether an action has an effect while the side pane has the focus.
  func offers(_ action: ActionName, in detail: DetailScreen) -> Bool {
    switch action {
    case .nextRecord, .previousRecord: sections.lines.count > 1
    case .markInList: canMark
    case .delete: changes.allows(action)
    case .togglePreview, .growPreview, .shrinkPreview, .previewDown, .previewUp, .otherPane: true
    default: detail.offers(action)
    }
  }

  /// Handles a click or a turn of the wheel in the side pane; a click gives it the focus.
  func mouse(_ event: MouseEvent, beside detail: DetailScreen?) -> [Effect] {
    guard let detail else { return [] }
    guard event.kind == .press else { return detail.mouse(event) }
    // Accept the typed filter, as Enter would.
    let kept = filtering.field == nil ? [] : performInPrompt(.accept) ?? []
    // An unfinished filter keeps the focus.
    guard filtering.field == nil else { return kept }
    isInPane = true
    let effects = detail.mouse(event)
    let isOnNothing = effects.isEmpty && event.clicks == 2 && event.button == .left
    return kept + (isOnNothing ? selectedID.map { source.open($0) } ?? [] : effects)
  }

  /// Moves the list's cursor to another row, and the side pane to the same field of its record.
  private func step(_ offset: Int, otherwise reason: String) -> [Effect] {
    var line = position.window.cursor + offset
    while line >= 0, line < sections.lines.count, sections.lines.row(at: line) == nil {
      line += offset
    }
    guard line >= 0, line < sections.lines.count else {
      return [.say(Message(reason, tone: .warning))]
    }
    let before = focusedDetail
    move(to: line)
    guard let before, let detail = pane.page?.detail, detail !== before else { return [] }
    return detail.resume(from: before)
  }
}

/// The side pane with the record under the cursor; keys of the list scroll it.
extension ListScreen: SidePaneOwner {
  var parts: (rows: Region, pane: Region?) {
    hasDetails ? pane.split(Region(whole), isSpoken: isSpoken) : (Region(whole), nil)
  }

  var mayHavePane: Bool { hasDetails }

  func paneChanged() -> [Effect] {
    if !pane.isWanted { isInPane = false }
    layOut(in: whole)
    return []
  }

  static let previewing = HandlerTable<ListScreen>(
    paneHandlers,
    [
      .otherPane: .when({ $0.pane.page != nil }, otherwise: \.reasonWithoutPane) {
        $0.isInPane = true
        return []
      }
    ])

  /// The reason why the side pane shows no record, if the list can have a pane.
  private var reasonWithoutPane: Message? {
    guard hasDetails else { return nil }
    guard pane.isWanted else {
      return Message("the side pane is off", advice: "\(key: .togglePreview) shows it")
    }
    return parts.pane == nil
      ? SidePane.noRoom : Message("no record under the cursor", tone: .warning)
  }

  /// Shows the record under the cursor.
  func followPreview() {
    guard let region = parts.pane, let id = selectedID else { return pane.page = nil }
    guard id != pane.page?.id else { return }
    let before = pane.page?.detail
    pane.page = can.detailed?.detail(of: id).map {
      RowPage(id: id, detail: DetailScreen($0, beside: region.size))
    }
    guard let detail = pane.page?.detail else { return }
    if let before { detail.wraps = before.wraps }
    // A page that the cursor passes starts no reads.
    pane.page?.waiting = detail.look(besideSurroundings).beside
    detail.hasFocus = isInPane
    restoreBeside()
  }

  /// Restores the pane's state from the last session, once.
  func restoreBeside() {
    guard let page = pane.page, let state = besideState else { return }
    besideState = nil
    if besideRow == nil || besideRow == page.id { page.detail.decodeState(from: state) }
  }

  /// The surroundings for the record in the pane.
  var besideSurroundings: Surroundings { Surroundings(isBeside: true, mark: mark) }
}
