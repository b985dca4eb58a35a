internal import CairnInterface
public import CairnNavigation

/// Which record has the cursor, which one is at the upper edge, and, should they be gone, where
/// they were; and which are marked. Filter and sort are in the URL.
extension ListScreen {
  /// Writes what it must remember.
  public func encodeState(to encoder: inout StateEncoder) {
    encoder.encode(cursorAnchor?.row, as: "cursor")
    encoder.encode(topAnchor?.row, as: "top")
    encoder.encode(cursorAnchor?.head, as: "cursorHead")
    encoder.encode(topAnchor?.head, as: "topHead")
    encoder.encode(window.cursor, as: "row")
    encoder.encode(window.top, as: "topRow")
    // What is not there is said as well, or what was written before would stay.
    encoder.encode(showsPreview ? paneShare.percent : nil, as: "preview")
    encoder.encode(isInPreview ? true : nil, as: "beside")
    // The saved state stays until the record is shown again.
    if besideState == nil {
      let scrolled = preview.flatMap { $0.detail.window.top > 0 ? $0 : nil }
      encoder.encode(scrolled?.id, as: "besideRow")
      if let detail = focusedDetail ?? scrolled?.detail {
        encoder.scope("besideState") { detail.encodeState(to: &$0) }
      }
    }
    encoder.encode(columnScroll > 0 ? columnScroll : nil, as: "columnScroll")
    encoder.encode(wraps ? true : nil, as: "wraps")
    encoder.encode(folds.isAll ? true : nil, as: "foldsAll")
    let folds = folds.exceptions.isEmpty ? nil : folds.exceptions.sorted().prefix(Self.keptFolds)
    encoder.encode(folds.map(Array.init), as: "folds")
    let isKept = !marks.isEmpty && marks.count <= Self.keptMarks
    encoder.encode(isKept ? marks.sorted() : nil, as: "marks")
  }

  /// Takes back what it remembered.
  public func decodeState(from decoder: StateDecoder) {
    guard let row: Int = decoder.decode("row"), let topRow: Int = decoder.decode("topRow") else {
      return
    }
    // Whoever left it wasn't asked any more, or is to see at first what was found.
    prompt = nil
    wraps = decoder.decode("wraps") ?? false
    columnScroll = max(0, decoder.decode("columnScroll") ?? 0)
    if let share: Int = decoder.decode("preview") {
      (showsPreview, paneShare) = (true, PaneShare(percent: share))
      layOut(in: whole)
    }
    cursorAnchor =
      decoder.decode("cursor").map(Anchor.row) ?? decoder.decode("cursorHead").map(Anchor.head)
    topAnchor = decoder.decode("top").map(Anchor.row) ?? decoder.decode("topHead").map(Anchor.head)
    if row == 0, source.isNewestFirst { (cursorAnchor, topAnchor) = (nil, nil) }
    folds = SectionFolds(
      isAll: decoder.decode("foldsAll") ?? false,
      exceptions: Set(decoder.decode("folds", as: [String].self) ?? []))
    if canMark {
      marked = Set(decoder.decode("marks", as: [String].self) ?? [])
      // Too few are kept for it to take another thread.
      _ = followMarkedRows()
    }
    isInPreview = decoder.decode("beside") ?? false
    besideRow = decoder.decode("besideRow")
    if isInPreview || besideRow != nil { besideState = decoder.scope("besideState") }
    updateLines()
    window.resize(count: max(lines.count, row + 1), height: rowsRegion.rows)
    window.place(cursor: row, top: topRow)
    follow()
    // The record that has the cursor at first may be beside the list by now.
    restoreBeside()
  }

  /// So many folded sections are kept with the screen's state.
  private static let keptFolds = 1_000
}

extension ListScreen.Anchor {
  fileprivate var row: String? {
    if case .row(let id) = self { id } else { nil }
  }

  fileprivate var head: String? {
    if case .head(let id) = self { id } else { nil }
  }
}
