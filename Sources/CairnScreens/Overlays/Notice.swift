public import CairnInterface

/// A text in a box, which closes with the next key.
///
/// If the text is longer than the box, the keys that move a cursor scroll it.
public final class Notice: Overlay {
  /// The title in the breadcrumb, or on the box.
  public let title: String
  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] { [.prompt] }
  private let text: String
  private var lines: [String] = []
  private var window = RowWindow()
  /// The rows above and below the shown ones.
  public var hiddenRows: HiddenRows { HiddenRows(window) }

  /// Creates a notice with a text, which is wrapped.
  public init(_ title: String, _ text: String) {
    self.title = title
    self.text = text
  }

  /// The hint on the lower edge of the box.
  public var footer: KeyWords {
    isLong
      ? "\(key: .promptDown) and \(key: .pageDown) scroll · other keys close" : "any key closes"
  }

  private var isLong: Bool { window.count > window.height }

  /// The region of the box.
  public func frame(in size: Size) -> Region {
    let columns = min(64, size.columns)
    let lines = TextLayout.wrap(text, columns: columns - 4).count
    return Region(size).centered(Size(columns: columns, rows: lines + 2))
  }

  /// Fits the text to a size.
  public func layOut(in size: Size) {
    lines = TextLayout.wrap(text, columns: size.columns).map(\.text)
    window.resize(count: lines.count, height: size.rows)
  }

  /// Draws the notice.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    for (row, index) in window.visible.enumerated() {
      canvas.write(lines[index], at: Position(column: 0, row: row))
    }
    canvas.markHidden(by: window, theme: theme)
  }

  /// Closes the notice.
  public func insert(_ text: String) -> [Effect]? { [.dismiss] }

  /// Scrolls a long text, or closes the notice.
  public func perform(_ action: ActionName) -> [Effect]? {
    var motion = RowWindow()
    motion.resize(count: 2 * window.count, height: window.height)
    motion.move(to: window.count)
    guard isLong, motion.perform(action) else { return [.dismiss] }
    window.scroll(by: motion.cursor - window.count)
    return []
  }

  /// Scrolls with the wheel.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    window.scroll(event)
    return []
  }
}
