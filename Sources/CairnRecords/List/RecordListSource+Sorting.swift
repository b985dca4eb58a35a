internal import CairnNavigation
public import CairnScreens
internal import CairnStore

extension RecordListSource {
  /// As the model says, or by what records are called by.
  public var usualSorts: [ListSort] {
    let bare = url.setting("where", to: nil).setting("sort", to: nil)
    let wanted = try? CairnStore.ListQuery(
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
  func nameFields(of query: inout CairnScreens.ListQuery) {
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
