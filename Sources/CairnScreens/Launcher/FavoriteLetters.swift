internal import CairnInterface

/// Which letters favorites can have, and which one a new favorite gets.
///
/// On the launcher a bare letter opens a favorite. A favorite never gets a letter that is a key of
/// the app there. Favorites of earlier versions may have some of these letters, and keep them.
public enum FavoriteLetters {
  /// The letters with which keys of the launcher begin.
  static let reserved: Set<Character> = Set(
    alphabet.filter { letter in
      let key = Key(.character(letter))
      return Keymap.standard.resolve([key], in: [.launcher, .rows, .browsing]) != .none
    })

  private static let alphabet = "abcdefghijklmnopqrstuvwxyz"

  /// Letters that no favorite ever had.
  private static let neverGiven: Set<Character> = Set("ghjkquxyz")

  /// Whether a person may give a favorite this letter.
  public static func isAllowed(_ letter: Character) -> Bool {
    alphabet.contains(letter) && !reserved.contains(letter)
  }

  /// Whether a favorite may have this letter, perhaps from an earlier version.
  public static func isPossible(_ letter: Character) -> Bool {
    alphabet.contains(letter) && !neverGiven.contains(letter)
  }

  /// The first free letter of the title, else of the alphabet, else none.
  public static func suggestion(for title: String, taken: Set<Character>) -> Character? {
    let free = free(beside: taken)
    return title.lowercased().first { free.contains($0) } ?? free.first
  }

  /// The letters that nobody has, in the order of the alphabet.
  static func free(beside taken: Set<Character>) -> String {
    alphabet.filter { isAllowed($0) && !taken.contains($0) }
  }
}
