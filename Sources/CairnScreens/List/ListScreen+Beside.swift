internal import CairnInterface

/// The keys in the record beside the list: there they move, open links and find words as on the
/// record's own page, and `J` and `K` lead the list's cursor.
extension ListScreen {
  /// The record beside, while it has the keys.
  var focusedDetail: DetailScreen? { isInPreview && prompt == nil ? preview?.detail : nil }

  /// Does an action while the record beside has the keys.
  func perform(_ action: ActionName, in detail: DetailScreen) -> [Effect]? {
    if detail.isTyping { return detail.perform(action) }
    switch action {
    case .otherPane, .goUp: isInPreview = false
    case .leave:
      if let effects = detail.perform(.leave) { return effects }
      isInPreview = false
    case .nextRecord: return step(1, otherwise: "this is the last record")
    case .previousRecord: return step(-1, otherwise: "this is the first record")
    case .markInList: return toggleMarkBeside()
    case .previewDown: return scrollPane(by: 3)
    case .previewUp: return scrollPane(by: -3)
    case .togglePreview, .growPreview, .shrinkPreview:
      return Self.previewing.perform(action, by: self)
    case .delete where !detail.isOnPart:
      // The page of a record leaves once that is gone; the list stays.
      if let reason = source.changes.refusal(of: action, obstacle: source.obstacle) {
        return [.say(Message(reason, tone: .warning))]
      }
      return selectedID.flatMap { source.delete([$0]) }
    default: return detail.perform(action)
    }
    return []
  }

  /// Whether an action does something while the record beside has the keys.
  func offers(_ action: ActionName, in detail: DetailScreen) -> Bool {
    switch action {
    case .nextRecord, .previousRecord: lines.count > 1
    case .markInList: canMark
    case .delete: source.changes.allows(action)
    case .togglePreview, .growPreview, .shrinkPreview, .previewDown, .previewUp, .otherPane: true
    default: detail.offers(action)
    }
  }

  /// Takes a click or a turn of the wheel in the record beside, which then has the keys.
  func mouse(_ event: MouseEvent, beside detail: DetailScreen?) -> [Effect] {
    guard let detail else { return [] }
    guard event.kind == .press else { return detail.mouse(event) }
    // What is typed is kept, as Enter would keep it.
    let kept = prompt == nil ? [] : performInPrompt(.accept) ?? []
    isInPreview = true
    let effects = detail.mouse(event)
    let isOnNothing = effects.isEmpty && event.clicks == 2 && event.button == .left
    return kept + (isOnNothing ? selectedID.map { source.open($0) } ?? [] : effects)
  }

  /// Leads the list's cursor to another row, and the record beside to the same field of its record.
  private func step(_ offset: Int, otherwise reason: String) -> [Effect] {
    var line = window.cursor + offset
    while line >= 0, line < lines.count, lines.row(at: line) == nil { line += offset }
    guard line >= 0, line < lines.count else { return [.say(Message(reason, tone: .warning))] }
    let before = focusedDetail
    move(to: line)
    guard let before, let detail = preview?.detail, detail !== before else { return [] }
    return detail.resume(from: before)
  }
}
