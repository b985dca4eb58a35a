/// What the status line says about the screen: what a person sees, where in it, and what is odd.
public struct ScreenStatus: Hashable, Sendable {
  /// The words at the left, such as "24 of 311 · name↑".
  public var text: String
  /// Whether work for this screen is under way.
  public var isBusy: Bool

  /// A status; nothing to say if it is empty.
  public init(_ text: String = "", isBusy: Bool = false) {
    self.text = text
    self.isBusy = isBusy
  }
}
