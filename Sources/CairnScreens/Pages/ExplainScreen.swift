public import CairnInterface

/// Says why a screen can't be shown: what was asked for, what is wrong with it, what helps.
public final class ExplainScreen: Screen {
  private var explanation: Explanation
  private var cursor = 0
  private var room = Size(columns: 80, rows: 20)

  /// Makes a screen that gives `explanation`.
  public init(_ explanation: Explanation) {
    self.explanation = explanation
    if explanation.ways.isEmpty {
      self.explanation.ways = [.init("H", "Go back", effects: [.back])]
    }
  }

  /// The name in the breadcrumb, or on the box.
  public var title: String { explanation.headline }
  /// It is no place to keep.
  public var favoriteTitle: String? { nil }
  /// Where its keys are looked up.
  public var contexts: [ActionContext] { [.rows, .browsing] }
  /// What the status line says on the left.
  public var status: ScreenStatus { ScreenStatus(explanation.headline.lowercased()) }
  /// Takes the room that there is.
  public func layOut(in size: Size) { room = size }

  /// Makes the screen that it stands for once that can be.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    explanation.isSolved() ? [.retry] : []
  }

  /// Draws its state.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    let columns = columns
    var pen = Pen(theme, column: 2, row: topRow)
    pen.write(explanation.headline, .bold, on: &canvas, columns: columns)
    pen.row += 2
    drawSubject(&pen, columns: columns, on: &canvas)
    for line in TextLayout.wrap(explanation.reason, columns: columns) {
      pen.column = 2
      pen.write(line.text, on: &canvas)
      pen.row += 1
    }
    drawLines(from: pen.row + 1, on: &canvas, theme: theme)
    pen.row = firstWayRow
    for (index, way) in explanation.ways.enumerated() {
      draw(way, at: pen.row + index, on: &canvas, theme: theme)
      if index == cursor { canvas.markCursor(row: pen.row + index, gutter: 1, theme: theme) }
    }
  }

  private var columns: Int { max(2, room.columns - 4) }
  private var topRow: Int { room.rows >= 10 ? 1 : 0 }

  /// The row of the first way on: below headline, subject and reason.
  private var firstWayRow: Int {
    let subject = explanation.subject.isEmpty ? 0 : 2
    let lines = lineCount == 0 ? 0 : lineCount + 1
    return topRow + 3 + subject + lines
      + TextLayout.wrap(explanation.reason, columns: columns).count
  }

  /// How many lines have room above the ways on.
  private var lineCount: Int {
    let subject = explanation.subject.isEmpty ? 0 : 2
    let others =
      topRow + 4 + subject + TextLayout.wrap(explanation.reason, columns: columns).count
      + explanation.ways.count
    return max(0, min(explanation.lines.count, room.rows - others))
  }

  private func drawLines(from top: Int, on canvas: inout Canvas, theme: Theme) {
    let lines = explanation.lines.prefix(lineCount)
    let widest = lines.map { GlyphWidth.columns(of: $0.label) }.max() ?? 0
    for (index, line) in lines.enumerated() {
      var pen = Pen(theme, column: 2, row: top + index)
      pen.write(line.label, .dim, on: &canvas, columns: min(widest, columns / 3))
      pen.column = 4 + min(widest, columns / 3)
      let text = line.text.split(separator: "\n").joined(separator: " \(theme.glyphs.ellipsis) ")
      pen.write(text, on: &canvas, columns: max(0, canvas.size.columns - pen.column - 2))
    }
  }

  /// Takes a click.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    let way = event.position.row - firstWayRow
    guard event.kind == .press, explanation.ways.indices.contains(way) else { return [] }
    cursor = way
    return event.clicks == 2 ? explanation.ways[way].effects : []
  }

  private func drawSubject(_ pen: inout Pen, columns: Int, on canvas: inout Canvas) {
    guard !explanation.subject.isEmpty else { return }
    pen.column = 2
    pen.write(explanation.subject, .accent, on: &canvas, columns: columns, cut: .middle)
    pen.row += 1
    if let fault = explanation.fault, fault.upperBound <= columns {
      pen.column = 2 + fault.lowerBound
      pen.write(String(repeating: "^", count: max(1, fault.count)), .bad, on: &canvas)
    }
    pen.row += 1
  }

  private func draw(
    _ way: Explanation.Way, at row: Int, on canvas: inout Canvas, theme: Theme
  ) {
    var pen = Pen(theme, column: 3, row: row)
    pen.write(way.letter.map(String.init) ?? "", .accent, on: &canvas, columns: 3)
    pen.write(way.title, on: &canvas, columns: max(0, canvas.size.columns * 2 / 5))
    pen.column += 1
    pen.write(
      way.detail, .dim, on: &canvas, columns: max(0, canvas.size.columns - pen.column - 2),
      cut: .middle)
  }

  /// Does an action of its own.
  public func perform(_ action: ActionName) -> [Effect]? {
    let last = max(0, explanation.ways.count - 1)
    switch action {
    case .rowDown: cursor = min(cursor + 1, last)
    case .rowUp: cursor = max(0, cursor - 1)
    case .rowFirst: cursor = 0
    case .rowLast: cursor = last
    case .open: return explanation.ways.isEmpty ? [] : explanation.ways[cursor].effects
    default: return nil
    }
    return []
  }

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    let letter = text.first
    return explanation.ways.first { $0.letter != nil && $0.letter == letter }?.effects
  }

  /// Takes pasted text.
  public func paste(_ text: String) -> [Effect]? { nil }
}

/// Why a screen can't be shown, and what to do about it.
public struct Explanation {
  /// Something that helps, under a key of its own.
  public struct Way {
    /// The letter that does it; the first way is also Enter's.
    public var letter: Character?
    /// What it does.
    public var title: String
    /// What else there is to know, such as a URL.
    public var detail: String
    /// What follows.
    public var effects: [Effect]

    /// A way.
    public init(
      _ letter: Character? = nil, _ title: String, detail: String = "", effects: [Effect]
    ) {
      self.letter = letter
      self.title = title
      self.detail = detail
      self.effects = effects
    }
  }

  /// What is the matter, in a few words: "Nothing at this address".
  public var headline: String
  /// What was asked for, often a URL.
  public var subject: String
  /// The characters of the subject that are at fault, counted from 0.
  public var fault: Range<Int>?
  /// Why, in a sentence or two.
  public var reason: String
  /// What else is shown, each with a label: as much of it as has room.
  public var lines: [(label: String, text: String)] = []
  /// What helps, the likeliest first.
  public var ways: [Way]
  /// Whether the screen can be shown by now, asked when data changed.
  public var isSolved: () -> Bool = { false }

  /// An explanation.
  public init(
    _ headline: String, subject: String = "", fault: Range<Int>? = nil, reason: String,
    ways: [Way] = []
  ) {
    self.headline = headline
    self.subject = subject
    self.fault = fault
    self.reason = reason
    self.ways = ways
  }
}
