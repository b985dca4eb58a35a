internal import CairnInterface

/// Sorting, by one column or by several.
///
/// What is sorted by stays a further key when another column comes first, as in a table that is
/// sorted twice; a capital letter puts a column behind the others that were chosen. The usual order
/// stays behind them all where it leaves no rows alike for another key.
extension ListScreen {
  /// How many columns a list is sorted by at most: more than these nobody sees the effect of.
  private static let mostSorts = 3

  /// Does what a click on a column's head does: sorts by it first, or turns that around.
  func sort(by column: ListColumn) -> [Effect] {
    column.isSortable ? sortFirst(by: column.name) : []
  }

  /// Whether there is anything to sort by.
  var canSort: Bool { hasFields || source.columns.contains(where: \.isSortable) }

  func chooseSort() -> [Effect]? {
    guard canSort else { return nil }
    let columns = chosenColumns.filter(\.isSortable)
    let names = Set(columns.map(\.name))
    let fields =
      columns.map { ListField($0.name, title: $0.title) }
      + fields.filter { !$0.isLong && !names.contains($0.name) }
    var items = Menu.lettered(fields.map(\.title))
    for (place, field) in fields.enumerated() { items[place].detail = words(for: field.name) }
    items.append(Menu.Item("=", "Default order"))
    let menu = Menu(
      "Sort by", items, placement: .corner, footer: "capital letter: second sort column"
    ) { [weak self] place in
      fields.indices.contains(place) ? self?.sortLast(by: fields[place].name) ?? [] : []
    } choose: { [weak self] place in
      guard place < fields.count else { return self?.sort([]) ?? [] }
      return self?.sortFirst(by: fields[place].name) ?? []
    }
    return [.present(menu)]
  }

  /// What is said of a field by which the list is sorted: the how manieth key it is, and its way.
  private func words(for name: String) -> String {
    let sorts = source.query.sorts
    guard let place = sorts.firstIndex(where: { $0.column == name }) else { return "" }
    let way = sorts[place].isDescending ? "descending" : "ascending"
    return sorts.count > 1 ? "\(place + 1) \(way)" : way
  }

  private func sortFirst(by name: String) -> [Effect] {
    let sorts = source.query.sorts
    let isDescending = sorts.first == ListSort(name)
    return sort(
      [ListSort(name, isDescending: isDescending)] + sorts.filter { $0.column != name })
  }

  private func sortLast(by name: String) -> [Effect] {
    var sorts = source.query.sorts
    if let place = sorts.firstIndex(where: { $0.column == name }) {
      sorts[place].isDescending.toggle()
    } else {
      let usual = usualBehind(sorts)
      let chosen = sorts.dropLast(usual.count).prefix(Self.mostSorts - 1)
      let behind = usual.isEmpty ? [] : usualSorts.filter { $0.column != name }
      sorts = chosen + [ListSort(name)] + behind
    }
    return sort(sorts)
  }

  /// What of the usual order stands behind what was chosen: all, or as much as there was room for.
  ///
  /// An order that leaves rows alike, and before which nothing was chosen, counts as chosen itself.
  private func usualBehind(_ sorts: [ListSort]) -> [ListSort] {
    let usual = usualSorts
    if sorts == usual, source.arranged?.isUsualOrderComplete != true { return [] }
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
      isAtTop ? AskedOrder(sorts: query.sorts, generation: source.markable?.generation) : nil
    return apply(query) + [.setQuery(name: "sort", value: sorts.isEmpty ? nil : query.sortText)]
  }

  /// Whether the cursor is on the first row, and that in sight with all above it.
  var isAtTop: Bool { position.window.top == 0 && cursorRow == 0 }

  /// Puts the cursor on the first row of an order that was asked for from there.
  func stayAtTop() {
    guard let asked = position.orderAtTop else { return }
    // It was canceled, or another one was asked for; the usual one has no name until it is there.
    guard asked.sorts.isEmpty || asked.sorts == source.query.sorts else {
      return position.orderAtTop = nil
    }
    // Where nobody knows when the rows come, it stays until it is moved.
    if let before = asked.generation {
      guard source.markable?.generation != before else { return }
      position.orderAtTop = nil
    }
    (position.anchor, position.top, position.afterDeletion) = (nil, nil, nil)
    position.window.place(cursor: 0, top: 0)
  }
}

/// An order that was asked for, and the rows that were shown then.
struct AskedOrder {
  let sorts: [ListSort]
  /// As `ListSource` says it.
  let generation: Int?
}
