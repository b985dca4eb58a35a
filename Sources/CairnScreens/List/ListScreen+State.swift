internal import CairnInterface
public import CairnNavigation

/// Which record has the cursor, which one is at the upper edge, and, should they be gone, where
/// they were; and which are marked. Filter and sort are in the URL.
extension ListScreen {
  /// Writes what it must remember.
  public func encodeState(to encoder: inout StateEncoder) {
    encoder.encode(position.anchor?.row, as: "cursor")
    encoder.encode(position.top?.row, as: "top")
    encoder.encode(position.anchor?.head, as: "cursorHead")
    encoder.encode(position.top?.head, as: "topHead")
    encoder.encode(position.window.cursor, as: "row")
    encoder.encode(position.window.top, as: "topRow")
    // What is not there is said as well, or what was written before would stay.
    encoder.encode(pane.isWanted ? pane.share.percent : nil, as: "preview")
    encoder.encode(isInPane ? true : nil, as: "beside")
    // The saved state stays until the record is shown again.
    if besideState == nil {
      let scrolled = pane.page.flatMap { $0.detail.window.top > 0 ? $0 : nil }
      encoder.encode(scrolled?.id, as: "besideRow")
      if let detail = focusedDetail ?? scrolled?.detail {
        encoder.scope("besideState") { detail.encodeState(to: &$0) }
      }
    }
    encoder.encode(position.columnScroll > 0 ? position.columnScroll : nil, as: "columnScroll")
    encoder.encode(wraps ? true : nil, as: "wraps")
    encoder.encode(sections.folds.isAll ? true : nil, as: "foldsAll")
    let folded =
      sections.folds.exceptions.isEmpty
      ? nil : sections.folds.exceptions.sorted().prefix(Self.keptFolds)
    encoder.encode(folded.map(Array.init), as: "folds")
    let isKept = !marks.isEmpty && marks.count <= Self.keptMarks
    encoder.encode(isKept ? marks.sorted() : nil, as: "marks")
  }

  /// Takes back what it remembered.
  public func decodeState(from decoder: StateDecoder) {
    guard let row: Int = decoder.decode("row"), let topRow: Int = decoder.decode("topRow") else {
      return
    }
    // Whoever left it wasn't asked any more, or is to see at first what was found.
    filtering.field = nil
    wraps = decoder.decode("wraps") ?? false
    position.columnScroll = max(0, decoder.decode("columnScroll") ?? 0)
    if let share: Int = decoder.decode("preview") {
      (pane.isWanted, pane.share) = (true, PaneShare(percent: share))
      layOut(in: whole)
    }
    position.anchor =
      decoder.decode("cursor").map(ListCursor.Anchor.row)
      ?? decoder.decode("cursorHead").map(ListCursor.Anchor.head)
    position.top =
      decoder.decode("top").map(ListCursor.Anchor.row)
      ?? decoder.decode("topHead").map(ListCursor.Anchor.head)
    if row == 0, source.described?.isNewestFirst == true {
      (position.anchor, position.top) = (nil, nil)
    }
    sections.folds = SectionFolds(
      isAll: decoder.decode("foldsAll") ?? false,
      exceptions: Set(decoder.decode("folds", as: [String].self) ?? []))
    if canMark {
      rowMarks.ids = Set(decoder.decode("marks", as: [String].self) ?? [])
      // Too few are kept for it to take another thread.
      _ = followMarkedRows()
    }
    isInPane = decoder.decode("beside") ?? false
    besideRow = decoder.decode("besideRow")
    if isInPane || besideRow != nil { besideState = decoder.scope("besideState") }
    updateLines()
    position.window.resize(count: max(sections.lines.count, row + 1), height: rowsRegion.rows)
    position.window.place(cursor: row, top: topRow)
    follow()
    // The record that has the cursor at first may be beside the list by now.
    restoreBeside()
  }

  /// So many folded sections are kept with the screen's state.
  private static let keptFolds = 1_000
}

extension ListCursor.Anchor {
  fileprivate var row: String? {
    if case .row(let id) = self { id } else { nil }
  }

  fileprivate var head: String? {
    if case .head(let id) = self { id } else { nil }
  }
}
