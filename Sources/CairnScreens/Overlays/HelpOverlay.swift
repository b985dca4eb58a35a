public import CairnInterface

/// The actions that have a key on a screen; typing filters them, and Enter performs one.
///
/// A search also finds actions that are not available on the screen. They are dim, with the reason.
public final class HelpOverlay: Overlay {
  /// An unavailable action, and the reason.
  public struct Unavailable: Hashable, Sendable {
    var action: Action
    var reason: String

    /// Creates an unavailable action.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - isOfContext: whether the action has keys in the screen's contexts.
    public init(_ action: Action, isOfContext: Bool) {
      self.action = action
      reason = isOfContext ? "not possible here" : action.placesInWords
    }
  }

  private struct Row {
    var action: Action
    /// The reason why the action is unavailable.
    var reason: String?
  }

  let actions: [Action]
  private let unavailable: [Unavailable]
  private var filter = TextField()
  private var window = RowWindow()

  /// Creates the help.
  ///
  /// - Parameters:
  ///   - actions: the available actions.
  ///   - unavailable: other actions, which only a search shows.
  public init(_ actions: [Action], unavailable: [Unavailable] = []) {
    (self.actions, self.unavailable) = (actions, unavailable)
    window.resize(count: actions.count, height: 1)
  }

  /// The title in the breadcrumb, or on the box.
  public var title: String { "Keys on this screen" }
  /// The hint on the lower edge of the box.
  public var footer: KeyWords { "type to search · \(.taking("does it"))" }
  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] { [.text, .prompt] }

  private var shown: [Row] {
    let words = filter.text.lowercased().split(separator: " ")
    guard !words.isEmpty else { return actions.map { Row(action: $0) } }
    let rows =
      actions.map { Row(action: $0) }
      + unavailable.map { Row(action: $0.action, reason: $0.reason) }
    return rows.filter { row in
      let action = row.action
      let text = ([action.title] + action.keys.map(\.description) + action.synonyms)
        .joined(separator: " ")
      return words.allSatisfy { text.lowercased().contains($0) }
    }
  }

  /// The search text.
  public var typedText: String? { filter.text }

  /// The region of the box.
  public func frame(in size: Size) -> Region {
    Region(size).centered(
      Size(columns: min(76, size.columns), rows: min(size.rows, actions.count + 4)))
  }

  /// Fits the help to a size.
  public func layOut(in size: Size) {
    window.resize(count: shown.count, height: size.rows - 2)
  }

  /// Whether only the app's own words are shown: yes, the actions and their keys.
  public var hasOwnWordsOnly: Bool { true }

  /// Draws the help.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    let shown = shown
    var pen = Pen(theme, column: 1)
    pen.write("/ ", .accent, on: &canvas)
    let cursor = filter.draw(
      at: Position(column: 3, row: 0), columns: max(1, canvas.size.columns - 24), style: .plain,
      on: &canvas, theme: theme)
    pen.column = max(4, canvas.size.columns - 18)
    let count = filter.text.isEmpty ? actions.count : actions.count + unavailable.count
    pen.write("\(shown.count) of \(count)", .dim, on: &canvas)
    if shown.isEmpty {
      var pen = Pen(theme, column: 3, row: 2)
      pen.write("no action matches", .dim, on: &canvas)
    }
    for index in window.visible where index < shown.count {
      let row = 2 + index - window.top
      var pen = Pen(theme, column: 2, row: row)
      let (action, reason) = (shown[index].action, shown[index].reason)
      let keys = action.keys.map(\.label).joined(separator: "  ")
      let room = canvas.size.columns - pen.column - 2
      pen.write(
        keys, reason == nil ? .accent : .dim, on: &canvas, columns: room < 50 ? room / 3 : 22)
      pen.column += 1
      let title = reason.map { "\(action.title) \(theme.glyphs.separator) \($0)" } ?? action.title
      pen.write(
        title, reason == nil ? .normal : .dim, on: &canvas,
        columns: canvas.size.columns - 2 - pen.column)
      if index == window.cursor { canvas.markCursor(row: row, theme: theme) }
    }
    canvas.draw(in: Region(canvas.size).rows(2..<max(2, canvas.size.rows))) { canvas in
      canvas.markHidden(by: window, theme: theme)
    }
    canvas.cursor = cursor
  }

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    filter.insert(text)
    narrow()
    return []
  }

  /// Performs one of the help's actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    if filter.perform(action) {
      narrow()
      return []
    }
    if window.perform(action) { return [] }
    guard action == .accept else { return nil }
    let shown = shown
    guard window.cursor < shown.count else { return [] }
    return effects(of: shown[window.cursor])
  }

  /// Handles a click or a turn of the wheel.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    window.scroll(event)
    let index = window.top + event.position.row - 2
    guard event.kind == .press, event.position.row >= 2, shown.indices.contains(index) else {
      return []
    }
    window.move(to: index)
    return event.clicks == 2 ? effects(of: shown[index]) : []
  }

  private func effects(of row: Row) -> [Effect] {
    guard let reason = row.reason else { return [.dismiss, .perform(row.action.name)] }
    return [.say(Message("\(row.action.title): \(reason)", tone: .warning))]
  }

  private func narrow() {
    window.resize(count: shown.count, height: window.height)
    window.move(to: 0)
  }
}

extension KeySequence {
  /// The keys in the form of hints: "^D", "gg"; "Enter" stays a word.
  package var label: String { keys.map(\.label).joined() }
}

extension Key {
  /// The key in the form of hints.
  package var label: String {
    let prefix =
      (modifiers.contains(.control) ? "^" : "") + (modifiers.contains(.alt) ? "Alt-" : "")
      + (modifiers.contains(.shift) ? "Shift-" : "")
    let name: String =
      switch code {
      case .character(" "): "Space"
      case .character(let character):
        modifiers.contains(.control) ? character.uppercased() : String(character)
      case .escape: "Esc"
      case .backtab: "Shift-Tab"
      case .backspace: "BSpace"
      case .pageUp: "PgUp"
      case .pageDown: "PgDn"
      default: Key(code).description
      }
    return prefix + name
  }
}
