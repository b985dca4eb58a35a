public import CairnNavigation

/// A screen that a person was on.
public struct VisitedScreen: Hashable, Sendable {
  /// Where it is.
  public var url: ScreenURL
  /// What it was called.
  public var title: String
  /// How long ago, in the shortest words: "2m", "3d".
  public var age: String

  /// A visited screen.
  public init(url: ScreenURL, title: String, age: String = "") {
    self.url = url
    self.title = title
    self.age = age
  }
}
