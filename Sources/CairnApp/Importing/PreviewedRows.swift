internal import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

/// The preview of a table's rows: the first rows of each fate, with the columns of the table.
final class PreviewedRows {
  /// A row and its position in the preview.
  ///
  /// Several rows can start in one line.
  struct Placed {
    let place: Int
    let row: ImportPreview.Row
  }

  private typealias Column = ArrayListSource<Placed>.Column

  private var rows: [Placed]?

  /// The list of rows, valid once there is a table.
  private(set) lazy var list: ArrayListSource<Placed> = {
    let list = ArrayListSource<Placed>(
      "Rows", columns: Self.ownColumns, id: { "\($0.place)" }, open: { $0.row.explained },
      elements: { [unowned self] in rows ?? [] })
    list.tone = \.row.fate.tone
    list.emptyHint = "no rows"
    list.readiness = { [unowned self] in rows == nil ? .loading : .ready }
    return list
  }()

  /// The columns for the fate and the line of each row.
  private static var ownColumns: [Column] {
    [
      Column(ListColumn("fate", title: "result", width: 7...8)) { $0.row.fate.word },
      Column(ListColumn("line", alignment: .trailing, width: 4...9)) {
        Count.text($0.row.line)
      } sort: {
        $0.row.line < $1.row.line
      },
    ]
  }

  /// Shows the rows of a table from now on; the filter stays.
  func show(_ table: ImportPreview.Table, clock: WallClock) {
    rows = table.rows.enumerated().map { Placed(place: $0.offset, row: $0.element) }
    let columns: [Column] = table.columns.enumerated().compactMap { place, column in
      if case .nothing = column.target { return nil }
      let name = column.name.isEmpty ? "column \(place + 1)" : column.name
      let isNumber = column.target.type.map { Self.numbers.contains($0) } ?? false
      return Column(
        ListColumn(
          "\(place)", title: name, alignment: isNumber ? .trailing : .leading, width: 8...24)
      ) {
        $0.row.cells[place].text(at: clock)
      }
    }
    list.refresh(filling: Self.ownColumns + columns)
  }

  private static let numbers: Set<AttributeType> = [.integer, .decimal, .double]
}

extension ImportPreview.Column.Target {
  /// The type of the field, if the target is a field.
  var type: AttributeType? {
    if case .field(let attribute, _) = self { attribute.type } else { nil }
  }
}

extension ImportPreview.Fate {
  /// The fate of the row, in a word that filters can match.
  var word: String {
    switch self {
    case .new: "new"
    case .updated: "update"
    case .unchanged: "same"
    case .refused: "refused"
    }
  }

  /// Whether the row becomes or matches a record.
  var comesIn: Bool {
    if case .refused = self { false } else { true }
  }

  var tone: Message.Tone {
    switch self {
    case .new, .updated: .plain
    case .unchanged: .good
    case .refused: .bad
    }
  }
}

extension ImportPreview.Row {
  /// Says why a row is refused, or otherwise its fate.
  var explained: [Effect] {
    guard case .refused(let problem) = fate else {
      return [.say(Message("line \(line): \(fate.word)"))]
    }
    return [.present(Notice("Line \(line) is refused", "\(problem)"))]
  }
}
