internal import CairnInterface

/// A text with Markdown as lines of a page.
struct LaidOutText {
  /// The field that has it.
  let field: DetailField
  /// The width for which it was laid out.
  let columns: Int
  /// The lines of the page; for a text that is not laid out yet those of its beginning, or those
  /// that it had in another width.
  let lines: [DetailPage.Line]
  /// Whether these are all its lines.
  let isWhole: Bool

  /// Lays out a text, of any length, in 5 ms (ASCII) to 11 ms for 100 kB.
  init(_ field: DetailField, columns: Int) {
    (self.field, self.columns, isWhole) = (field, columns, true)
    lines = Self.lines(of: field.text, of: field, columns: columns)
  }

  /// Lays out as much of a long text as fills any screen, until all of it is.
  ///
  /// - Parameters:
  ///   - field: the field that has the text.
  ///   - columns: the width.
  ///   - earlier: what there was before, which stays where the text is the same: the cursor is in
  ///     it, and may be far from its beginning.
  init(beginningOf field: DetailField, columns: Int, after earlier: LaidOutText?) {
    (self.field, self.columns, isWhole) = (field, columns, false)
    if let earlier, earlier.field.text == field.text {
      lines = earlier.lines
      return
    }
    let beginning = String(Substring(field.text.unicodeScalars.prefix(Self.beginning)))
    lines = Self.lines(of: beginning, of: field, columns: columns)
  }

  /// Whether laying a text out takes longer than a key may.
  static func isLong(_ text: String) -> Bool { text.utf8.count > longest }

  /// Bytes of a text that is laid out at once.
  private static let longest = 100_000
  /// Scalars of the beginning of a longer one.
  private static let beginning = 16_000

  private static func lines(
    of text: String, of field: DetailField, columns: Int
  ) -> [DetailPage.Line] {
    MarkdownLines(Markdown(text), columns: columns).lines.map { line in
      var line = line
      line.indent += DetailPage.textIndent
      return DetailPage.Line(content: line, field: field, isStop: !line.pieces.isEmpty)
    }
  }
}
