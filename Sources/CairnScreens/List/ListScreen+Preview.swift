internal import CairnInterface

/// What a list shows of the row with the cursor, beside its rows.
struct ListPreview {
  /// The row's id.
  let id: String
  let detail: DetailScreen
}

/// The record beside the list, which the cursor leads and the keys of the list turn.
extension ListScreen {
  /// Where list and record lie.
  var parts: (list: Region, preview: Region?) {
    let area = Region(whole)
    guard showsPreview, source.hasDetails else { return (area, nil) }
    let parts = paneShare.split(area, isSpoken: isSpoken)
    return (parts.rows, parts.pane)
  }

  static let previewing: HandlerTable<ListScreen> = [
    .otherPane: .when(\.hasPreview, otherwise: \.reasonWithoutPane) {
      $0.isInPreview = true
      return []
    },
    .togglePreview: .when(\.source.hasDetails) { $0.togglePreview() },
    .growPreview: .when(\.hasPreview) { $0.resizePane(.growPreview) },
    .shrinkPreview: .when(\.hasPreview) { $0.resizePane(.shrinkPreview) },
    .previewDown: .when(\.hasPreview) { $0.scrollPane(by: 3) },
    .previewUp: .when(\.hasPreview) { $0.scrollPane(by: -3) },
  ]

  private var hasPreview: Bool { preview != nil }

  private func togglePreview() -> [Effect] {
    (showsPreview, isInPreview) = (!showsPreview, false)
    layOut(in: whole)
    guard showsPreview, parts.preview == nil else { return [] }
    return [.say(BesidePane.noRoom)]
  }

  private func resizePane(_ action: ActionName) -> [Effect] {
    paneShare.perform(action)
    layOut(in: whole)
    return []
  }

  func scrollPane(by rows: Int) -> [Effect] {
    preview?.detail.scroll(by: rows)
    return []
  }

  /// Why no record is beside the list, where there may be one.
  private var reasonWithoutPane: Message? {
    guard source.hasDetails else { return nil }
    guard showsPreview else {
      return Message("the side pane is off", advice: "\(key: .togglePreview) shows it")
    }
    return parts.preview == nil
      ? BesidePane.noRoom : Message("no record under the cursor", tone: .warning)
  }

  /// Shows the record that has the cursor now.
  func followPreview() {
    guard let region = parts.preview, let id = selectedID else { return preview = nil }
    guard id != preview?.id else { return }
    let before = preview?.detail
    preview = source.detail(of: id).map {
      ListPreview(id: id, detail: DetailScreen($0, beside: region.size))
    }
    guard let detail = preview?.detail else { return }
    if let before { detail.wraps = before.wraps }
    // What a record that is gone asks for is not asked of the list.
    _ = detail.look(besideSurroundings)
    detail.hasFocus = isInPreview
    restoreBeside()
  }

  /// Lets the record beside take back, once, what it remembered of the session before.
  func restoreBeside() {
    guard let preview, let state = besideState else { return }
    besideState = nil
    if besideRow == nil || besideRow == preview.id { preview.detail.decodeState(from: state) }
  }

  /// What the record beside knows of where it stands.
  var besideSurroundings: Surroundings { Surroundings(isBeside: true, mark: mark) }

  func drawPreview(on canvas: inout Canvas, theme: Theme) {
    guard let region = parts.preview else { return }
    canvas.drawRule(before: region, theme: theme)
    canvas.draw(in: region) { canvas in preview?.detail.draw(on: &canvas, theme: theme) }
  }
}
