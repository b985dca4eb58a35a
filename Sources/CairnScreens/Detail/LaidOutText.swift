internal import CairnInterface

/// A text with Markdown as lines of a page.
struct LaidOutText {
  /// What there is to lay out.
  struct Task: Hashable {
    /// The field that has the text.
    let field: DetailField
    /// The width.
    let columns: Int
  }

  /// What it is, or is to be.
  let task: Task
  /// The lines of the page; for a text that is not laid out yet those of its beginning, or those
  /// that it had in another width.
  let lines: [DetailPage.Line]
  /// Whether these are its lines in its width.
  let isWhole: Bool
  /// Whether these are all of a width.
  private let hasAllLines: Bool

  /// Lays out a text, of any length, in 5 ms (ASCII) to 11 ms for 100 kB.
  init(_ task: Task) {
    (self.task, isWhole, hasAllLines) = (task, true, true)
    lines = Self.lines(of: task.field.text, task)
  }

  /// Lays out as much of a long text as fills any screen, until all of it is.
  ///
  /// - Parameters:
  ///   - task: what is to be laid out.
  ///   - earlier: what there was before, which stays where it has all of the same text: the cursor
  ///     is in it, and may be far from its beginning.
  init(beginningOf task: Task, after earlier: LaidOutText?) {
    (self.task, isWhole) = (task, false)
    if let earlier, earlier.hasAllLines, earlier.task.field.text == task.field.text {
      (lines, hasAllLines) = (earlier.lines, true)
      return
    }
    let text = task.field.text
    let beginning = String(Substring(text.unicodeScalars.prefix(Self.beginning)))
    (lines, hasAllLines) = (Self.lines(of: beginning, task), false)
  }

  /// Whether laying a text out takes longer than a key may.
  static func isLong(_ text: String) -> Bool { text.utf8.count > longest }

  /// Bytes of a text that is laid out at once.
  private static let longest = 100_000
  /// Scalars of the beginning of a longer one.
  private static let beginning = 16_000

  private static func lines(of text: String, _ task: Task) -> [DetailPage.Line] {
    MarkdownLines(Markdown(text), columns: task.columns).lines.map { line in
      var line = line
      line.indent += DetailPage.textIndent
      return DetailPage.Line(content: line, field: task.field, isStop: !line.pieces.isEmpty)
    }
  }
}
