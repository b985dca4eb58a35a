public import CairnInterface

/// The actions that have a key on a screen; typing filters them, and Enter does one.
///
/// A search also finds actions that are not available on the screen. They are dim, with the reason.
public final class HelpOverlay: Overlay {
  /// An action that is not available, and the reason.
  public struct Unavailable: Hashable, Sendable {
    var action: Action
    var reason: String

    /// An action that has keys in the screen's contexts, or only in others.
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

  /// Lists actions.
  ///
  /// - Parameters:
  ///   - actions: the available actions.
  ///   - unavailable: other actions, which only a search shows.
  public init(_ actions: [Action], unavailable: [Unavailable] = []) {
    (self.actions, self.unavailable) = (actions, unavailable)
    window.resize(count: actions.count, height: 1)
  }

  /// The name in the breadcrumb, or on the box.
  public var title: String { "Keys on this screen" }
  /// Short words on the lower edge of the box.
  public var footer: KeyWords { "type to search · \(.taking("does it"))" }
  /// Where its keys are looked up.
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

  /// What is looked for.
  public var typedText: String? { filter.text }

  /// Where its box lies.
  public func frame(in size: Size) -> Region {
    Region(size).centered(
      Size(columns: min(76, size.columns), rows: min(size.rows, actions.count + 4)))
  }

  /// Takes the room that there is.
  public func layOut(in size: Size) {
    window.resize(count: shown.count, height: size.rows - 2)
  }

  /// The actions and their keys.
  public var hasOwnWordsOnly: Bool { true }

  /// Draws its state.
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

  /// Does an action of its own.
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

  /// Takes a click or a turn of the wheel.
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
  /// The keys as people write them in a hint: "^D", "gg", "⏎" stays a word.
  package var label: String { keys.map(\.label).joined() }
}

extension Key {
  /// The key as people write it in a hint.
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
