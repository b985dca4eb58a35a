internal import CairnInterface

/// The line that is typed into and the records below it, of which pickers of links consist.
struct CandidateList {
  var search: TextField
  var window = RowWindow()

  /// How many records are looked for at most.
  private static let limit = 200

  /// A list of nothing yet, with a text to look for.
  init(searching text: String) { search = TextField(text) }

  /// Where the box of a picker lies.
  static func frame(in size: Size) -> Region {
    Region(size).centered(Size(columns: min(64, size.columns), rows: min(14, size.rows)))
  }

  /// The records that match what was typed.
  func candidates(for field: FormField, in source: any FormSource) -> [FormCandidate] {
    source.candidates(for: field, matching: search.text, limit: Self.limit)
  }

  /// Takes the room that there is within the box.
  mutating func layOut(in size: Size) { window.resize(count: window.count, height: size.rows - 1) }

  /// Shows another number of records, from the first one on.
  mutating func show(count: Int) {
    window.resize(count: count, height: window.height)
    window.move(to: 0)
  }

  /// The place of the record at a position within the box.
  func index(at position: Position) -> Int? {
    let index = window.top + position.row - 1
    return position.row > 0 && window.visible.contains(index) ? index : nil
  }

  /// Draws the line and the records in sight.
  ///
  /// - Parameters:
  ///   - canvas: the inside of the box.
  ///   - theme: how things look.
  ///   - sign: what stands before the record at a place, where records can have signs.
  ///   - row: the record at a place.
  func draw(
    on canvas: inout Canvas, theme: Theme, sign: ((Int) -> String)? = nil,
    row: (Int) -> FormCandidate
  ) {
    var pen = Pen(theme, column: 1)
    pen.write("/ ", .accent, on: &canvas)
    let cursor = search.draw(
      at: Position(column: 3, row: 0), columns: max(1, canvas.size.columns - 4), style: .plain,
      on: &canvas)
    if window.count == 0 {
      pen = Pen(theme, column: 3, row: 1)
      pen.write("no record matches", .dim, on: &canvas)
    }
    for index in window.visible {
      let place = 1 + index - window.top
      let start = sign == nil ? 2 : 4
      let room = max(0, canvas.size.columns - start - 4)
      let record = row(index)
      var pen = Pen(theme, column: 2, row: place)
      pen.write(sign?(index) ?? "", .accent, on: &canvas)
      pen.column = start
      pen.write(record.title, on: &canvas, columns: room * 3 / 5)
      pen.column += 2
      pen.write(record.detail, .dim, on: &canvas, columns: room - room * 3 / 5)
      if index == window.cursor { canvas.markCursor(row: place, theme: theme) }
    }
    canvas.cursor = cursor
  }
}
