public import CairnInterface

/// One line to type in a box, such as a URL to open.
public final class TextPrompt: Overlay {
  /// The name in the breadcrumb, or on the box.
  public let title: String
  /// Short words on the lower edge of the box.
  public let footer: KeyWords
  private var field: TextField
  /// What is wrong with the text as it was when Enter was pressed, until it is changed.
  private var problem: String?
  /// What the text may go on with, as it was when Tab was pressed.
  private var candidates: [String] = []
  private let reading = SingleFlight()
  private let check: (String) -> String?
  private let complete: (@Sendable (String) -> Completion)?
  private let finish: (String) -> [Effect]

  /// How a text goes on.
  public struct Completion: Hashable, Sendable {
    /// The text with as much more as is certain.
    public let text: String
    /// What may follow where it isn't certain.
    public let candidates: [String]

    /// A completion.
    public init(text: String, candidates: [String] = []) {
      (self.text, self.candidates) = (text, candidates)
    }
  }

  /// Makes a prompt.
  ///
  /// - Parameters:
  ///   - title: what is typed, on the box.
  ///   - text: what stands there at first.
  ///   - isSelected: whether what is typed first takes its place, unless it was edited before.
  ///   - footer: short words about the keys.
  ///   - problem: what is wrong with that text already.
  ///   - check: what is wrong with the text, if anything is: then Enter says so, and the text stays.
  ///   - complete: how Tab goes on with a text, off the drawing thread; `nil` where it does nothing.
  ///   - finish: what follows Enter, given the text, after the prompt is gone.
  public init(
    _ title: String, text: String = "", isSelected: Bool = false,
    footer: KeyWords = .taking("opens"), problem: String? = nil,
    check: @escaping (String) -> String? = { _ in nil },
    complete: (@Sendable (String) -> Completion)? = nil, finish: @escaping (String) -> [Effect]
  ) {
    self.title = title
    self.footer = footer
    field = TextField(text, isSelected: isSelected)
    self.problem = problem
    self.check = check
    self.complete = complete
    self.finish = finish
  }

  /// Where its keys are looked up.
  public var contexts: [ActionContext] {
    complete == nil ? [.text, .prompt] : [.palette, .text, .prompt]
  }

  /// What is typed.
  public var typedText: String? { field.text }

  /// Whether an action does something here.
  public func offers(_ action: ActionName) -> Bool {
    action != .actOnPick && action != .copyText
  }

  /// Where its box lies.
  public func frame(in size: Size) -> Region {
    let columns = min(size.columns, max(40, size.columns * 3 / 4))
    let rows = 3 + lines(columns: columns - 6).count
    return Region(
      column: (size.columns - columns) / 2, row: 0, columns: columns, rows: min(rows, size.rows))
  }

  /// What is wrong with the text, or else what it may go on with.
  private func lines(columns: Int) -> [String] {
    let text = problem ?? (candidates.isEmpty ? nil : candidates.joined(separator: "  "))
    return text.map { TextLayout.wrap($0, columns: max(2, columns)).map(\.text) } ?? []
  }

  /// Draws its state.
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

  /// Completes the text on another thread, while typed keys wait.
  private func startCompletion(
    _ complete: @escaping @Sendable (String) -> Completion
  ) -> [Effect] {
    let text = field.text
    // A folder may be on a machine that answers no more.
    return reading.start("reading the folder", holdsKeys: true) {
      complete(text)
    } completion: { [weak self] completion in
      guard let self, field.text == text else { return [] }
      field.replaceAll(with: completion.text)
      (problem, candidates) = (nil, completion.candidates)
      return []
    }
  }

  /// Does an action of its own.
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
