public import CairnInterface

/// One line to type in a box, such as a URL to open.
public final class TextPrompt: Overlay {
  /// The name in the breadcrumb, or on the box.
  public let title: String
  /// Short words on the lower edge of the box.
  public let footer: String
  private var field: TextField
  /// Whether what is typed next takes the place of the text.
  private var isSelected: Bool
  /// What is wrong with the text as it was when Enter was pressed, until it is changed.
  private var problem: String?
  private let check: (String) -> String?
  private let finish: (String) -> [Effect]

  /// Makes a prompt.
  ///
  /// - Parameters:
  ///   - title: what is typed, on the box.
  ///   - text: what stands there at first.
  ///   - isSelected: whether what is typed first takes its place, unless it was edited before.
  ///   - footer: short words about the keys.
  ///   - problem: what is wrong with that text already.
  ///   - check: what is wrong with the text, if anything is: then Enter says so, and the text stays.
  ///   - finish: what follows Enter, given the text, after the prompt is gone.
  public init(
    _ title: String, text: String = "", isSelected: Bool = false,
    footer: String = "Enter opens · Esc leaves", problem: String? = nil,
    check: @escaping (String) -> String? = { _ in nil }, finish: @escaping (String) -> [Effect]
  ) {
    self.title = title
    self.footer = footer
    field = TextField(text)
    self.isSelected = isSelected && !text.isEmpty
    self.problem = problem
    self.check = check
    self.finish = finish
  }

  /// Where its keys are looked up.
  public var contexts: [ActionContext] { [.text, .prompt] }

  /// Where its box lies.
  public func frame(in size: Size) -> Region {
    let columns = min(size.columns, max(40, size.columns * 3 / 4))
    let rows = 3 + problemLines(columns: columns - 6).count
    return Region(
      column: (size.columns - columns) / 2, row: 0, columns: columns, rows: min(rows, size.rows))
  }

  private func problemLines(columns: Int) -> [String] {
    problem.map { TextLayout.wrap($0, columns: max(2, columns)).map(\.text) } ?? []
  }

  /// Draws its state.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    for (row, line) in problemLines(columns: canvas.size.columns - 2).enumerated() {
      var pen = Pen(theme, column: 1, row: row + 1)
      pen.write(line, .bad, on: &canvas)
    }
    canvas.cursor = field.draw(
      at: Position(column: 1, row: 0), columns: canvas.size.columns - 2,
      style: isSelected ? theme.style(for: .cursor) : .plain, on: &canvas)
  }

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    if isSelected { field = TextField() }
    field.insert(text)
    (problem, isSelected) = (nil, false)
    return []
  }

  /// Does an action of its own.
  public func perform(_ action: ActionName) -> [Effect]? {
    let before = field.text
    if isSelected, action == .textDeleteLeft || action == .textDeleteRight { field = TextField() }
    if field.perform(action) {
      isSelected = false
      if field.text != before { problem = nil }
      return []
    }
    guard action == .accept else { return nil }
    problem = check(field.text)
    return problem == nil ? [.dismiss] + finish(field.text) : []
  }
}
