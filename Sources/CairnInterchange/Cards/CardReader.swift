internal import CairnJSON
internal import CairnStore

/// Reads vCards as rows, each property a cell.
///
/// 1. What is known goes into fields of good names (`CardField`); every other property into one
///    that is called like it.
/// 2. Of a property that may stand several times, each value keeps its types as a label, or the
///    label that an address book gave its group: `+46 70 123 (cell)`.
/// 3. What fields have the types of, or an export of typed fields wrote, may spell a number as a
///    cell of a table may; what else is not known is text.
/// 4. Parameters that no field is for are kept (`CardParameters`).
/// 5. A card without a name has the name that its parts make.
/// 6. A line that cannot be read costs only itself, and is told. A card that never ends is a bad
///    row, and the next one is read.
struct CardReader: RowReader {
  private var met = MetColumns()
  private var cards: Cards
  private let labeled: Set<String>

  /// Reads the cards of a stream.
  ///
  /// - Parameters:
  ///   - source: The stream.
  ///   - labeled: Fields that are not listed and have values with labels.
  init(_ source: ByteStream, labeled: Set<String>) {
    cards = Cards(source)
    self.labeled = labeled
  }

  /// The fields of a stream's cards that are not listed and have values with labels.
  static func labeledFields(in source: ByteStream) throws(InterchangeError) -> Set<String> {
    var cards = Cards(source)
    var names: Set<String> = []
    while let card = try cards.next() {
      if card.problem == nil { names.formUnion(CardCells(card, labeled: []).labeledFields) }
    }
    return names
  }

  var columns: [String] { met.names }

  mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool {
    guard let card = try cards.next() else { return false }
    row.begin(line: card.line)
    if let problem = card.problem {
      row.note(problem)
      return true
    }
    for loss in card.losses { row.noteLost(loss) }
    for (index, cell) in CardCells(card, labeled: labeled).cells.enumerated() {
      let column = met.place(of: cell.column, expecting: index)
      if cell.values.count == 1, !cell.isList {
        row.set(column, cell.isPlain ? .plain : .text, cell.values[0].utf8)
      } else {
        let list = JSONValue.array(cell.values.map(JSONValue.string))
        row.set(column, cell.isPlain ? .plainList : .list, list.bytes())
      }
    }
    return true
  }
}
