internal import CairnNavigation
public import CairnScreens
internal import CairnStore

extension RecordListSource {
  /// The default order of the list: by the model, or by the title.
  public var usualSorts: [ListSort] {
    let bare = url.setting("where", to: nil).setting("sort", to: nil)
    let wanted = try? RecordQuery(
      bare, for: entity, in: client.snapshot.model, origin: origin)
    return named(wanted?.request.sorts ?? [])
  }

  /// An order under the current names of its columns, for older names and other spellings.
  func named(_ sorts: [RecordSort]) -> [ListSort] { named(sorts.map(ListSort.init)) }

  /// A list's order under the current names of its columns.
  func named(_ sorts: [ListSort]) -> [ListSort] {
    sorts.map { sort in
      let name = entity.property(matching: sort.column)?.name ?? sort.column
      return ListSort(name, isDescending: sort.isDescending)
    }
  }

  /// Updates a query's columns, group and order to the current names of the fields.
  ///
  /// Otherwise a renamed field would appear twice, once under each name.
  func nameFields(of query: inout ListQuery) {
    query.sorts = named(query.sorts)
    query.columns = query.columns?.map(named(column:))
    query.group = query.group.map(named(column:))
  }

  private func named(column text: String) -> String {
    guard let choices = try? ColumnChoice.parse(text), let choice = choices.first,
      choices.count == 1, let property = entity.property(matching: choice.field.names[0])
    else { return text }
    let names = [property.name] + choice.field.names.dropFirst()
    return ColumnChoice(FieldPath(names), width: choice.width).description
  }

  /// Whether the default order is total: its last key is unique or the title.
  public var isUsualOrderComplete: Bool {
    guard let name = usualSorts.last?.column, let attribute = entity.attribute(name) else {
      return false
    }
    return entity.hasUniqueValues(attribute) || name == entity.titleAttribute?.name
  }
}

/// Jumps to the next row whose cell begins with a letter.
extension RecordListSource {
  /// The next row whose cell begins with a letter.
  ///
  /// If the list is sorted by the column, a binary search finds it; otherwise many rows are
  /// searched on another thread.
  public func index(
    beginningWith letter: Character, inColumn column: Int, after row: Int
  ) -> Lookup<Int?> {
    guard columns.indices.contains(column) else { return .now(nil) }
    let rows = RowInitials(found, column)
    let wanted = SearchFold.fold(String(letter))
    // A repeated key goes to the next row with the letter.
    if row + 1 < count, rows.first(row + 1) == wanted { return .now(row + 1) }
    guard let isDescending = directionOfLetters(column, wanted) else {
      return count > RowOrder.fewRows
        ? .later { rows.next(after: row, wanted) } : .now(rows.next(after: row, wanted))
    }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let first = rows.first(middle)
      // Rows without text come last in both directions.
      let isBehind = first.isEmpty || (isDescending ? first <= wanted : first >= wanted)
      if isBehind { high = middle } else { low = middle + 1 }
    }
    return .now(low < count && rows.first(low) == wanted ? low : nil)
  }

  /// Whether the column's letters descend; `nil` if the rows are not sorted by them.
  private func directionOfLetters(_ column: Int, _ wanted: String) -> Bool? {
    // Digits are sorted as numbers, and other signs have orders of their own.
    guard let sort = query.sorts.first, sort.column == columns[column].name, query.group == nil,
      found.columns.isText(column), wanted.count == 1, ("a"..."z").contains(wanted)
    else { return nil }
    return sort.isDescending
  }
}

/// The first letters of the rows in one column; usable on any thread.
private struct RowInitials: Sendable {
  private let result: FetchResult
  private let columns: RecordColumns
  private let column: Int

  init(_ rows: RecordRows, _ column: Int) {
    (result, columns, self.column) = (rows.results.result, rows.columns, column)
  }

  /// The folded first letter of the row at an index; empty for no value.
  func first(_ index: Int) -> String {
    SearchFold.fold(String(columns.cell(column, of: result[index]).prefix(1)))
  }

  func next(after row: Int, _ wanted: String) -> Int? {
    RowOrder.next(after: row, of: result.count) { first($0) == wanted }
  }
}
