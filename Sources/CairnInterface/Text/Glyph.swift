/// What is drawn as one thing: a spacing scalar with the marks on it.
///
/// A terminal and the library that writes to it each have a table of widths, and no two agree on
/// clusters. One spacing scalar a glyph is what all of them agree on, so:
///
/// - at most four marks stay on a glyph, since a cell of the terminal library holds five scalars;
/// - skin tones, picture selectors and what follows a joiner are left out: a family of three shows
///   as its first member, a flag as its two letters;
/// - controls show as the pictures that Unicode has for them, never as what they do;
/// - what turns the direction of text is left out, so that no text shows as another.
public struct Glyph: Hashable, Sendable {
  /// The scalars to send to the terminal, one to five.
  public let text: String

  /// How many columns it takes: 1 or 2.
  public let columns: Int

  /// The most scalars that a cell can hold.
  static let maximumScalars = 5

  init(text: String, columns: Int) {
    self.text = text
    self.columns = columns
  }

  /// An empty cell.
  public static let blank = Glyph(text: " ", columns: 1)

  static let ascii: [Glyph] = (0..<128).map { value in
    Glyph(text: String(Character(Unicode.Scalar(UInt8(value)))), columns: 1)
  }
}
