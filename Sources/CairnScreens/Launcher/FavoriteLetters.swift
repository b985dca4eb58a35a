/// Which letters favorites can have, and which one a new favorite gets.
///
/// On the launcher a bare letter is the person's own. Letters that move, quit, undo or begin other
/// commands stay the app's; `l`, which there does what Enter does, can be asked for but is never
/// handed out.
public enum FavoriteLetters {
  static let reserved: Set<Character> = Set("ghjkquxyz")

  /// Whether a person may give a favorite this letter.
  public static func isAllowed(_ letter: Character) -> Bool {
    ("a"..."z").contains(letter) && !reserved.contains(letter)
  }

  /// The first free letter of the title, else of the alphabet, else none.
  public static func suggestion(for title: String, taken: Set<Character>) -> Character? {
    let free = free(beside: taken).filter { $0 != "l" }
    return title.lowercased().first { free.contains($0) } ?? free.first
  }

  /// The letters that nobody has, in the order of the alphabet.
  static func free(beside taken: Set<Character>) -> String {
    "abcdefghijklmnopqrstuvwxyz".filter { isAllowed($0) && !taken.contains($0) }
  }
}
