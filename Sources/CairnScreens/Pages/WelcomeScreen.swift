public import CairnInterface

/// The first screen of a new user: a few ways to begin, each with one key, and three useful keys.
public final class WelcomeScreen: Screen {
  /// A way to begin.
  public struct Choice {
    /// The key that chooses it.
    public var letter: Character
    /// The title.
    public var title: String
    /// The result of the choice.
    public var detail: String
    /// The effects of the choice.
    public var effects: [Effect]
    /// The actions whose keys choose it, too, as they do on other screens.
    public var actions: [ActionName] = []

    /// Creates a choice.
    public init(_ letter: Character, _ title: String, detail: String, effects: [Effect]) {
      self.letter = letter
      self.title = title
      self.detail = detail
      self.effects = effects
    }
  }

  private enum Row {
    case blank
    case heading(String)
    case text(String)
    case choice(Choice)
    case key(ActionName, String)
  }

  private let rows: [Row]
  private var keymap = Keymap.standard
  private var window = RowWindow()

  /// Creates a welcome screen.
  ///
  /// - Parameters:
  ///   - choices: the ways to begin, the best one for a newcomer first.
  ///   - files: files to import, each with a key of its own; may be empty.
  public init(choices: [Choice], files: [Choice] = []) {
    var rows: [Row] = [
      .heading("Welcome to Cairn"), .text("Browse, filter and edit your records."), .blank,
    ]
    rows += choices.map(Row.choice)
    if !files.isEmpty {
      rows += [.blank, .heading("Import one of these")] + files.map(Row.choice)
    }
    rows += [
      .blank, .heading("Three keys to remember"),
      .key(.filter, "find: filters any list as you type"),
      .key(.keepFavorite, "keep the screen as a favorite"),
      .key(.help, "show the keys of the screen"),
    ]
    self.rows = rows
    window.resize(count: rows.count, height: 20)
    move(to: 0, step: 1)
  }

  /// The title in the breadcrumb, or on the box.
  public var title: String { "Welcome" }
  /// `nil`, as the screen is no favorite.
  public var favoriteTitle: String? { nil }
  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] { [.rows, .browsing] }
  /// The left part of the status line.
  public var status: ScreenStatus { ScreenStatus("Cairn saves nothing until you choose a line") }

  /// Fits the screen to a size.
  public func layOut(in size: Size) {
    window.resize(count: rows.count, height: size.rows - 1)
  }

  /// Takes the person's key bindings.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    keymap = surroundings.keymap
    return []
  }

  /// Draws the screen.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    for index in window.visible {
      let row = 1 + index - window.top
      var pen = Pen(theme, column: 2, row: row)
      switch rows[index] {
      case .blank: break
      case .heading(let text): pen.write(text, .bold, on: &canvas)
      case .text(let text): pen.write(text, .dim, on: &canvas)
      case .key(let action, let text):
        pen.column = 3
        // These are the keys of lists; this screen itself has no filter.
        guard let key = keymap.key(for: action, in: [.list] + contexts)?.label else { break }
        pen.write(key, .accent, on: &canvas, columns: max(3, GlyphWidth.columns(of: key) + 1))
        pen.write(text, on: &canvas)
      case .choice(let choice):
        pen.column = 3
        pen.write(String(choice.letter), .accent, on: &canvas, columns: 3)
        pen.write(choice.title, on: &canvas, columns: max(0, canvas.size.columns * 2 / 5))
        pen.column += 1
        pen.write(
          choice.detail, .dim, on: &canvas, columns: max(0, canvas.size.columns - pen.column - 1))
      }
      if index == window.cursor { canvas.markCursor(row: row, gutter: 1, theme: theme) }
    }
  }

  /// Performs one of the screen's actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    var moved = window
    if moved.perform(action) {
      move(to: moved.cursor, step: moved.cursor < window.cursor ? -1 : 1)
      return []
    }
    for case .choice(let choice) in rows where choice.actions.contains(action) {
      return choice.effects
    }
    guard action == .open, case .choice(let choice) = rows[window.cursor] else { return nil }
    return choice.effects
  }

  /// Handles a click.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    let row = window.top + event.position.row - 1
    guard event.kind == .press, rows.indices.contains(row), case .choice(let choice) = rows[row]
    else { return [] }
    window.move(to: row)
    return event.clicks == 2 ? choice.effects : []
  }

  /// Takes the choice of a typed letter.
  public func insert(_ text: String) -> [Effect]? {
    for case .choice(let choice) in rows where choice.letter == text.first {
      return choice.effects
    }
    return nil
  }

  private func move(to row: Int, step: Int) {
    let isChoice = { (row: Row) -> Bool in if case .choice = row { true } else { false } }
    guard let stop = rows.stop(from: row, step: step, where: isChoice) else { return }
    window.move(to: stop)
    if rows.stop(from: 0, step: 1, where: isChoice) == stop { window.place(cursor: stop, top: 0) }
  }
}
