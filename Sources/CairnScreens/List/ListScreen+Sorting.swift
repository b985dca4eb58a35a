internal import CairnInterface

/// Sorting by one column or several.
///
/// A new first sort column keeps the previous ones as further keys, as when a table is sorted
/// twice. A capital letter adds a column after the chosen ones. A default order that is total stays
/// after all of them, since a key after it would have no effect.
extension ListScreen {
  /// The most columns of a sort; more would have no visible effect.
  private static let mostSorts = 3

  /// Sorts by a column first, or reverses its direction, as for a click on its header.
  func sort(by column: ListColumn) -> [Effect] {
    column.isSortable ? sortFirst(by: column.name) : []
  }

  /// Whether the list can be sorted.
  var canSort: Bool { hasFields || source.columns.contains(where: \.isSortable) }

  func chooseSort() -> [Effect]? {
    guard canSort else { return nil }
    let columns = chosenColumns.filter(\.isSortable)
    let names = Set(columns.map(\.name))
    let fields =
      columns.map { ListField($0.name, title: $0.title) }
      + (fields + calculations).filter { !$0.isLong && !names.contains($0.name) }
    var items = Menu.lettered(fields.map(\.title))
    for (place, field) in fields.enumerated() { items[place].detail = words(for: field.name) }
    items.append(Menu.Item("=", "Default order"))
    let present = currentColumn?.name ?? source.query.sorts.first?.column
    let menu = Menu(
      "Sort by", items, placement: .corner, footer: "capital letter: second sort column",
      cursor: fields.firstIndex { $0.name == present } ?? 0
    ) { [weak self] place in
      fields.indices.contains(place) ? self?.sortLast(by: fields[place].name) ?? [] : []
    } choose: { [weak self] place in
      guard place < fields.count else { return self?.sort([]) ?? [] }
      return self?.sortFirst(by: fields[place].name) ?? []
    }
    return [.present(menu)]
  }

  /// The words for a field of the sort: its position and direction.
  private func words(for name: String) -> String {
    let sorts = source.query.sorts
    guard let place = sorts.firstIndex(where: { $0.column == name }) else { return "" }
    let way = sorts[place].isDescending ? "descending" : "ascending"
    return sorts.count > 1 ? "\(place + 1) \(way)" : way
  }

  private func sortFirst(by name: String) -> [Effect] {
    let sorts = source.query.sorts
    var first = begun(by: name)
    if sorts.first == first { first.isDescending.toggle() }
    return sort([first] + sorts.filter { $0.column != name })
  }

  /// The order by a column before a person reverses it: ascending, but the newest change first.
  private func begun(by name: String) -> ListSort {
    // A calculation that is shown as a column is among the fields, too.
    let isNewestFirst = (fields + calculations).contains { $0.name == name && $0.isNewestFirst }
    return ListSort(name, isDescending: isNewestFirst)
  }

  private func sortLast(by name: String) -> [Effect] {
    var sorts = source.query.sorts
    if let place = sorts.firstIndex(where: { $0.column == name }) {
      sorts[place].isDescending.toggle()
    } else {
      let usual = usualBehind(sorts)
      let chosen = sorts.dropLast(usual.count).prefix(Self.mostSorts - 1)
      let behind = usual.isEmpty ? [] : usualSorts.filter { $0.column != name }
      sorts = chosen + [begun(by: name)] + behind
    }
    return sort(sorts)
  }

  /// The part of the default order at the end of the sort: all of it, or the part that fitted.
  ///
  /// A default order that isn't total counts as chosen itself if nothing was chosen before it.
  private func usualBehind(_ sorts: [ListSort]) -> [ListSort] {
    let usual = usualSorts
    if sorts == usual, can.fields?.isUsualOrderComplete != true { return [] }
    let isFull = sorts.count == Self.mostSorts
    let counts = (0...min(usual.count, sorts.count)).reversed()
    let count = counts.first { count in
      (count == usual.count || isFull) && sorts.suffix(count) == usual.prefix(count)
    }
    return Array(usual.prefix(count ?? 0))
  }

  private func sort(_ sorts: [ListSort]) -> [Effect] {
    var query = source.query
    query.sorts = Array(sorts.prefix(Self.mostSorts))
    position.orderAtTop =
      isAtTop ? AskedOrder(sorts: query.sorts, generation: source.generation) : nil
    return apply(query) + [.setQuery(name: "sort", value: sorts.isEmpty ? nil : query.sortText)]
  }

  /// Whether the cursor is on the first row, with everything above it visible.
  var isAtTop: Bool { position.window.top == 0 && cursorRow == 0 }

  /// Moves the cursor to the first row of an order that was requested from the first row.
  func stayAtTop() {
    guard let asked = position.orderAtTop else { return }
    // The request was canceled or replaced. The default order has no name until its rows are found.
    guard asked.sorts.isEmpty || asked.sorts == source.query.sorts else {
      return position.orderAtTop = nil
    }
    // If the source has no generation, the cursor stays at the top until the person moves it.
    if let before = asked.generation {
      guard source.generation != before else { return }
      position.orderAtTop = nil
    }
    (position.anchor, position.top, position.afterDeletion) = (nil, nil, nil)
    position.window.place(cursor: 0, top: 0)
  }

  /// Whether new rows come after all others.
  var isNewestLast: Bool { can.described?.isNewestLast == true }

  /// Moves a cursor that waits on the last row to the newest one.
  func stayAtEnd() {
    guard position.followsEnd, isNewestLast, position.pending == nil, position.awaited == nil else {
      return
    }
    let count = sections.lines.count
    position.window.place(cursor: count - 1, top: count - lineRoom)
  }
}

/// A requested order, and the rows that were visible then.
struct AskedOrder {
  let sorts: [ListSort]
  /// The generation of these rows, from the source.
  let generation: Int?
}
