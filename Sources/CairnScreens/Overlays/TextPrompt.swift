public import CairnInterface

/// A prompt for one line of text in a box, such as a URL.
public final class TextPrompt: Overlay {
  /// The title in the breadcrumb, or on the box.
  public let title: String
  /// The hint on the lower edge of the box.
  public let footer: KeyWords
  private var field: TextField
  /// Whether the text is in the line of the screen's cursor, since it replaces a value there.
  package var isInLine = false
  /// The row of the text on the screen; `nil` for the first row.
  package var line: Int?
  /// The problem in the text at the last press of Enter, until the text changes.
  private var problem: String?
  /// The candidates of the last completion, until the text changes.
  private var candidates: [String] = []
  private let reading = SingleFlight()
  private let hint: (String) -> String?
  private let check: (String) -> String?
  private let complete: (@Sendable (String) -> Completion)?
  private let finish: (String) -> [Effect]

  /// The completion of a text.
  public struct Completion: Hashable, Sendable {
    /// The text, extended up to the first ambiguous character.
    public let text: String
    /// The candidates for an ambiguous rest.
    public let candidates: [String]

    /// Creates a completion.
    public init(text: String, candidates: [String] = []) {
      (self.text, self.candidates) = (text, candidates)
    }
  }

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - title: the title on the box.
  ///   - text: the initial text.
  ///   - isSelected: whether typing replaces the initial text, unless that was edited first.
  ///   - footer: a hint about keys.
  ///   - problem: the problem in the initial text.
  ///   - check: finds the problem in a text, if any; then Enter shows it, and the prompt stays.
  ///   - hint: the effect of a text or advice about it, shown while it is typed.
  ///   - complete: completes a text at Tab, off the drawing thread; `nil` for no completion.
  ///   - finish: the effects of the text after Enter, when the prompt is closed.
  public init(
    _ title: String, text: String = "", isSelected: Bool = false,
    footer: KeyWords = .taking("opens"), problem: String? = nil,
    check: @escaping (String) -> String? = { _ in nil },
    hint: @escaping (String) -> String? = { _ in nil },
    complete: (@Sendable (String) -> Completion)? = nil, finish: @escaping (String) -> [Effect]
  ) {
    self.title = title
    self.footer = footer
    field = TextField(text, isSelected: isSelected)
    self.problem = problem
    self.hint = hint
    self.check = check
    self.complete = complete
    self.finish = finish
  }

  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] {
    complete == nil ? [.text, .prompt] : [.palette, .text, .prompt]
  }

  /// The typed text.
  public var typedText: String? { field.text }

  /// Whether an action has an effect here.
  public func offers(_ action: ActionName) -> Bool {
    action != .actOnPick && action != .copyText
  }

  /// The region of the box.
  public func frame(in size: Size) -> Region {
    let words = GlyphWidth.columns(of: footer.usual) + 6
    let columns = min(size.columns, max(40, size.columns * 3 / 4, words))
    let rows = 3 + lines(columns: columns - 6).count
    let row = line.map { max(0, min($0 - 1, size.rows - rows)) } ?? 0
    return Region(
      column: (size.columns - columns) / 2, row: row, columns: columns, rows: min(rows, size.rows))
  }

  /// The problem in the text, or else the candidates, or else the hint.
  private func lines(columns: Int) -> [String] {
    let text =
      problem ?? (candidates.isEmpty ? hint(field.text) : candidates.joined(separator: "  "))
    return text.map { TextLayout.wrap($0, columns: max(2, columns)).map(\.text) } ?? []
  }

  /// Draws the prompt.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    for (row, line) in lines(columns: canvas.size.columns - 2).enumerated() {
      var pen = Pen(theme, column: 1, row: row + 1)
      pen.write(line, problem == nil ? .dim : .bad, on: &canvas)
    }
    canvas.cursor = field.draw(
      at: Position(column: 1, row: 0), columns: canvas.size.columns - 2, style: .plain,
      on: &canvas, theme: theme)
  }

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    field.insert(text)
    (problem, candidates) = (nil, [])
    return []
  }

  /// Takes pasted text like typed text.
  public func paste(_ text: String) -> [Effect]? { insert(text) }

  /// Completes the text on another thread, while typed keys wait.
  private func startCompletion(
    _ complete: @escaping @Sendable (String) -> Completion
  ) -> [Effect] {
    let text = field.text
    // A folder may be on a remote machine that doesn't answer.
    return reading.start("reading the folder", holdsKeys: true) {
      complete(text)
    } completion: { [weak self] completion in
      guard let self, field.text == text else { return [] }
      field.replaceAll(with: completion.text)
      (problem, candidates) = (nil, completion.candidates)
      return []
    }
  }

  /// Performs one of the prompt's actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    if action == .complete, let complete { return startCompletion(complete) }
    let before = field.text
    if field.perform(action) {
      if field.text != before { (problem, candidates) = (nil, []) }
      return []
    }
    guard action == .accept else { return nil }
    problem = check(field.text)
    return problem == nil ? [.dismiss] + finish(field.text) : []
  }
}
