internal import CairnInterface

/// A text with Markdown, or a long one without, as lines of a page.
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
  /// The lines as words are looked for in them, where that was worth preparing.
  private(set) var folded: FoldedLines?

  /// Lays out a text, of any length, in 5 ms (ASCII) to 11 ms for 100 kB.
  init(_ task: Task) {
    (self.task, isWhole, hasAllLines) = (task, true, true)
    lines = Self.lines(of: task.field.text, task)
  }

  /// Lays out a long text so that words are found in it as fast as they are typed, which takes
  /// three times as long.
  init(_ task: Task, foldedBy fold: (String) -> String) {
    self.init(task)
    folded = FoldedLines(lines.map(\.content.text), by: fold)
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

  /// Bytes of a page's texts that are laid out at once; more would take longer than a key may.
  static let longest = 100_000
  /// Bytes of a value that is a text of its own, however plain.
  static let longestValue = 2_000
  /// Scalars of the beginning of a longer one.
  private static let beginning = 16_000

  private static func lines(of text: String, _ task: Task) -> [DetailPage.Line] {
    styledLines(of: text, task).map { line in
      var line = line
      line.indent += DetailPage.textIndent
      let links = line.pieces.compactMap(DetailPage.TextLink.init)
      return DetailPage.Line(
        content: line, target: links.first?.target, name: links.first?.name ?? "",
        remark: links.first?.remark ?? "", links: links, field: task.field,
        isStop: !line.pieces.isEmpty)
    }
  }

  private static func styledLines(of text: String, _ task: Task) -> [StyledLine] {
    if task.field.kind == .markdown {
      return MarkdownLines(Markdown(text), columns: task.columns).lines
    }
    return TextLayout.wrap(text, columns: task.columns).map { line in
      StyledLine(pieces: [StyledLine.Piece(text: line.text)])
    }
  }
}

/// Lines as words are looked for in them: folded once, and searched as bytes for each letter that
/// is typed, a millisecond for a megabyte or so.
struct FoldedLines: Sendable {
  /// The lines, each with a line end behind it.
  private let bytes: [UInt8]
  /// Where the lines end in that.
  private let ends: [Int]

  /// Folds lines, which have no line ends.
  init(_ lines: [String], by fold: (String) -> String) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    ends.reserveCapacity(lines.count)
    for line in lines {
      bytes += fold(line).utf8
      bytes.append(UInt8(ascii: "\n"))
      ends.append(bytes.count)
    }
    (self.bytes, self.ends) = (bytes, ends)
  }

  /// The places of the lines that have a folded text in them, in order; none for no text.
  ///
  /// By Horspool's rule: what stands under the last byte of the text says how far it can go on.
  func places(having wanted: String) -> [Int] {
    let wanted = Array(wanted.utf8)
    guard let last = wanted.last else { return [] }
    var steps = [Int](repeating: wanted.count, count: 256)
    for (place, byte) in wanted.dropLast().enumerated() {
      steps[Int(byte)] = wanted.count - 1 - place
    }
    var places: [Int] = []
    let text = bytes.span
    var line = 0
    var end = wanted.count - 1
    while end < text.count {
      let byte = text[end]
      let start = end - (wanted.count - 1)
      guard byte == last, wanted.indices.allSatisfy({ text[start + $0] == wanted[$0] }) else {
        end += steps[Int(byte)]
        continue
      }
      line = self.line(at: start, from: line)
      places.append(line)
      // The rest of the line says nothing new.
      end = ends[line] + wanted.count - 1
      line += 1
    }
    return places
  }

  /// The line that the byte at `index` is in, at or behind `line`.
  private func line(at index: Int, from line: Int) -> Int {
    var (low, high) = (line, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > index { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
