internal import CairnInterface

/// A menu of a list's columns, their order and widths; the list behind it follows each key.
///
/// A letter shows or hides a column, unless the letter is a key of the menu itself.
final class ColumnChooser: Overlay {
  /// The choice of columns.
  enum Outcome {
    /// These columns; `new` names one that was just added.
    case columns([ListColumn], new: String?)
    /// The list's default columns.
    case usual
    /// The columns from before the menu.
    case before
  }

  let title = "Columns"
  let footer: KeyWords = "/ searches · \(key: .leave) discards the changes"

  private struct Item {
    var column: ListColumn
    let title: String
    var isShown: Bool
    var letter: Character?
  }

  private var items: [Item]
  private let width: (String) -> Int?
  private let read: (String) -> TypedColumn
  private let complete: (@Sendable (String) -> TextPrompt.Completion)?
  private let choose: (Outcome) -> [Effect]
  private var window = RowWindow()
  var hiddenRows: HiddenRows { HiddenRows(window) }
  private var hasLetters = false

  /// Creates the menu.
  ///
  /// - Parameters:
  ///   - shown: the present columns, in order.
  ///   - fields: all fields and calculations that can be columns.
  ///   - current: the name of the column with the initial cursor; `nil` for the first.
  ///   - width: the present width of a column; `nil` if it doesn't fit on the screen.
  ///   - read: reads a typed column.
  ///   - complete: completes a typed column; `nil` for no completion.
  ///   - choose: the effects of each choice.
  init(
    shown: [ListColumn], fields: [ListField], current: String? = nil,
    width: @escaping (String) -> Int?,
    read: @escaping (String) -> TypedColumn,
    complete: (@Sendable (String) -> TextPrompt.Completion)? = nil,
    choose: @escaping (Outcome) -> [Effect]
  ) {
    let titles = Dictionary(
      fields.map { ($0.name, $0.title) }, uniquingKeysWith: { first, _ in first })
    let names = Set(shown.map(\.name))
    items =
      shown.map {
        Item(column: $0, title: titles[$0.name] ?? $0.name, isShown: true)
      }
      + fields.filter { !names.contains($0.name) }.map {
        Item(column: ListColumn($0.name), title: $0.title, isShown: false)
      }
    self.width = width
    (self.read, self.complete) = (read, complete)
    self.choose = choose
    window.resize(count: items.count, height: items.count)
    window.move(to: items.firstIndex { $0.column.name == current } ?? 0)
  }

  var contexts: [ActionContext] { [.columns] }

  func frame(in size: Size) -> Region {
    let widest = items.map { GlyphWidth.columns(of: $0.title) }.max() ?? 0
    let text = max(widest + 11 + Self.widthColumns, GlyphWidth.columns(of: footer.usual) + 4)
    let box = Size(
      columns: min(size.columns, text + 4), rows: min(size.rows, items.count + 2))
    return Region(size).cornered(box)
  }

  func layOut(in size: Size) { window.resize(count: items.count, height: size.rows) }

  /// Gives the items letters, which stay until the menu is closed.
  func refresh(_ surroundings: Surroundings) -> [Effect] {
    guard !hasLetters else { return [] }
    hasLetters = true
    let keys = "abcdefghijklmnopqrstuvwxyz0123456789".filter { letter in
      surroundings.keymap.resolve([Key(.character(letter))], in: contexts) != .none
    }
    let lettered = Menu.lettered(items.map(\.title), besides: Set(keys))
    for index in items.indices { items[index].letter = lettered[index].letter }
    return []
  }

  /// Shows or hides the column of a letter, or searches; `nil` for a key of the menu.
  func insert(_ text: String) -> [Effect]? {
    if text == "/" { return [.present(search)] }
    guard let place = items.firstIndex(where: { $0.letter.map(String.init) == text }) else {
      return nil
    }
    return toggle(place)
  }

  /// The columns in a picker, which finds them by any part of their titles.
  private var search: ChoicePicker {
    let columns = items.map { item in
      FormCandidate(id: item.column.name, title: item.title, detail: item.isShown ? "shown" : "")
    }
    let current = items.isEmpty ? nil : items[window.cursor].column.name
    return ChoicePicker(title, columns, current: current) { [weak self] name in
      guard let self, let place = items.firstIndex(where: { $0.column.name == name }) else {
        return []
      }
      return toggle(place)
    }
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    for index in window.visible {
      let row = index - window.top
      var pen = Pen(theme, column: 2, row: row)
      pen.write(items[index].letter.map(String.init) ?? " ", .accent, on: &canvas, columns: 3)
      pen.write(items[index].isShown ? theme.glyphs.mark : " ", .accent, on: &canvas)
      pen.column += 1
      pen.write(
        items[index].title, items[index].isShown ? .normal : .dim, on: &canvas,
        columns: max(1, canvas.size.columns - 8 - Self.widthColumns))
      if let width = items[index].column.chosenWidth {
        let text = "\(width)"
        pen.column = canvas.size.columns - 2 - text.utf8.count
        pen.write(text, .dim, on: &canvas)
      }
      if index == window.cursor { canvas.markCursor(row: row, theme: theme) }
    }
    canvas.markHidden(by: window, theme: theme)
  }

  func perform(_ action: ActionName) -> [Effect]? {
    if window.perform(action) { return [] }
    switch action {
    case .accept: return [.dismiss]
    case .leave: return [.dismiss] + choose(.before)
    case .showColumn: return toggle()
    case .moveColumnDown: return move(by: 1)
    case .moveColumnUp: return move(by: -1)
    case .narrowColumn: return widen(by: -1)
    case .widenColumn: return widen(by: 1)
    case .typeColumn: return typeColumn()
    case .usualColumns: return [.dismiss] + choose(.usual)
    default: return nil
    }
  }

  func mouse(_ event: MouseEvent) -> [Effect] {
    let index = window.top + event.position.row
    guard event.kind == .press, items.indices.contains(index) else { return [] }
    return toggle(index)
  }

  private func toggle(_ place: Int) -> [Effect] {
    window.move(to: place)
    return toggle()
  }

  private func toggle() -> [Effect] {
    guard !items.isEmpty else { return [] }
    if items[window.cursor].isShown, items.count(where: \.isShown) == 1 {
      return [.say(Message("a list needs at least one column", tone: .warning))]
    }
    items[window.cursor].isShown.toggle()
    let item = items[window.cursor]
    window.move(by: 1)
    return chooseShown(new: item.isShown ? item.column.name : nil)
  }

  /// Asks for a column in words, such as `Quantity*Price`, and adds it behind the shown ones.
  private func typeColumn() -> [Effect] {
    let prompt = TextPrompt(
      "Column", footer: "a field or a calculation, such as Price*2 or Due-today",
      check: { [read] text in
        if !text.isEmpty, case .problem(let reason) = read(text) { return reason }
        return nil
      }, complete: complete
    ) { [weak self] text in
      guard let self, case .column(let text) = read(text) else { return [] }
      let place = items.lastIndex(where: \.isShown).map { $0 + 1 } ?? 0
      items.removeAll { $0.column.name == text && !$0.isShown }
      if let shown = items.firstIndex(where: { $0.column.name == text }) {
        window.move(to: shown)
        return []
      }
      let end = min(place, items.count)
      items.insert(Item(column: ListColumn(text), title: text, isShown: true), at: end)
      window.resize(count: items.count, height: max(1, window.height))
      window.move(to: end)
      return chooseShown(new: text)
    }
    return [.present(prompt)]
  }

  private func move(by step: Int) -> [Effect] {
    let other = window.cursor + step
    guard items.indices.contains(other) else { return [] }
    items.swapAt(window.cursor, other)
    let isSeen = items[window.cursor].isShown && items[other].isShown
    window.move(to: other)
    // Hidden fields have no order.
    return isSeen ? chooseShown() : []
  }

  private func widen(by step: Int) -> [Effect] {
    guard !items.isEmpty else { return [] }
    guard items[window.cursor].isShown else {
      let advice: KeyWords = "\(key: .showColumn) shows it"
      return [.say(Message("it is hidden", tone: .warning, advice: advice))]
    }
    let column = items[window.cursor].column
    let now = width(column.name) ?? column.chosenWidth ?? column.width.lowerBound
    items[window.cursor].column.chosenWidth = max(Self.leastWidth, min(now + step, Self.mostWidth))
    return chooseShown()
  }

  private func chooseShown(new: String? = nil) -> [Effect] {
    choose(.columns(items.filter(\.isShown).map(\.column), new: new))
  }

  /// The columns for a width and the blank before it.
  private static let widthColumns = 4
  private static let leastWidth = 2
  private static let mostWidth = 999
}
