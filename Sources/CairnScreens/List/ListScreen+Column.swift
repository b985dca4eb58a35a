internal import CairnInterface

/// The current column: the one to which sorting, grouping, counting and changing apply.
///
/// A person chooses it with `<` and `>`, or with a click on a cell. Before that, these actions ask
/// for a column.
extension ListScreen {
  /// The current column, if one was chosen and the list still has it.
  var currentColumn: ListColumn? {
    position.column.flatMap { name in source.columns.first { $0.name == name } }
  }

  /// The name of the current column, or of the field under the side pane's cursor.
  public var currentField: String? {
    if let detail = focusedDetail { detail.currentField } else { currentColumn?.name }
  }

  /// The current column's cell in the row under the cursor; `nil` if it is empty, or no column was
  /// chosen.
  var currentCell: DetailField? {
    guard let name = position.column, case .ready = source.phase, let row = cursorRow,
      let place = source.columns.firstIndex(where: { $0.name == name })
    else { return nil }
    let cells = source.row(at: row).cells
    guard place < cells.count, !cells[place].isEmpty else { return nil }
    var field = DetailField(source.columns[place].title, cells[place])
    field.formName = name
    return field
  }

  /// Makes the next column at the right or left the current one, and scrolls to it.
  ///
  /// To the left of the first column, no column is current.
  func moveColumn(by step: Int) -> [Effect] {
    let columns = source.columns.filter { !$0.title.isEmpty }
    let now = position.column.flatMap { name in columns.firstIndex { $0.name == name } }
    // The first column identifies the row, so the first step leads to the second one.
    let next = now.map { $0 + step } ?? step
    guard next < columns.count else { return noMoreColumns }
    if next >= 0 {
      choose(columns[next])
      return []
    }
    (position.column, position.columnScroll) = (nil, 0)
    return [
      .say(
        now == nil
          ? Message("no more columns on the left", tone: .warning)
          : Message("no column is chosen"))
    ]
  }

  /// Makes a column the current one, and scrolls to it.
  func choose(_ column: ListColumn) {
    position.column = column.name
    position.wantedColumn = column.name
    scrollToWantedColumn()
  }

  private var noMoreColumns: [Effect] {
    let shown = Set(chosenColumns.map(\.name))
    let others = fields.count { !shown.contains($0.name) }
    let advice: KeyWords = "\(key: .chooseColumns) shows hidden fields"
    return [
      .say(
        Message(
          "no more columns on the right", tone: .warning, advice: others == 0 ? "" : advice))
    ]
  }

  /// Whether there is a column to go to, and an action to apply to it.
  var canChooseColumn: Bool {
    choose == nil && source.columns.count > 1
      && (hasFields || hasViews || source.columns.contains(where: \.isSortable))
  }

  /// Performs an action on the current column; `nil` if no column was chosen, or the action does
  /// not apply to it.
  func onCurrentColumn(_ perform: (ListColumn) -> [Effect]?) -> [Effect]? {
    currentColumn.flatMap(perform)
  }
}
