internal import CairnJSON

/// The cells of a card or of a calendar's entry, by column.
struct PropertyCells {
  /// The values for one column.
  ///
  /// Without a value, a record that has one loses it.
  struct Cell {
    let column: String
    /// The values as texts, with their labels.
    var values: [String] = []
    /// Whether the cell is a list even with one value.
    var isList = false
    /// Whether the values may spell any type, like cells of a table.
    var isPlain = true
  }

  /// The cells, in the order of their columns.
  private(set) var all: [Cell] = []
  private var places: [String: Int] = [:]

  /// The values for a column; `nil` without a cell.
  subscript(column: String) -> [String]? { places[column].map { all[$0].values } }

  /// Adds a value to a column's cell.
  ///
  /// - Parameters:
  ///   - value: the value as text.
  ///   - column: the name of the column.
  ///   - isList: whether the cell is a list even with one value.
  ///   - isPlain: whether the value may spell any type. A cell is plain if all its values are.
  mutating func add(_ value: String, to column: String, isList: Bool, isPlain: Bool) {
    let place = place(of: column)
    all[place].values.append(value)
    if isList { all[place].isList = true }
    if !isPlain { all[place].isPlain = false }
  }

  /// Adds an empty cell, unless the column has a cell.
  mutating func addEmpty(_ column: String) { _ = place(of: column) }

  /// Replaces the values of a cell; without a cell, nothing happens.
  mutating func replace(_ values: [String], of column: String) {
    if let place = places[column] { all[place].values = values }
  }

  /// Removes a column's cell.
  mutating func remove(_ column: String) {
    all.removeAll { $0.column == column }
    notePlaces()
  }

  /// Sorts the cells by the ranks of their columns; columns without a rank come last, in their
  /// order.
  mutating func sort(by ranks: [String: Int]) {
    all = all.enumerated().sorted { first, second in
      let found = [first, second].map { ranks[$0.element.column] ?? ranks.count }
      return (found[0], first.offset) < (found[1], second.offset)
    }.map(\.element)
    notePlaces()
  }

  private mutating func place(of column: String) -> Int {
    if let place = places[column] { return place }
    places[column] = all.count
    all.append(Cell(column: column))
    return all.count - 1
  }

  private mutating func notePlaces() {
    places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.column, $0) })
  }
}

extension RawRow {
  /// Fills the row with cells.
  ///
  /// - Parameters:
  ///   - cells: the cells.
  ///   - met: the columns of the rows before; new ones are added.
  mutating func set(_ cells: PropertyCells, in met: inout MetColumns) {
    for (index, cell) in cells.all.enumerated() {
      let column = met.place(of: cell.column, expecting: index)
      if cell.values.isEmpty {
        set(column, .empty, "".utf8)
      } else if cell.values.count == 1, !cell.isList {
        set(column, cell.isPlain ? .plain : .text, cell.values[0].utf8)
      } else {
        let list = JSONValue.array(cell.values.map(JSONValue.string))
        set(column, cell.isPlain ? .plainList : .list, list.bytes())
      }
    }
  }
}
