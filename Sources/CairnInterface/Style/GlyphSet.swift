/// The glyphs that mean something: marks, arrows, rules and corners.
///
/// Each is one column wide, the ellipsis excepted, so that a change of set moves nothing.
public struct GlyphSet: Hashable, Sendable {
  /// In the gutter of the row where the cursor is.
  public var cursor = "▌"
  /// In the gutter of a marked row.
  public var mark = "●"
  /// In the gutter of a row that has more to it than the list shows.
  public var note = "!"
  /// In place of what was cut from a text.
  public var ellipsis = "…"
  /// Between two things on one line.
  public var separator = "·"
  /// Between the parts of a path.
  public var crumb = "›"

  /// Before the number of screens to go back to, and where a line has more to its left.
  public var back = "‹"
  /// After the number of screens to go forward to, and where a line has more to its right.
  public var forward = "›"
  /// A favorite.
  public var starFilled = "★"
  /// No favorite.
  public var starEmpty = "☆"

  /// On a row that opens a screen.
  public var opensScreen = "›"
  /// On a row that opens a sheet.
  public var opensSheet = "^"
  /// On a row that opens another program.
  public var opensOutside = "↗"
  /// On a row that opens nothing.
  public var opensNothing = "·"

  /// A list, among favorites.
  public var list = "≡"
  /// A record, among favorites.
  public var record = "¶"
  /// A form that makes a record, among favorites.
  public var form = "+"
  /// A screen of the app's own, among favorites.
  public var screen = "~"

  /// Before what a record links to.
  public var linksTo = "→"
  /// Before what links to a record.
  public var linkedFrom = "←"

  /// At the column by which a list ascends, and what is above the visible part.
  public var up = "▴"
  /// At the column by which a list descends, and what is below the visible part.
  public var down = "▾"
  /// At the head of a folded section.
  public var folded = "▸"
  /// No, or failed.
  public var cross = "✗"
  /// The Enter key in a hint.
  public var enter = "⏎"

  /// The done part of a progress bar.
  public var barFilled = "█"
  /// The part of a progress bar that is to come.
  public var barEmpty = "░"

  /// A line across.
  public var horizontal = "─"
  /// A line down.
  public var vertical = "│"
  /// A box's upper left corner.
  public var topLeft = "┌"
  /// A box's upper right corner.
  public var topRight = "┐"
  /// A box's lower left corner.
  public var bottomLeft = "└"
  /// A box's lower right corner.
  public var bottomRight = "┘"

  /// The glyphs of a terminal that knows Unicode.
  public static let unicode = GlyphSet()

  /// The glyphs that every terminal has.
  public static let ascii = {
    var set = GlyphSet()
    (set.cursor, set.mark, set.ellipsis, set.separator, set.crumb) = (">", "*", "...", "-", ">")
    (set.back, set.forward, set.starFilled, set.starEmpty) = ("<", ">", "*", "-")
    (set.opensScreen, set.opensSheet, set.opensOutside, set.opensNothing) = (">", "^", "@", "-")
    (set.list, set.record) = ("=", ".")
    (set.linksTo, set.linkedFrom) = (">", "<")
    (set.up, set.down, set.folded, set.cross) = ("^", "v", ">", "x")
    (set.enter, set.barFilled, set.barEmpty) = ("<", "#", "-")
    (set.horizontal, set.vertical) = ("-", "|")
    (set.topLeft, set.topRight, set.bottomLeft, set.bottomRight) = ("+", "+", "+", "+")
    return set
  }()

  /// Whether its signs are those that every terminal has.
  public var isASCII: Bool { separator.utf8.allSatisfy { $0 < 0x80 } }

  /// Whether there are lines around boxes and between panes.
  public var hasLines: Bool { vertical != " " }

  /// What stands in this set for the signs that words for people have in them, by column.
  public var signsInWords: [String: String] {
    let unicode = GlyphSet.unicode
    guard isASCII else { return [:] }
    return [
      unicode.separator: separator, unicode.crumb: crumb, unicode.linksTo: linksTo,
      unicode.ellipsis: String(ellipsis.prefix(1)),
    ]
  }

  /// The glyphs for who has the screen read aloud: no lines, and no marks on what is as usual.
  public static let spoken = {
    var set = GlyphSet.ascii
    (set.starEmpty, set.opensScreen, set.opensNothing) = (" ", " ", " ")
    (set.list, set.record, set.form, set.screen) = (" ", " ", " ", " ")
    (set.horizontal, set.vertical) = (" ", " ")
    (set.topLeft, set.topRight, set.bottomLeft, set.bottomRight) = (" ", " ", " ", " ")
    return set
  }()
}
