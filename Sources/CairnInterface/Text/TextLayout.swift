/// Fits text into a number of columns.
public enum TextLayout {
  /// Where a text that is too long is cut.
  public enum Cut: Hashable, Sendable {
    /// At its end, as for names.
    case end
    /// In its middle, as for paths and addresses.
    case middle
  }

  /// Where a text stands that is shorter than its place.
  public enum Alignment: Hashable, Sendable {
    /// At the left edge.
    case left
    /// At the right edge, as numbers do.
    case right
    /// In the middle.
    case center
  }

  /// The text, or as much of it as fits into `columns`, with an ellipsis where it was cut.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - columns: the most columns that the result takes; nothing fits into 0 or less.
  ///   - cut: where it is cut.
  ///   - ellipsis: what stands for the part that was cut; is cut itself if it does not fit.
  /// - Returns: a text of at most `columns`.
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

  /// The text in exactly `columns`: cut if it is too long, with blanks if it is too short.
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
