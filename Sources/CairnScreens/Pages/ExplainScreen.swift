public import CairnInterface

/// A screen that explains why another one can't be shown: the request, the problem, and remedies.
public final class ExplainScreen: Screen {
  private var explanation: Explanation
  private var cursor = 0
  private var room = Size(columns: 80, rows: 20)

  /// Creates a screen with an explanation.
  public init(_ explanation: Explanation) {
    self.explanation = explanation
    if explanation.ways.isEmpty {
      self.explanation.ways = [.init("H", "Go back", effects: [.back])]
    }
  }

  /// The title in the breadcrumb, or on the box.
  public var title: String { explanation.headline }
  /// `nil`, as the screen is no favorite.
  public var favoriteTitle: String? { nil }
  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] { [.rows, .browsing] }
  /// The left part of the status line.
  public var status: ScreenStatus { ScreenStatus(explanation.headline.lowercased()) }
  /// Fits the screen to a size.
  public func layOut(in size: Size) { room = size }

  /// Retries the original screen when the problem is solved.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    explanation.isSolved() ? [.retry] : []
  }

  /// Draws the screen.
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

  /// The row of the first remedy: below headline, subject and reason.
  private var firstWayRow: Int {
    let subject = explanation.subject.isEmpty ? 0 : 2
    let lines = lineCount == 0 ? 0 : lineCount + 1
    return topRow + 3 + subject + lines
      + TextLayout.wrap(explanation.reason, columns: columns).count
  }

  /// The number of lines that fit above the remedies.
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

  /// Handles a click.
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

  /// Performs one of the screen's actions.
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

  /// Performs the remedy of a typed letter.
  public func insert(_ text: String) -> [Effect]? {
    let letter = text.first
    return explanation.ways.first { $0.letter != nil && $0.letter == letter }?.effects
  }
}

/// The reason why a screen can't be shown, with remedies.
public struct Explanation {
  /// A remedy with a key of its own.
  public struct Way {
    /// The letter that chooses it; Enter also chooses the first remedy.
    public var letter: Character?
    /// The title of the remedy.
    public var title: String
    /// A detail, such as a URL.
    public var detail: String
    /// The effects of the remedy.
    public var effects: [Effect]

    /// Creates a remedy.
    public init(
      _ letter: Character? = nil, _ title: String, detail: String = "", effects: [Effect]
    ) {
      self.letter = letter
      self.title = title
      self.detail = detail
      self.effects = effects
    }
  }

  /// The problem in a few words: "Nothing at this address".
  public var headline: String
  /// The requested address, often a URL.
  public var subject: String
  /// The wrong characters of the subject, counted from 0.
  public var fault: Range<Int>?
  /// The reason, in a sentence or two.
  public var reason: String
  /// Further lines with labels, as many as fit.
  public var lines: [(label: String, text: String)] = []
  /// The remedies, the likeliest first.
  public var ways: [Way]
  /// Whether the screen can be shown now; checked after each change of data.
  public var isSolved: () -> Bool = { false }

  /// Creates an explanation.
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
