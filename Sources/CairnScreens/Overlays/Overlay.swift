public import CairnInterface

/// A temporary box over a screen: a menu, a question, a prompt, the help.
///
/// An overlay receives all keys while it is visible. It never enters the history, and its state
/// isn't saved.
public protocol Overlay: Screen {
  /// The region of its box, with the border, in a screen area of `size`.
  func frame(in size: Size) -> Region
  /// The hint on the lower edge of the box; may be empty.
  var footer: KeyWords { get }
  /// Whether it shows only the app's own words, without a person's data.
  var hasOwnWordsOnly: Bool { get }
}

extension Overlay {
  /// An empty status by default.
  public var status: ScreenStatus { ScreenStatus() }
  /// No hint by default.
  public var footer: KeyWords { "" }
  /// `false` by default: it may show a person's data.
  public var hasOwnWordsOnly: Bool { false }
}

/// A text in a box, which closes with the next key.
public final class Notice: Overlay {
  /// The title in the breadcrumb, or on the box.
  public let title: String
  /// The hint on the lower edge of the box.
  public var footer: KeyWords { "any key closes" }
  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] { [.prompt] }
  private let text: String

  /// Creates a notice with a text, which is wrapped.
  public init(_ title: String, _ text: String) {
    self.title = title
    self.text = text
  }

  /// The region of the box.
  public func frame(in size: Size) -> Region {
    let columns = min(64, size.columns)
    let lines = TextLayout.wrap(text, columns: columns - 4).count
    return Region(size).centered(Size(columns: columns, rows: lines + 2))
  }

  /// Draws the notice.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    for (row, line) in TextLayout.wrap(text, columns: canvas.size.columns).enumerated() {
      canvas.write(line.text, at: Position(column: 0, row: row))
    }
  }

  /// Closes the notice.
  public func insert(_ text: String) -> [Effect]? { [.dismiss] }

  /// Closes the notice.
  public func perform(_ action: ActionName) -> [Effect]? { [.dismiss] }
}
