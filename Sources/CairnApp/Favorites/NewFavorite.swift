/// A view about to be kept.
struct NewFavorite: Hashable, Sendable {
  /// Where it leads, canonical.
  var url: String

  /// What it is called.
  var title: String

  /// The letter that it shall have, if that is free.
  var letter: Character?

  /// What the shell calls it besides its letter.
  var name: String?

  /// The section of the launcher that it stands in; empty for the first.
  var section = ""
}
