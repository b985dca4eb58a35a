/// The glyphs for marks, arrows, lines and corners.
///
/// Each glyph except the ellipsis is one column wide, so another set moves nothing. A screen reader
/// reads words in place of most signs.
public struct GlyphSet: Hashable, Sendable {
  /// The cursor, in the gutter of a row.
  public var cursor = "▌"
  /// The mark, in the gutter of a row.
  public var mark = "●"
  /// The sign for more details than the list shows, in the gutter of a row.
  public var note = "!"
  /// The end of a truncated text.
  public var ellipsis = "…"
  /// The separator of two parts of a line.
  public var separator = "·"
  /// The separator of the parts of a path.
  public var crumb = "›"

  /// The sign before the number of earlier screens.
  public var back = "‹"
  /// The sign before the number of later screens.
  public var forward = "›"
  /// A favorite.
  public var starFilled = "★"
  /// A screen that is no favorite.
  public var starEmpty = "☆"

  /// The end of a row that opens a screen.
  public var opensScreen = "›"
  /// The end of a row that opens a sheet.
  public var opensSheet = "^"
  /// The end of a row that opens another program.
  public var opensOutside = "↗"
  /// The end of a row that opens nothing.
  public var opensNothing = "·"

  /// A favorite that is a list.
  public var list = "≡"
  /// A favorite that is a record.
  public var record = "¶"
  /// A favorite that is a form for a new record.
  public var form = "+"
  /// A favorite that is another screen of the app.
  public var screen = "~"

  /// The sign before a link of a record.
  public var linksTo = "→"
  /// The sign before a link to a record.
  public var linkedFrom = "←"

  /// The end of the head of a column that a list ascends by.
  public var ascending = "▴"
  /// The end of the head of a column that a list descends by.
  public var descending = "▾"
  /// More rows above.
  public var moreAbove = "▴"
  /// More rows below.
  public var moreBelow = "▾"
  /// More text on the left.
  public var moreLeft = "‹"
  /// More text on the right.
  public var moreRight = "›"
  /// The sign before the number of a field's choices.
  public var choices = "▾"
  /// The title of a section whose rows are shown.
  public var unfolded = "▾"
  /// The title of a folded section.
  public var folded = "▸"
  /// The sign for "no" or "failed".
  public var cross = "✗"
  /// The Enter key in a hint.
  public var enter = "⏎"

  /// The done part of a progress bar.
  public var barFilled = "█"
  /// The remaining part of a progress bar.
  public var barEmpty = "░"

  /// A horizontal line.
  public var horizontal = "─"
  /// A vertical line.
  public var vertical = "│"
  /// A box's upper left corner.
  public var topLeft = "┌"
  /// A box's upper right corner.
  public var topRight = "┐"
  /// A box's lower left corner.
  public var bottomLeft = "└"
  /// A box's lower right corner.
  public var bottomRight = "┘"

  /// The glyphs for a terminal with Unicode.
  public static let unicode = GlyphSet()

  /// The glyphs for a terminal with only ASCII.
  public static let ascii = {
    var set = GlyphSet()
    (set.cursor, set.mark, set.ellipsis, set.separator, set.crumb) = (">", "*", "...", "-", ">")
    (set.back, set.forward, set.starFilled, set.starEmpty) = ("<", ">", "*", "-")
    (set.opensScreen, set.opensSheet, set.opensOutside, set.opensNothing) = (">", "^", "@", "-")
    (set.list, set.record) = ("=", ".")
    (set.linksTo, set.linkedFrom) = (">", "<")
    (set.ascending, set.descending, set.moreAbove, set.moreBelow) = ("^", "v", "^", "v")
    (set.moreLeft, set.moreRight, set.choices, set.unfolded) = ("<", ">", "v", "v")
    (set.folded, set.cross) = (">", "x")
    (set.enter, set.barFilled, set.barEmpty) = ("<", "#", "-")
    (set.horizontal, set.vertical) = ("-", "|")
    (set.topLeft, set.topRight, set.bottomLeft, set.bottomRight) = ("+", "+", "+", "+")
    return set
  }()

  /// Returns a bar that is `length` columns long, but never empty.
  ///
  /// With Unicode, its length is exact to an eighth of a column.
  public func bar(_ length: Double) -> String {
    guard !isASCII else {
      return String(repeating: barFilled, count: max(1, Int(length.rounded())))
    }
    let eighths = max(1, Int((length * 8).rounded()))
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: barFilled, count: eighths / 8) + rest
  }

  /// Whether the set has only ASCII.
  public var isASCII: Bool { separator.utf8.allSatisfy { $0 < 0x80 } }

  /// Whether words stand in place of signs.
  public var hasWords: Bool { folded.count > 1 }

  /// Whether boxes and panes have lines around them.
  public var hasLines: Bool { vertical != " " }

  /// The replacements for signs in the texts of Cairn, each of one column.
  public var signsInWords: [String: String] {
    let unicode = GlyphSet.unicode
    guard isASCII else { return [:] }
    return [
      unicode.separator: separator, unicode.crumb: crumb, unicode.linksTo: linksTo,
      unicode.ellipsis: String(ellipsis.prefix(1)),
    ]
  }

  /// The glyphs for screen readers: no lines, and words in place of signs.
  public static let spoken = {
    var set = GlyphSet.ascii
    (set.starEmpty, set.opensScreen, set.opensNothing) = (" ", " ", " ")
    (set.list, set.record, set.form, set.screen) = (" ", " ", " ", " ")
    (set.ascending, set.descending) = (" ascending", " descending")
    (set.moreAbove, set.moreBelow, set.moreLeft, set.moreRight) = (" ", " ", " ", " ")
    (set.choices, set.unfolded, set.folded, set.cross) = ("", "", "folded", "error:")
    (set.linksTo, set.linkedFrom) = ("link to", "linked from")
    (set.opensSheet, set.opensOutside) = ("opens a sheet", "opens outside")
    (set.back, set.forward, set.starFilled) = ("back ", "forward ", "favorite")
    return set.withoutLines
  }()

  /// The same glyphs without lines around boxes and panes.
  package var withoutLines: GlyphSet {
    var set = self
    (set.horizontal, set.vertical) = (" ", " ")
    (set.topLeft, set.topRight, set.bottomLeft, set.bottomRight) = (" ", " ", " ", " ")
    return set
  }
}
