internal import CairnInterface

/// Search within the page.
///
/// It moves to the first match from the cursor while the words are typed; `n` and `N` go to the
/// next and the previous match.
extension DetailScreen {
  /// The state of the search.
  struct Search {
    /// The prompt while words are typed.
    var prompt: TextField?
    var text = ""
    var lines: [Int] = []
    /// The matching line that the cursor went to last.
    var line: Int?
    /// The cursor's line and the top line from before the search.
    var start = (cursor: 0, top: 0)
  }

  /// The row below the title, which shows the search.
  static let searchRow = 1

  /// Performs an action of the search; `nil` for other actions.
  func performFinding(_ action: ActionName) -> [Effect]? {
    if let effects = performWhileTyping(action) { return effects }
    switch action {
    case .filter: startFinding()
    case .findNext: return go(1)
    case .findPrevious: return go(-1)
    case .leave where !search.text.isEmpty: search = Search()
    default: return nil
    }
    return []
  }

  private func performWhileTyping(_ action: ActionName) -> [Effect]? {
    guard let prompt = search.prompt else { return nil }
    if search.prompt?.perform(action) == true {
      if search.prompt?.text != prompt.text { find() }
      return []
    }
    switch action {
    case .accept:
      search.prompt = nil
      if search.text.isEmpty { search = Search() }
    case .leave:
      window.place(cursor: search.start.cursor, top: search.start.top)
      search = Search()
    case .promptDown: return go(1)
    case .promptUp: return go(-1)
    default: return nil
    }
    return []
  }

  /// Takes typed search words.
  func type(_ text: String) -> [Effect]? {
    guard search.prompt != nil else { return nil }
    search.prompt?.insert(text)
    find()
    return []
  }

  private func startFinding() {
    search.prompt = TextField(search.text, isSelected: true)
    search.start = (window.cursor, window.top)
  }

  /// Searches for the typed text, from the cursor's original line on.
  private func find() {
    search.text = search.prompt?.text ?? ""
    lookAgain()
    let first = search.start.cursor
    search.line = search.lines.first { $0 >= first } ?? search.lines.first
    window.place(cursor: search.start.cursor, top: search.start.top)
    if let line = search.line { move(to: line, step: 1) }
  }

  /// Updates the matches after the page has changed.
  func lookAgain() {
    guard !search.text.isEmpty else { return search.lines = [] }
    search.lines = page.lines(having: source.fold(search.text), foldedBy: source.fold)
    if let line = search.line, !search.lines.contains(line) { search.line = nil }
  }

  private func go(_ step: Int) -> [Effect] {
    guard !search.lines.isEmpty else {
      let text = search.text.isEmpty ? "/ finds words here" : "nothing here has \(search.text)"
      return [.say(Message(text, tone: .warning))]
    }
    let lines = search.lines
    let next =
      step > 0
      ? lines.first { $0 > window.cursor } ?? lines.first
      : lines.last { $0 < window.cursor } ?? lines.last
    search.line = next
    if let next { move(to: next, step: step) }
    return []
  }

  /// The matching columns of a line, counted from its indent.
  private func matches(in line: StyledLine) -> [Range<Int>] {
    let wanted = Array(source.fold(search.text))
    guard !wanted.isEmpty else { return [] }
    var folded: [(character: Character, columns: Range<Int>)] = []
    var column = 0
    for character in line.text {
      let end = column + GlyphWidth.columns(of: character)
      folded += source.fold(String(character)).map { ($0, column..<end) }
      column = end
    }
    var ranges: [Range<Int>] = []
    var index = 0
    while index + wanted.count <= folded.count {
      if zip(wanted, folded[index...]).allSatisfy({ $0 == $1.character }) {
        let last = folded[index + wanted.count - 1].columns
        ranges.append(folded[index].columns.lowerBound..<last.upperBound)
        index += wanted.count
      } else {
        index += 1
      }
    }
    return ranges
  }

  /// Highlights the matches in a line of the page.
  func markMatches(in line: StyledLine, on canvas: inout Canvas, theme: Theme) {
    guard !search.text.isEmpty else { return }
    let style = theme.style(for: .match)
    for range in matches(in: line) {
      let start = DetailPage.gutter + line.indent + range.lowerBound
      canvas.restyle(Region(column: start, row: 0, columns: range.count, rows: 1)) {
        $0 = $0.combined(with: style)
      }
    }
  }

  /// Draws the search text, and the number of the current match.
  func drawSearch(on canvas: inout Canvas, theme: Theme) {
    guard search.prompt != nil || !search.text.isEmpty else { return }
    let index = search.line.flatMap(search.lines.firstIndex)
    let place = index.map { "\(Count.text($0 + 1)) of " } ?? ""
    let shown = search.text.isEmpty ? "" : place + Count.text(search.lines.count, "line")
    var right = Pen(
      theme, column: canvas.size.columns - GlyphWidth.columns(of: shown) - 1, row: Self.searchRow)
    let columns = max(1, right.column - DetailPage.gutter - 4)
    right.write(shown, search.lines.isEmpty ? .bad : .dim, on: &canvas)
    var pen = Pen(theme, column: DetailPage.gutter, row: Self.searchRow)
    pen.write("/ ", .accent, on: &canvas)
    guard let prompt = search.prompt else {
      return pen.write(search.text, .accent, on: &canvas, limit: columns)
    }
    canvas.cursor = prompt.draw(
      at: Position(column: pen.column, row: Self.searchRow), columns: columns, style: .plain,
      on: &canvas, theme: theme)
  }
}
