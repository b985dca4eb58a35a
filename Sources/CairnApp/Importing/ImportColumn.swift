internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// A row of the import screen: a column of the files and its field.
struct ImportColumn {
  /// The position of the table.
  let table: Int
  /// The position of the column in its table, followed by the positions of nested members.
  let place: [Int]
  let column: ImportPreview.Column
  /// The name of the file with the column.
  let input: String
  /// Whether a person chose the type.
  let isTypeAsked: Bool
  /// The field that identifies the records to update.
  let match: String?
  /// The first values of the column.
  let values: String
  /// The values that do not fit the field and are left empty or moved.
  let misfits: ImportReport.Misfits?

  /// The unique id of the column.
  var id: String { ([table] + place).map(String.init).joined(separator: "/") }

  /// The collection that the column goes to.
  var entity: Entity { column.collection }

  /// Whether the column is a member of nested records.
  var isMember: Bool { place.count > 1 }

  /// The field that the column fills, if there is one.
  var field: Attribute? { column.target.field }

  /// Whether the column identifies the records to update.
  var isMatch: Bool {
    guard let field, let match, !isMember else { return false }
    return field.name.lowercased() == match.lowercased()
  }

  /// Whether the import adds the field.
  var isNew: Bool {
    if case .field(_, isNew: true) = column.target { true } else { false }
  }

  /// Returns the columns of a preview, each followed by its members.
  static func columns(
    of preview: ImportPreview, _ choices: ImportChoices, clock: WallClock
  ) -> [ImportColumn] {
    preview.tables.enumerated().flatMap { number, table in
      let incoming = table.rows.filter(\.fate.comesIn)
      // If all rows are refused, their values show the reason.
      let shown = (incoming.isEmpty ? table.rows : incoming).prefix(8)
      let input = table.input.split(separator: "/").last.map(String.init) ?? table.input
      func all(_ column: ImportPreview.Column, at place: [Int]) -> [ImportColumn] {
        let cells = place.count > 1 ? [] : shown.map { $0.cells[place[0]].text(at: clock) }
        let values = (cells + column.examples).lazy.filter { !$0.isEmpty }.prefix(4)
        let own = ImportColumn(
          table: number, place: place, column: column, input: input,
          isTypeAsked: choices.options.types[column.name] != nil, match: choices.options.match,
          values: values.joined(separator: ", "),
          misfits: preview.report.misfits.first {
            $0.collection == column.collection.plural && $0.field == column.target.field?.name
          })
        return [own] + column.members.enumerated().flatMap { all($1, at: place + [$0]) }
      }
      return table.columns.enumerated().flatMap { all($1, at: [$0]) }
    }
  }

  /// Returns the list of columns; `elements` is called at each refresh.
  static func list(_ elements: @escaping () -> [ImportColumn]) -> ArrayListSource<ImportColumn> {
    let list = ArrayListSource<ImportColumn>(
      "Columns",
      columns: [
        .init(ListColumn("column", width: 9...24), text: \.title),
        .init(ListColumn("field", width: 12...24), text: \.fieldText),
        .init(ListColumn("type", width: 8...24), text: \.typeText),
        .init(ListColumn("empty", alignment: .trailing, width: 5...8)) {
          Self.text($0.column.emptyCount)
        } sort: {
          $0.column.emptyCount < $1.column.emptyCount
        },
        .init(ListColumn("unfit", title: "invalid", alignment: .trailing, width: 5...16)) {
          $0.misfitText
        } sort: {
          $0.misfitCount < $1.misfitCount
        },
        .init(ListColumn("values", title: "first values", width: 12...200), text: \.values),
      ], id: \.id, elements: elements)
    list.tone = \.tone
    return list
  }

  private static func text(_ count: Int) -> String { count == 0 ? "" : Count.text(count) }

  private var misfitCount: Int { column.misfitCount + (misfits?.count ?? 0) }

  /// The number of values that do not fit, and what happens to them unless their rows are refused.
  private var misfitText: String {
    guard let misfits else { return Self.text(column.misfitCount) }
    return "\(Count.text(misfits.count)) \(misfits.target == nil ? "empty" : "moved")"
  }

  private var title: String { column.name.isEmpty ? "(no name)" : column.name }

  private var fieldText: String {
    let name: String =
      switch column.target {
      case .nothing: "omitted"
      case .identity: "addresses"
      case .field(let attribute, _): attribute.name + (isMatch ? " (match)" : "")
      case .link(let relationship): relationship.name
      }
    return column.link.map { "\(name), to \(Plural.of($0.collection))" } ?? name
  }

  private var typeText: String {
    switch column.target {
    case .nothing, .identity: ""
    case .field(let attribute, let isNew):
      attribute.type.title + (attribute.isMultiple ? ", several" : "")
        + (isNew && !isTypeAsked && attribute.isInferred ? ", guessed" : "")
    case .link: "link"
    }
  }

  private var tone: Message.Tone { column.misfitCount > 0 ? .warning : .plain }
}

extension ImportPreview.Cell {
  /// Returns the cell's text for people.
  func text(at clock: WallClock) -> String {
    switch self {
    case .none: ""
    case .value(let value): ValueText.display(value, at: clock)
    case .text(let text): text
    }
  }
}
