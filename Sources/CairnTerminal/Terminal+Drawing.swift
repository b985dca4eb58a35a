public import CairnInterface

/// What the terminal shows.
extension Terminal {
  /// Shows a canvas and places the cursor where the canvas has it.
  ///
  /// A canvas of another size shows as far as it fits. Sends only what differs from what is shown;
  /// costs nothing to the terminal if nothing does. Does nothing while the terminal is left.
  ///
  /// - Parameter canvas: what to show.
  public func draw(_ canvas: Canvas) {
    guard place == .onScreen else { return }
    let isKnown = shown?.size == canvas.size
    if !isKnown { screen.erase() }
    for row in 0..<min(canvas.size.rows, size.rows) {
      let cells = canvas.cells(inRow: row).prefix(size.columns)
      if isKnown, shown?.cells(inRow: row).elementsEqual(canvas.cells(inRow: row)) == true {
        continue
      }
      screen.put(isUTF8 ? Array(cells) : cells.map(\.inASCII), row: row)
    }
    screen.refresh(cursor: canvas.cursor)
    shown = canvas
  }

  /// Sends the whole screen again with the next drawing, for a terminal that something else wrote
  /// to.
  public func redraw() {
    guard place == .onScreen else { return }
    screen.resize(size)
    shown = nil
  }
}
