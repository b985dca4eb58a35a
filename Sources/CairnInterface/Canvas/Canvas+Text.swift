/// The text of a canvas, for tests, scripts and people.
extension Canvas {
  /// The text of all rows, without the spaces at their ends.
  public var text: String {
    lines(in: bounds).joined(separator: "\n")
  }

  /// Returns the text of a region, row by row, without the spaces at their ends.
  public func lines(in region: Region) -> [String] {
    let region = region.intersection(bounds)
    return region.rowRange.map { text(ofRow: $0, columns: region.columnRange) }
  }

  /// The size and cursor, the text, and after `---` the styles of each row.
  ///
  /// A style has its first and last column, counted from 0. So `2: 0-4 bold, 6 dim` means that five
  /// columns of the third row are bold and one is dim.
  public var styledText: String {
    let place = cursor.map { ", cursor at \($0)" } ?? ""
    let styles = (0..<size.rows).compactMap(styles(ofRow:))
    return ([size.description + place, text, "---"] + styles).joined(separator: "\n")
  }

  private func text(ofRow row: Int, columns: Range<Int>) -> String {
    var line = ""
    var blanks = 0
    for cell in visibleCells(ofRow: row)[columns] {
      if cell.text == " " {
        blanks += 1
      } else {
        line += String(repeating: " ", count: blanks) + cell.text
        blanks = 0
      }
    }
    return line
  }

  private func styles(ofRow row: Int) -> String? {
    var runs: [(columns: ClosedRange<Int>, style: Style)] = []
    for (column, cell) in visibleCells(ofRow: row).enumerated() {
      if let last = runs.last, last.style == cell.style {
        runs[runs.count - 1].columns = last.columns.lowerBound...column
      } else {
        runs.append((column...column, cell.style))
      }
    }
    let words = runs.filter { $0.style != .plain }.map { run in
      let (first, last) = (run.columns.lowerBound, run.columns.upperBound)
      return (first == last ? "\(first)" : "\(first)-\(last)") + " \(run.style)"
    }
    return words.isEmpty ? nil : "\(row): " + words.joined(separator: ", ")
  }

  private func visibleCells(ofRow row: Int) -> [Cell] {
    (0..<size.columns).map { self[Position(column: $0, row: row)] ?? .blank() }
  }
}
