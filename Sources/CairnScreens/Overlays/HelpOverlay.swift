public import CairnInterface

/// The actions that have a key on a screen; typing filters them, and Enter performs one.
///
/// Actions that are not available on the screen follow. They are dim, with the reason.
public final class HelpOverlay: Picker {
  /// An unavailable action, and the reason.
  public struct Unavailable: Hashable, Sendable {
    var action: Action
    var reason: String

    /// Creates an unavailable action.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - reason: the reason; `nil` if the action has keys in other places only.
    public init(_ action: Action, because reason: String?) {
      self.action = action
      self.reason = reason ?? action.placesInWords
    }
  }

  private struct Row {
    var action: Action
    /// The reason why the action is unavailable.
    var reason: String?
  }

  let actions: [Action]
  private let unavailable: [Unavailable]
  private var shown: [Row] = []

  /// Creates the help.
  ///
  /// - Parameters:
  ///   - actions: the available actions.
  ///   - unavailable: other actions, after these.
  public init(_ actions: [Action], unavailable: [Unavailable] = []) {
    (self.actions, self.unavailable) = (actions, unavailable)
    super.init("Keys on this screen")
    _ = find()
  }

  override var hint: KeyWords { "type to search · \(.taking("does it"))" }
  override var none: String { "no action matches" }
  override var countWords: String? {
    "\(shown.count) of \(actions.count + unavailable.count)"
  }
  /// Whether only the app's own words are shown: yes, the actions and their keys.
  public override var hasOwnWordsOnly: Bool { true }

  /// The region of the box.
  public override func frame(in size: Size) -> Region {
    let rows = actions.count + unavailable.count + 3
    return Region(size).centered(Size(columns: min(100, size.columns), rows: min(size.rows, rows)))
  }

  override func find() -> [Effect] {
    let words = search.text.lowercased().split(separator: " ")
    let rows = actions.map { Row(action: $0) }
    let others = unavailable.map { Row(action: $0.action, reason: $0.reason) }
    shown = (rows + others).filter { row in
      let action = row.action
      let text = ([action.title] + action.keys.map(\.description) + action.synonyms)
        .joined(separator: " ")
      return words.allSatisfy { text.lowercased().contains($0) }
    }
    show(count: shown.count)
    return []
  }

  override func drawRows(
    _ rows: [(index: Int, row: Int)], on canvas: inout Canvas, theme: Theme
  ) {
    for (index, row) in rows {
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
    }
  }

  /// Performs an action, which closes the help, or shows the reason why it has no effect.
  override func take(_ index: Int) -> [Effect] {
    guard shown.indices.contains(index) else { return [] }
    let (action, reason) = (shown[index].action, shown[index].reason)
    guard let reason else { return [.dismiss, .perform(action.name)] }
    return [.say(Message("\(action.title): \(reason)", tone: .warning))]
  }

  // One click only moves the cursor, since an action can change records.
  override func click(_ index: Int, _ event: MouseEvent) -> [Effect] {
    event.clicks == 2 ? take(index) : []
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
