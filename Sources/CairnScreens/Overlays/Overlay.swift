public import CairnInterface

/// Something temporary in a box over a screen: a menu, a question, a prompt, the help.
///
/// An overlay has the keys to itself while it is up. It never enters the history, and its state
/// isn't kept.
public protocol Overlay: Screen {
  /// Where its box lies, border included, in a screen area of `size`.
  func frame(in size: Size) -> Region
  /// Short words on the lower edge of the box, or nothing.
  var footer: KeyWords { get }
  /// Whether all that it shows is the app's own words, with no text of a person's.
  var hasOwnWordsOnly: Bool { get }
}

extension Overlay {
  /// What the status line says on the left.
  public var status: ScreenStatus { ScreenStatus() }
  /// Short words on the lower edge of the box.
  public var footer: KeyWords { "" }
  /// It may have others.
  public var hasOwnWordsOnly: Bool { false }
}

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
