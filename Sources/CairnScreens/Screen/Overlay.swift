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
