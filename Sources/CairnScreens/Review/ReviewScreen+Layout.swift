public import CairnInterface

/// The parts of a review's area, from the top: facts, choices, results, with blank rows between.
extension ReviewScreen {
  /// Fewer rows than this for both lists are too few for two.
  static let fewestForBoth = 9

  /// Takes the room that there is.
  public func layOut(in size: Size) {
    room = size
    explanation?.layOut(in: size)
    choices.layOut(in: choicesRegion.size)
    results.layOut(in: resultsRegion.size)
  }

  var factRows: Int { min(source.facts.count, max(0, room.rows - 6)) }

  private var lists: Region {
    Region(room).splitTop(factRows == 0 ? 0 : factRows + 1).rest
  }

  private var showsBoth: Bool { lists.rows >= Self.fewestForBoth }

  /// The choices have what they need, but for the half that the results need.
  private var choiceRows: Int {
    let filter = choices.showsFilter ? 1 : 0
    return min(max(2, source.choices.count + 1 + filter), max(4, lists.rows * 3 / 5))
  }

  var choicesRegion: Region {
    guard showsBoth else { return isInResults ? .none(below: lists) : lists }
    return lists.splitTop(choiceRows).top
  }

  var resultsRegion: Region {
    guard showsBoth else { return isInResults ? lists : .none(below: lists) }
    return lists.splitTop(choiceRows + 1).rest
  }

  /// Draws its state.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    if let explanation { return explanation.draw(on: &canvas, theme: theme) }
    drawFacts(on: &canvas, theme: theme)
    // The list with the keys comes last, as the terminal's cursor is in it.
    let parts = [(choices, choicesRegion), (results, resultsRegion)]
    for (list, region) in isInResults ? parts : parts.reversed() where region.rows > 0 {
      canvas.draw(in: region) { list.draw(on: &$0, theme: theme) }
    }
  }

  private func drawFacts(on canvas: inout Canvas, theme: Theme) {
    let labels = source.facts.map { GlyphWidth.columns(of: $0.label) }.max() ?? 0
    for (row, fact) in source.facts.prefix(factRows).enumerated() {
      var pen = Pen(theme, column: ListScreen.gutter, row: row)
      pen.write(fact.label, .dim, on: &canvas, columns: labels)
      pen.column += 2
      pen.write(fact.text, on: &canvas, columns: max(0, canvas.size.columns - pen.column - 1))
    }
  }
}

extension Region {
  /// No rows, at the lower end of another region.
  static func none(below region: Region) -> Region {
    Region(column: region.column, row: region.row + region.rows, columns: region.columns, rows: 0)
  }
}
