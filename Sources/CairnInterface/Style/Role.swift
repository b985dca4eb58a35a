/// What a piece of text means, which a theme turns into how it looks.
///
/// A role says in color what a glyph or a word already says, so nothing is lost where there is no
/// color.
public enum Role: String, Hashable, Sendable, CaseIterable {
  /// Text that is simply there.
  case normal
  /// Labels, hints and whatever is not the matter itself.
  case dim
  /// Headings and titles.
  case bold
  /// The one color for what can be opened or is chosen.
  case accent
  /// Something went well.
  case good
  /// Something deserves a look.
  case warning
  /// Something went wrong.
  case bad
  /// The row or the field where the cursor is.
  case cursor
  /// The part of a text that was searched for.
  case match
}
