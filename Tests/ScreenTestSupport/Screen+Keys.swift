internal import CairnInterface
public import CairnScreens
internal import Testing

extension Screen {
  /// Does what letters mean on it by the standard keys; one that means nothing is an issue.
  ///
  /// - Parameter letters: the keys, one after the other.
  /// - Returns: the effects of all of them.
  /// - Throws: where the standard keys are at odds.
  @discardableResult
  public func press(letters: String) throws -> [Effect] {
    let keymap = try Keymap(.standard)
    return letters.flatMap { letter -> [Effect] in
      guard case .action(let action) = keymap.resolve([Key(.character(letter))], in: contexts)
      else {
        Issue.record("\(letter) does nothing here")
        return []
      }
      return perform(action.name) ?? []
    }
  }
}
