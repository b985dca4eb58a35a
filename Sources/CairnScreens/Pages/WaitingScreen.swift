public import CairnInterface

/// A placeholder for a screen whose data is loading.
///
/// It saves no state, so that the real screen gets its own saved state.
public final class WaitingScreen: Screen {
  /// The title of the awaited screen.
  public let title: String
  private let look: () -> [Effect]

  /// Creates a placeholder.
  ///
  /// - Parameters:
  ///   - title: the title of the awaited screen.
  ///   - look: checks whether the data has arrived, and then returns `.retry` or `.replace`.
  public init(_ title: String, look: @escaping () -> [Effect]) {
    (self.title, self.look) = (title, look)
  }

  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] { [.browsing] }
  /// `nil`, as the screen is no favorite.
  public var favoriteTitle: String? { nil }
  /// The busy status.
  public var status: ScreenStatus { ScreenStatus(isBusy: true) }
  /// Checks whether the data has arrived.
  public func refresh(_ surroundings: Surroundings) -> [Effect] { look() }
  /// Draws nothing, since most data arrives at once.
  public func draw(on canvas: inout Canvas, theme: Theme) {}
  /// Returns `nil`, as a placeholder has no actions.
  public func perform(_ action: ActionName) -> [Effect]? { nil }
}
