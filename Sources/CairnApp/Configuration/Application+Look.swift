internal import CairnKit

extension Application {
  /// Lets the app look as a person has set it.
  ///
  /// - Parameters:
  ///   - settings: what they have set; `nil` where that can't be read, of which others tell.
  ///   - isPlain: whether everything is drawn for who has it read aloud, whatever they have set.
  mutating func look(as settings: Configuration?, isPlain: Bool) {
    theme = (settings ?? Configuration()).theme
    isSpoken = isPlain
    usesMouse = settings?.usesMouse ?? true
  }
}
