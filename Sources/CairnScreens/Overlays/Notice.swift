public import CairnInterface

/// Something to read in a box, gone with the next key.
public final class Notice: Overlay {
  /// The name in the breadcrumb, or on the box.
  public let title: String
  /// Short words on the lower edge of the box.
  public var footer: KeyWords { "any key closes" }
  /// Where its keys are looked up.
  public var contexts: [ActionContext] { [.prompt] }
  private let text: String

  /// Makes a notice of `text`, which is broken to fit.
  public init(_ title: String, _ text: String) {
    self.title = title
    self.text = text
  }

  /// Where its box lies.
  public func frame(in size: Size) -> Region {
    let columns = min(64, size.columns)
    let lines = TextLayout.wrap(text, columns: columns - 4).count
    return Region(size).centered(Size(columns: columns, rows: lines + 2))
  }

  /// Draws its state.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    for (row, line) in TextLayout.wrap(text, columns: canvas.size.columns).enumerated() {
      canvas.write(line.text, at: Position(column: 0, row: row))
    }
  }

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? { [.dismiss] }

  /// Does an action of its own.
  public func perform(_ action: ActionName) -> [Effect]? { [.dismiss] }
}
