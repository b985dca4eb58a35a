internal import CairnNavigation

extension ScreenURL {
  /// What the app's own screen at a URL is called before it was made, by the word that its
  /// URL begins with; `nil` for places in the store.
  var appTitle: String? {
    guard let first = segments.first else { return "Launcher" }
    // Of a record's history, the history.
    guard let word = first.hasPrefix("~") ? first : segments.last, word.hasPrefix("~") else {
      return nil
    }
    return word.dropFirst().prefix(1).uppercased() + word.dropFirst(2)
  }
}
