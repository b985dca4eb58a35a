internal import CairnInterface
public import CairnNavigation

/// Which record has the cursor, which one is at the upper edge, and, should they be gone, where
/// they were; and which are marked. Filter and sort are in the URL.
extension ListScreen {
  /// Writes what it must remember.
  public func encodeState(to encoder: inout StateEncoder) {
    encoder.encode(cursorID, as: "cursor")
    encoder.encode(topID, as: "top")
    encoder.encode(window.cursor, as: "row")
    encoder.encode(window.top, as: "topRow")
    // What is not there is said as well, or what was written before would stay.
    encoder.encode(showsPreview ? previewShare : nil, as: "preview")
    let isKept = !marks.isEmpty && marks.count <= Self.keptMarks
    encoder.encode(isKept ? marks.sorted() : nil, as: "marks")
  }

  /// Takes back what it remembered.
  public func decodeState(from decoder: StateDecoder) {
    guard let row: Int = decoder.decode("row"), let topRow: Int = decoder.decode("topRow") else {
      return
    }
    if let share: Int = decoder.decode("preview") {
      (showsPreview, previewShare) = (true, max(25, min(share, 75)))
      layOut(in: whole)
    }
    cursorID = decoder.decode("cursor")
    topID = decoder.decode("top")
    if canMark {
      marked = Set(decoder.decode("marks", as: [String].self) ?? [])
      forgetGoneMarks()
    }
    window.resize(count: max(source.count, row + 1), height: rowsRegion.rows)
    window.place(cursor: row, top: topRow)
    follow()
  }
}
