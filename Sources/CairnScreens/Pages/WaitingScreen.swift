public import CairnInterface

/// Stands in the place of a screen whose data is on its way.
///
/// It remembers nothing of its own, so that the screen gets what it remembered itself.
public final class WaitingScreen: Screen {
  /// The name of what is waited for.
  public let title: String
  private let look: () -> [Effect]

  /// Makes a screen that waits.
  ///
  /// - Parameters:
  ///   - title: The name of what is waited for.
  ///   - look: Looks whether it has come, and returns `.retry` or `.replace` then.
  public init(_ title: String, look: @escaping () -> [Effect]) {
    (self.title, self.look) = (title, look)
  }

  /// Where its keys are looked up.
  public var contexts: [ActionContext] { [.browsing] }
  /// It is no place to keep.
  public var favoriteTitle: String? { nil }
  /// That something is on its way.
  public var status: ScreenStatus { ScreenStatus(isBusy: true) }
  /// Looks whether the data has come.
  public func refresh(_ surroundings: Surroundings) -> [Effect] { look() }
  /// Draws nothing, as most data comes at once.
  public func draw(on canvas: inout Canvas, theme: Theme) {}
  /// Does nothing.
  public func perform(_ action: ActionName) -> [Effect]? { nil }
}
