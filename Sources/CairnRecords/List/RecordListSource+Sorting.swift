internal import CairnNavigation
public import CairnScreens
internal import CairnStore

extension RecordListSource {
  /// As the model says, or by what records are called by.
  public var usualSorts: [ListSort] {
    let bare = url.setting("where", to: nil).setting("sort", to: nil)
    let wanted = try? RecordQuery(
      bare, for: entity, in: desk.snapshot.model, origin: origin)
    return named(wanted?.request.sorts ?? [])
  }

  /// An order by the names that its columns have, whatever they were called or how they were typed.
  func named(_ sorts: [SortDescriptor]) -> [ListSort] { named(sorts.map(ListSort.init)) }

  /// The same of an order that a list has.
  func named(_ sorts: [ListSort]) -> [ListSort] {
    sorts.map { sort in
      let name = entity.property(matching: sort.column)?.name ?? sort.column
      return ListSort(name, isDescending: sort.isDescending)
    }
  }

  /// Gives a query's columns, group and order the names that the fields have by now: one that was
  /// renamed would stand there twice, once by each name.
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

  /// It is where its last key is what records are called, or a record's own.
  public var isUsualOrderComplete: Bool {
    guard let name = usualSorts.last?.column, let attribute = entity.attribute(name) else {
      return false
    }
    return entity.hasUniqueValues(attribute) || name == entity.titleAttribute?.name
  }
}

/// To the next row whose cell begins with a letter.
extension RecordListSource {
  /// Found in a few steps where the list is sorted by the column; many rows in another order are gone
  /// through on another thread.
  public func index(
    beginningWith letter: Character, inColumn column: Int, after row: Int
  ) -> Lookup<Int?> {
    guard columns.indices.contains(column) else { return .now(nil) }
    let rows = RowInitials(found, column)
    let wanted = SearchFold.fold(String(letter))
    // Pressed again, the key goes from one to the next.
    if row + 1 < count, rows.first(row + 1) == wanted { return .now(row + 1) }
    guard let isDescending = directionOfLetters(column, wanted) else {
      return count > RowOrder.fewRows
        ? .later { rows.next(after: row, wanted) } : .now(rows.next(after: row, wanted))
    }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let first = rows.first(middle)
      // What has no text comes last both ways.
      let isBehind = first.isEmpty || (isDescending ? first <= wanted : first >= wanted)
      if isBehind { high = middle } else { low = middle + 1 }
    }
    return .now(low < count && rows.first(low) == wanted ? low : nil)
  }

  /// Whether the column's letters go down, or `nil` where rows aren't in their order.
  private func directionOfLetters(_ column: Int, _ wanted: String) -> Bool? {
    // Digits are sorted as the numbers that they are in, and other signs in ways of their own.
    guard let sort = query.sorts.first, sort.column == columns[column].name, query.group == nil,
      found.columns.isText(column), wanted.count == 1, ("a"..."z").contains(wanted)
    else { return nil }
    return sort.isDescending
  }
}

/// The rows of a list by what a column of them begins with; any thread may ask.
private struct RowInitials: Sendable {
  private let result: FetchResult
  private let columns: RecordColumns
  private let column: Int

  init(_ rows: RecordRows, _ column: Int) {
    (result, columns, self.column) = (rows.results.result, rows.columns, column)
  }

  /// The first letter of the row at a place, as filters compare; empty where it has no value.
  func first(_ index: Int) -> String {
    SearchFold.fold(String(columns.cell(column, of: result[index]).prefix(1)))
  }

  func next(after row: Int, _ wanted: String) -> Int? {
    RowOrder.next(after: row, of: result.count) { first($0) == wanted }
  }
}
