public import CairnScreens
internal import Testing

/// The overlay that effects put over the screen.
///
/// - Parameter effects: what an action or a key brought.
/// - Returns: the first one.
/// - Throws: where there is none.
public func presented(_ effects: [Effect]?) throws -> any Overlay {
  let overlays = (effects ?? []).compactMap { effect -> (any Overlay)? in
    if case .present(let overlay) = effect { overlay } else { nil }
  }
  return try #require(overlays.first)
}
