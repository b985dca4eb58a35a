/// Fits text into a number of columns.
public enum TextLayout {
  /// The place where a long text is truncated.
  public enum Cut: Hashable, Sendable {
    /// Truncates the end, as for names.
    case end
    /// Truncates the middle, as for paths and addresses.
    case middle
  }

  /// The place of a text that is shorter than its field.
  public enum Alignment: Hashable, Sendable {
    /// At the left edge.
    case left
    /// At the right edge, as numbers do.
    case right
    /// The same space on both sides, as far as the width allows.
    case center
  }

  /// Truncates a text to a width, with an ellipsis where it was cut.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - columns: the maximum width; 0 or less gives an empty text.
  ///   - cut: the place to truncate.
  ///   - ellipsis: the sign for the missing part; it is truncated, too, if it does not fit.
  /// - Returns: a text that is not wider than `columns`.
  public static func truncate(
    _ text: String, columns: Int, at cut: Cut = .end, ellipsis: String = "…"
  ) -> String {
    let limit = max(0, columns)
    guard GlyphWidth.columns(of: text) > limit else { return text }
    let sign = prefix(of: Array(Glyphs(ellipsis)), columns: limit)
    let room = limit - GlyphWidth.columns(of: sign)
    let glyphs = Array(Glyphs(text))
    switch cut {
    case .end:
      return prefix(of: glyphs, columns: room) + sign
    case .middle:
      let head = prefix(of: glyphs, columns: room - room / 2)
      return head + sign + suffix(of: glyphs, columns: room - GlyphWidth.columns(of: head))
    }
  }

  /// Fits a text to an exact width: truncates it, or pads it with spaces.
  public static func fit(
    _ text: String, columns: Int, alignment: Alignment = .left, at cut: Cut = .end,
    ellipsis: String = "…"
  ) -> String {
    let shown = truncate(text, columns: columns, at: cut, ellipsis: ellipsis)
    let free = max(0, columns - GlyphWidth.columns(of: shown))
    let left =
      switch alignment {
      case .left: 0
      case .right: free
      case .center: free / 2
      }
    return blanks(left) + shown + blanks(free - left)
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  private static func prefix(of glyphs: [Glyph], columns: Int) -> String {
    taken(from: glyphs, columns: columns).map(\.text).joined()
  }

  private static func suffix(of glyphs: [Glyph], columns: Int) -> String {
    taken(from: glyphs.reversed(), columns: columns).reversed().map(\.text).joined()
  }

  private static func taken(from glyphs: [Glyph], columns: Int) -> [Glyph] {
    var free = columns
    return Array(
      glyphs.prefix { glyph in
        free -= glyph.columns
        return free >= 0
      })
  }
}
