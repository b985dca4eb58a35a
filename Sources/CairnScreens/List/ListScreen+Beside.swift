internal import CairnInterface

/// The keys in the record beside the list: there they move, open links and find words as on the
/// record's own page, and `J` and `K` lead the list's cursor.
extension ListScreen {
  /// The record beside, while it has the keys.
  var focusedDetail: DetailScreen? { isInPane && filtering.field == nil ? pane.page?.detail : nil }

  /// Does an action while the record beside has the keys.
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
      // The page of a record leaves once that is gone; the list stays.
      if let reason = changes.refusal(of: action, obstacle: source.changeable?.obstacle) {
        return [.say(Message(reason, tone: .warning))]
      }
      return selectedID.flatMap { source.changeable?.delete([$0]) }
    default: return detail.perform(action)
    }
    return []
  }

  /// Whether an action does something while the record beside has the keys.
  func offers(_ action: ActionName, in detail: DetailScreen) -> Bool {
    switch action {
    case .nextRecord, .previousRecord: sections.lines.count > 1
    case .markInList: canMark
    case .delete: changes.allows(action)
    case .togglePreview, .growPreview, .shrinkPreview, .previewDown, .previewUp, .otherPane: true
    default: detail.offers(action)
    }
  }

  /// Takes a click or a turn of the wheel in the record beside, which then has the keys.
  func mouse(_ event: MouseEvent, beside detail: DetailScreen?) -> [Effect] {
    guard let detail else { return [] }
    guard event.kind == .press else { return detail.mouse(event) }
    // What is typed is kept, as Enter would keep it.
    let kept = filtering.field == nil ? [] : performInPrompt(.accept) ?? []
    isInPane = true
    let effects = detail.mouse(event)
    let isOnNothing = effects.isEmpty && event.clicks == 2 && event.button == .left
    return kept + (isOnNothing ? selectedID.map { source.open($0) } ?? [] : effects)
  }

  /// Leads the list's cursor to another row, and the record beside to the same field of its record.
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

/// The record beside the list, which the cursor leads and the keys of the list turn.
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

  /// Why no record is beside the list, where there may be one.
  private var reasonWithoutPane: Message? {
    guard hasDetails else { return nil }
    guard pane.isWanted else {
      return Message("the side pane is off", advice: "\(key: .togglePreview) shows it")
    }
    return parts.pane == nil
      ? SidePane.noRoom : Message("no record under the cursor", tone: .warning)
  }

  /// Shows the record that has the cursor now.
  func followPreview() {
    guard let region = parts.pane, let id = selectedID else { return pane.page = nil }
    guard id != pane.page?.id else { return }
    let before = pane.page?.detail
    pane.page = source.detailed?.detail(of: id).map {
      RowPage(id: id, detail: DetailScreen($0, beside: region.size))
    }
    guard let detail = pane.page?.detail else { return }
    if let before { detail.wraps = before.wraps }
    // What a record that is gone asks for is not asked of the list.
    _ = detail.look(besideSurroundings)
    detail.hasFocus = isInPane
    restoreBeside()
  }

  /// Lets the record beside take back, once, what it remembered of the session before.
  func restoreBeside() {
    guard let page = pane.page, let state = besideState else { return }
    besideState = nil
    if besideRow == nil || besideRow == page.id { page.detail.decodeState(from: state) }
  }

  /// What the record beside knows of where it stands.
  var besideSurroundings: Surroundings { Surroundings(isBeside: true, mark: mark) }
}
