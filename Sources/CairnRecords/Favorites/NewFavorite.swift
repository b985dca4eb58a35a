/// A view about to be kept.
package struct NewFavorite: Hashable, Sendable {
  /// Where it leads, canonical.
  package var url: String

  /// What it is called.
  package var title: String

  /// The letter that it shall have, if that is free.
  package var letter: Character?

  /// What the shell calls it besides its letter.
  package var name: String?

  /// The section of the launcher that it stands in; empty for the first.
  package var section: String

  /// The sign that stands before it on the launcher, instead of that of its kind.
  package var glyph: Character?

  /// Describes a favorite.
  package init(
    url: String, title: String, letter: Character? = nil, name: String? = nil, section: String = "",
    glyph: Character? = nil
  ) {
    self.url = url
    self.title = title
    self.letter = letter
    self.name = name
    self.section = section
    self.glyph = glyph
  }
}
