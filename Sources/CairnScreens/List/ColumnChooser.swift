internal import CairnInterface

/// Which fields a list shows as columns, and in which order.
final class ColumnChooser: Overlay {
  let title = "Columns"
  let footer = "Space shows or hides · J K move · = as usual · Enter"

  private struct Item {
    let field: ListField
    var isShown: Bool
  }

  private var items: [Item]
  private let choose: ([String]?) -> [Effect]
  private var window = RowWindow()

  /// Asks for columns.
  ///
  /// - Parameters:
  ///   - shown: the names of those that are shown now, in their order.
  ///   - fields: all that there are.
  ///   - choose: what follows, given the names; `nil` for those that the list has by itself.
  init(shown: [String], fields: [ListField], choose: @escaping ([String]?) -> [Effect]) {
    let known = Dictionary(fields.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    items =
      shown.map { Item(field: known[$0] ?? ListField($0), isShown: true) }
      + fields.filter { !shown.contains($0.name) }.map { Item(field: $0, isShown: false) }
    self.choose = choose
    window.resize(count: items.count, height: items.count)
  }

  var contexts: [ActionContext] { [.prompt] }

  func frame(in size: Size) -> Region {
    let widest = items.map { GlyphWidth.columns(of: $0.field.title) }.max() ?? 0
    let text = max(widest + 8, GlyphWidth.columns(of: footer) + 4)
    let box = Size(
      columns: min(size.columns, text + 4), rows: min(size.rows, items.count + 2))
    return Region(size).centered(box)
  }

  func layOut(in size: Size) { window.resize(count: items.count, height: size.rows) }

  func draw(on canvas: inout Canvas, theme: Theme) {
    for index in window.visible {
      let row = index - window.top
      var pen = Pen(theme, column: 2, row: row)
      pen.write(items[index].isShown ? theme.glyphs.mark : " ", .accent, on: &canvas)
      pen.column += 1
      pen.write(
        items[index].field.title, items[index].isShown ? .normal : .dim, on: &canvas,
        columns: max(1, canvas.size.columns - 5))
      if index == window.cursor { canvas.markCursor(row: row, theme: theme) }
    }
  }

  func perform(_ action: ActionName) -> [Effect]? {
    if window.perform(action) { return [] }
    guard action == .accept else { return nil }
    let names = items.filter(\.isShown).map(\.field.name)
    return [.dismiss] + choose(names)
  }

  func insert(_ text: String) -> [Effect]? {
    switch text {
    case " ": return toggle()
    case "j": window.move(by: 1)
    case "k": window.move(by: -1)
    case "J": move(by: 1)
    case "K": move(by: -1)
    case "=": return [.dismiss] + choose(nil)
    default: break
    }
    return []
  }

  func mouse(_ event: MouseEvent) -> [Effect] {
    let index = window.top + event.position.row
    guard event.kind == .press, items.indices.contains(index) else { return [] }
    window.move(to: index)
    return toggle()
  }

  private func toggle() -> [Effect] {
    guard !items.isEmpty else { return [] }
    if items[window.cursor].isShown, items.count(where: \.isShown) == 1 {
      return [.say(Message("a list has one column at least", tone: .warning))]
    }
    items[window.cursor].isShown.toggle()
    window.move(by: 1)
    return []
  }

  private func move(by step: Int) {
    let other = window.cursor + step
    guard items.indices.contains(other) else { return }
    items.swapAt(window.cursor, other)
    window.move(to: other)
  }
}
