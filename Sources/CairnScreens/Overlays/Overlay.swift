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
