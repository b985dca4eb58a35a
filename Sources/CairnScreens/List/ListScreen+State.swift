internal import CairnInterface
public import CairnNavigation

/// The saved state of a list: the records at the cursor and at the upper edge, their lines in case
/// they no longer exist, and the marks.
///
/// The URL holds filter and sort.
extension ListScreen {
  /// Saves the list's state for the next start.
  public func encodeState(to encoder: inout StateEncoder) {
    encoder.encode(source: source)
    let (cursor, top) = position.awaited ?? (position.anchor, position.top)
    encoder.encode(cursor?.row, as: "cursor")
    encoder.encode(top?.row, as: "top")
    encoder.encode(cursor?.head, as: "cursorHead")
    encoder.encode(top?.head, as: "topHead")
    encoder.encode(position.window.cursor, as: "row")
    encoder.encode(position.window.top, as: "topRow")
    encoder.encode(isNewestLast && position.followsEnd ? true : nil, as: "atEnd")
    // A `nil` is saved, too; otherwise the earlier value would remain.
    encoder.encode(pane.isWanted ? pane.share.percent : nil, as: "preview")
    // A hidden pane keeps its size.
    encoder.encode(pane.isWanted ? nil : pane.chosenPercent, as: "share")
    encoder.encode(isInPane ? true : nil, as: "beside")
    // The saved state stays until the record is shown again.
    if besideState == nil {
      let scrolled = pane.page.flatMap { $0.detail.window.top > 0 ? $0 : nil }
      encoder.encode(scrolled?.id, as: "besideRow")
      if let detail = focusedDetail ?? scrolled?.detail {
        encoder.scope("besideState", isWhole: true) { detail.encodeState(to: &$0) }
      }
    }
    encoder.encode(position.columnScroll > 0 ? position.columnScroll : nil, as: "columnScroll")
    encoder.encode(position.column, as: "column")
    encoder.encode(wraps ? true : nil, as: "wraps")
    encoder.encode(sections.folds.isAll ? true : nil, as: "foldsAll")
    let folded =
      sections.folds.exceptions.isEmpty
      ? nil : sections.folds.exceptions.sorted().prefix(Self.keptFolds)
    encoder.encode(folded.map(Array.init), as: "folds")
    let isKept = !keptMarks.isEmpty && keptMarks.count <= Self.mostKeptMarks
    encoder.encode(isKept ? keptMarks.sorted() : nil, as: "marks")
  }

  /// Restores the saved state.
  public func decodeState(from decoder: StateDecoder) {
    decoder.decode(source: source)
    guard let row: Int = decoder.decode("row"), let topRow: Int = decoder.decode("topRow") else {
      return
    }
    isRestored = true
    // A restored list shows its rows first, and asks for no filter.
    filtering.field = nil
    wraps = decoder.decode("wraps") ?? false
    position.columnScroll = max(0, decoder.decode("columnScroll") ?? 0)
    position.column = decoder.decode("column")
    if let share: Int = decoder.decode("share") { pane.share = PaneShare(percent: share) }
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
    position.followsEnd = decoder.decode("atEnd") ?? false
    if row == 0, can.described?.isNewestFirst == true {
      (position.anchor, position.top) = (nil, nil)
    }
    if !position.followsEnd, let cursor = position.anchor {
      position.awaited = (cursor, position.top)
    }
    sections.folds = SectionFolds(
      isAll: decoder.decode("foldsAll") ?? false,
      exceptions: Set(decoder.decode("folds", as: [String].self) ?? []))
    if canMark {
      rowMarks.ids = Set(decoder.decode("marks", as: [String].self) ?? [])
      // The saved marks are few, so they are looked up on this thread.
      _ = followMarkedRows()
    }
    isInPane = decoder.decode("beside") ?? false
    besideRow = decoder.decode("besideRow")
    if isInPane || besideRow != nil { besideState = decoder.scope("besideState") }
    updateLines()
    position.window.resize(count: max(sections.lines.count, row + 1), height: lineRoom)
    position.window.place(cursor: row, top: topRow)
    follow()
    // The record under the initial cursor may already be in the side pane.
    restoreBeside()
  }

  /// The most folded sections in the saved state.
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
