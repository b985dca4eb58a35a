/// Which letters favorites can have.
enum FavoriteLetters {
  /// Letters that move, quit, undo or begin other commands on the launcher.
  static let reserved: Set<Character> = Set("ghjklquxyz")

  static func isAllowed(_ letter: Character) -> Bool {
    ("a"..."z").contains(letter) && !reserved.contains(letter)
  }

  /// The letters that nobody has, in the order of the alphabet.
  static func free(beside favorites: [Favorite]) -> String {
    let taken = Set(favorites.compactMap(\.letter))
    return "abcdefghijklmnopqrstuvwxyz".filter { isAllowed($0) && !taken.contains($0) }
  }
}
