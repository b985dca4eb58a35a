public import CairnInterface

/// One line to type in a box, such as a URL to open.
public final class TextPrompt: Overlay {
  /// The name in the breadcrumb, or on the box.
  public let title: String
  /// Short words on the lower edge of the box.
  public let footer: String
  private var field: TextField
  private let finish: (String) -> [Effect]

  /// Makes a prompt.
  ///
  /// - Parameters:
  ///   - title: what is typed, on the box.
  ///   - text: what stands there at first.
  ///   - footer: short words about the keys.
  ///   - finish: what follows Enter, given the text, after the prompt is gone.
  public init(
    _ title: String, text: String = "", footer: String = "Enter opens · Esc leaves",
    finish: @escaping (String) -> [Effect]
  ) {
    self.title = title
    self.footer = footer
    field = TextField(text)
    self.finish = finish
  }

  /// Where its keys are looked up.
  public var contexts: [ActionContext] { [.text, .prompt] }

  /// Where its box lies.
  public func frame(in size: Size) -> Region {
    let columns = min(size.columns, max(40, size.columns * 3 / 4))
    return Region(
      column: (size.columns - columns) / 2, row: 0, columns: columns, rows: min(3, size.rows))
  }

  /// Draws its state.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    canvas.cursor = field.draw(
      at: Position(column: 1, row: 0), columns: canvas.size.columns - 2, style: .plain,
      on: &canvas)
  }

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    field.insert(text)
    return []
  }

  /// Does an action of its own.
  public func perform(_ action: ActionName) -> [Effect]? {
    if field.perform(action) { return [] }
    return action == .accept ? [.dismiss] + finish(field.text) : nil
  }
}
