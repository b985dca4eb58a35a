internal import CairnInterface

/// A Markdown text or a long plain text, as lines of a page.
struct LaidOutText {
  /// The input of a layout.
  struct Task: Hashable {
    /// The field with the text.
    let field: DetailField
    let columns: Int
  }

  /// The input of this layout.
  let task: Task
  /// The lines of the page.
  ///
  /// Before the layout is complete, they are the lines of the text's beginning, or the lines for
  /// another width.
  let lines: [DetailPage.Line]
  /// Whether the lines are complete and have the right width.
  let isWhole: Bool
  /// Whether the lines are complete for some width.
  private let hasAllLines: Bool
  /// The folded lines for search, if prepared.
  private(set) var folded: FoldedLines?

  /// Lays out a text of any length; 100 kB take 5 ms (ASCII) to 11 ms.
  init(_ task: Task) {
    (self.task, isWhole, hasAllLines) = (task, true, true)
    lines = Self.lines(of: task.field.text, task)
  }

  /// Lays out a long text and folds it for search as you type; that takes three times as long.
  init(_ task: Task, foldedBy fold: (String) -> String) {
    self.init(task)
    folded = FoldedLines(lines.map(\.content.text), by: fold)
  }

  /// Lays out enough of a long text to fill any screen, until the whole layout is ready.
  ///
  /// - Parameters:
  ///   - task: the input.
  ///   - earlier: the previous layout. It is kept if it is complete for the same text, since the
  ///     cursor may be far from the beginning.
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

  /// The most bytes of a page that are laid out at once; more would take longer than a key may.
  static let longest = 100_000
  /// A longer value, in bytes, gets a section of its own even if it is plain.
  static let longestValue = 2_000
  /// The length of the beginning of a longer text, in scalars.
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

/// The laid-out texts of a page, by field and width.
struct TextLayouts {
  /// The field and the width of a text.
  struct Key: Hashable {
    let label: String
    let columns: Int

    init(_ task: LaidOutText.Task) { (label, columns) = (task.field.label, task.columns) }
  }

  private var texts: [Key: LaidOutText] = [:]
  /// The texts of the previous page.
  private var earlier: [Key: LaidOutText] = [:]
  private var atOnce = false
  /// The number of bytes that were laid out at once.
  private var laidOutBytes = 0

  init() {}

  /// Creates layouts that reuse the unchanged texts of `other`.
  ///
  /// - Parameters:
  ///   - other: the texts of the previous page.
  ///   - atOnce: whether long texts are also laid out now, however long it takes.
  init(reusing other: TextLayouts, atOnce: Bool) {
    (earlier, self.atOnce) = (other.texts, atOnce)
  }

  subscript(key: Key) -> LaidOutText? { texts[key] }

  /// The texts that still need their layout.
  var unfinished: [LaidOutText.Task] {
    texts.values.filter { !$0.isWhole }.map(\.task).sorted { $0.field.label < $1.field.label }
  }

  /// Stores a fully laid-out text for the next page.
  mutating func take(_ text: LaidOutText) { texts[Key(text.task)] = text }

  /// Lays out a text; only the beginning, if the page has too much text to be laid out at once.
  mutating func text(_ task: LaidOutText.Task) -> LaidOutText {
    let key = Key(task)
    // In another width, the lines of before are better than none.
    let known = earlier[key] ?? earlier.first { $0.key.label == key.label }?.value
    let bytes = task.field.text.utf8.count
    let text =
      if let known, known.task == task, known.isWhole || !atOnce {
        known
      } else if !atOnce, laidOutBytes + bytes > LaidOutText.longest {
        LaidOutText(beginningOf: task, after: known)
      } else {
        LaidOutText(task)
      }
    if text.isWhole { laidOutBytes += text.folded == nil ? bytes : 0 }
    texts[key] = text
    return text
  }
}

/// Lines for search: folded once, then searched as bytes for each typed letter, about a millisecond
/// for a megabyte.
struct FoldedLines: Sendable {
  /// The lines, each followed by a line end.
  private let bytes: [UInt8]
  /// The end of each line in `bytes`.
  private let ends: [Int]

  /// Folds lines that contain no line ends.
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

  /// The indices of the lines that contain a folded text, in order; empty for an empty text.
  ///
  /// Uses Horspool's algorithm: the byte below the last byte of the text decides the step to the
  /// next position.
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
      // One match in a line is enough.
      end = ends[line] + wanted.count - 1
      line += 1
    }
    return places
  }

  /// The line with the byte at `index`; `line` or a later one.
  private func line(at index: Int, from line: Int) -> Int {
    var (low, high) = (line, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > index { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
