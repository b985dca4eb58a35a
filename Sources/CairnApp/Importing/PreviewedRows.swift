internal import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

/// The preview of a table's rows: the first rows of each fate, with the columns of the table.
///
/// Refused rows come first, with a line for each of their reasons.
final class PreviewedRows {
  /// A row and its position in the preview.
  ///
  /// Several rows can start in one line.
  struct Placed {
    let place: Int
    let row: ImportPreview.Row
    /// The position of the reason among the row's reasons; 0 for a row without reasons.
    var number = 0

    /// The unique id of the line.
    var id: String { number == 0 ? "\(place)" : "\(place)/\(number)" }

    /// The reason why the row is refused; empty for other rows.
    var reason: String { row.problems.isEmpty ? "" : row.problems[number].reason }
  }

  private typealias Column = ArrayListSource<Placed>.Column

  private var rows: [Placed]?

  /// The list of rows, valid once there is a table.
  private(set) lazy var list: ArrayListSource<Placed> = {
    let list = ArrayListSource<Placed>(
      "Rows", columns: Self.ownColumns, id: \.id, open: { $0.row.explained },
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

  /// The column for the reasons why rows are refused.
  private static var reasonColumn: Column {
    Column(ListColumn("reason", width: 40...120), text: \.reason)
  }

  /// Shows the rows of a table from now on; the filter stays.
  func show(_ table: ImportPreview.Table, clock: WallClock) {
    rows = table.rows.enumerated().flatMap { place, row in
      (0..<max(1, row.problems.count)).map { Placed(place: place, row: row, number: $0) }
    }
    let columns: [Column] = table.columns.enumerated().compactMap { place, column in
      if case .nothing = column.target { return nil }
      let name = (column.name.isEmpty ? "column \(place + 1)" : column.name)
        .withUnit(column.target.field?.unit)
      let isNumber = column.target.type.map { Self.numbers.contains($0) } ?? false
      return Column(
        ListColumn(
          "\(place)", title: name, alignment: isNumber ? .trailing : .leading, width: 8...24)
      ) {
        // The cells stand beside the first reason only.
        $0.number == 0 ? $0.row.cells[place].text(at: clock) : ""
      }
    }
    let hasRefused = table.rows.contains(where: \.isRefused)
    list.refresh(filling: Self.ownColumns + (hasRefused ? [Self.reasonColumn] : []) + columns)
  }

  private static let numbers: Set<AttributeType> = [.integer, .decimal, .double]
}

extension String {
  /// Returns the name of a column with the unit of its numbers behind it, unless it names the unit.
  fileprivate func withUnit(_ unit: String?) -> String {
    guard let unit, !contains(unit) else { return self }
    return "\(self) (\(unit))"
  }
}

extension ImportPreview.Column.Target {
  /// The field, if the target is a field.
  var field: Attribute? { if case .field(let attribute, _) = self { attribute } else { nil } }

  /// The type of the field, if the target is a field.
  var type: AttributeType? { field?.type }
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
    guard isRefused else {
      return [.say(Message("line \(line): \(fate.word)"))]
    }
    return [
      .present(
        Notice("Line \(line) is refused", problems.map(\.description).joined(separator: "\n")))
    ]
  }
}
