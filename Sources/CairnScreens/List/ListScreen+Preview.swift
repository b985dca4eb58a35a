internal import CairnInterface

/// What a list shows of the row with the cursor, beside its rows.
struct ListPreview {
  /// The row's id.
  let id: String
  let detail: DetailScreen
}

/// The record beside the list, which the cursor leads and the keys of the list turn.
extension ListScreen {
  /// Where list and record lie: side by side where both have columns enough, and where lines aren't
  /// read aloud as one; else one above the other where there are rows enough; else there is the
  /// list alone.
  var parts: (list: Region, preview: Region?) {
    let area = Region(whole)
    guard showsPreview, source.hasDetails else { return (area, nil) }
    if whole.columns >= 60, !isSpoken {
      let parts = area.splitRight(max(24, whole.columns * previewShare / 100))
      return (parts.rest.splitRight(1).rest, parts.right)
    }
    guard whole.rows >= 16 else { return (area, nil) }
    let parts = area.splitBottom(whole.rows * previewShare / 100)
    return (parts.rest.splitBottom(1).rest, parts.bottom)
  }

  /// Does an action about the record beside; `nil` for what isn't one.
  func performPreviewing(_ action: ActionName) -> [Effect]? {
    guard source.hasDetails else { return nil }
    switch action {
    case .otherPane: return goBeside()
    case .togglePreview: (showsPreview, isInPreview) = (!showsPreview, false)
    case .growPreview where preview != nil: previewShare = min(75, previewShare + 10)
    case .shrinkPreview where preview != nil: previewShare = max(25, previewShare - 10)
    case .previewDown where preview != nil: preview?.detail.scroll(by: 3)
    case .previewUp where preview != nil: preview?.detail.scroll(by: -3)
    default: return nil
    }
    guard action != .previewDown, action != .previewUp else { return [] }
    layOut(in: whole)
    guard action == .togglePreview, showsPreview, parts.preview == nil else { return [] }
    return [.say(Self.noRoomBeside)]
  }

  static let noRoomBeside = Message("no room here for a preview")

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
