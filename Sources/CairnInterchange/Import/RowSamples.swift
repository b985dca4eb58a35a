internal import CairnJSON
internal import CairnStore

/// The sample rows of a table for a preview: the first rows of each fate, and the number of values
/// in each column that do not fit.
struct RowSamples {
  /// The number of rows to keep for each fate.
  let limit: Int
  /// The number of values that do not fit, for each column.
  private(set) var misfits: [Int]
  private(set) var rows: [ImportPreview.Row] = []
  private var counts: [Int] = [0, 0, 0, 0]

  init(_ table: TablePlan, limit: Int) {
    self.limit = limit
    misfits = Array(repeating: 0, count: table.columns.count)
  }

  /// Adds a row, if it is one of the first.
  mutating func note(
    _ row: borrowing RawRow, of table: TablePlan, _ fate: @autoclosure () -> ImportPreview.Fate
  ) {
    guard limit > 0 else { return }
    let fate = fate()
    guard counts[fate.place] < limit else { return }
    counts[fate.place] += 1
    var cells: [ImportPreview.Cell] = []
    for (column, plan) in table.columns.enumerated() { cells.append(plan.cell(of: row, column)) }
    rows.append(.init(line: row.line.number, file: row.file, fate: fate, cells: cells))
  }

  /// Counts the values of a bad row that do not fit.
  mutating func countMisfits(
    _ row: borrowing RawRow, of table: TablePlan, in context: RowContext
  ) {
    guard limit > 0 else { return }
    var draft = RecordDraft(table.entity)
    for (column, plan) in table.columns.enumerated() {
      do throws(RowProblem) {
        draft.breaches = []
        try plan.fill(&draft, from: row, column, in: context)
        if !draft.breaches.isEmpty { misfits[column] += 1 }
      } catch {
        misfits[column] += 1
      }
    }
  }
}

extension RowSamples {
  /// Returns the values of a column with objects.
  func json(at column: Int) -> [JSONValue] {
    rows.compactMap { row in
      guard case .text(let text) = row.cells[column] else { return nil }
      return try? JSONValue(reading: text)
    }
  }
}

extension ImportPreview.Fate {
  var place: Int {
    switch self {
    case .new: 0
    case .updated: 1
    case .unchanged: 2
    case .refused: 3
    }
  }
}

extension ColumnPlan {
  /// Returns the preview of a cell.
  func cell(of row: borrowing RawRow, _ column: Int) -> ImportPreview.Cell {
    guard row.kind(at: column).hasValue else { return .none }
    switch self {
    case .ignored: return .none
    case .identity, .relationship, .names: return .text(row.text(at: column))
    case .attribute(let reader, _):
      do throws(RowProblem) {
        return try reader.value(of: row, column).map(ImportPreview.Cell.value) ?? .none
      } catch {
        // A value that is left empty or moved is not in the record's field.
        return reader.misfits == nil ? .text(row.text(at: column)) : .none
      }
    }
  }
}
