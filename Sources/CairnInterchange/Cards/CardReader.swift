internal import CairnJSON
internal import CairnStore

/// Reads vCards as rows, each property a cell.
///
/// 1. What is known goes into fields of good names (`CardField`); every other property into one
///    that is called like it.
/// 2. Of a property that may stand several times, each value keeps its types as a label, or the
///    label that an address book gave its group: `+46 70 123 (cell)`.
/// 3. A card with a line that cannot be read is a bad row, and the next one is read.
struct CardReader: RowReader {
  private var met = MetColumns()
  private var cards: Cards

  init(_ source: ByteStream) {
    cards = Cards(source)
  }

  var columns: [String] { met.names }

  mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool {
    guard let card = try cards.next() else { return false }
    row.begin(line: card.line)
    if let problem = card.problem {
      row.note(problem)
      return true
    }
    for (index, cell) in CardCells(card).cells.enumerated() {
      let column = met.place(of: cell.column, expecting: index)
      if cell.values.count == 1, !cell.isList {
        row.set(column, .text, cell.values[0].utf8)
      } else {
        row.set(column, .array(cell.values.map(JSONValue.string)))
      }
    }
    return true
  }
}
