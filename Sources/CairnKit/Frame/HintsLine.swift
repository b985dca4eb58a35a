internal import CairnInterface
internal import CairnScreens

/// The footer, which is the last row: a few keys of the screen, which can also be clicked.
struct HintsLine {
  /// The actions with a key here, the most useful first.
  var actions: [Action] = []
  /// The number of actions at the beginning that are shown in any case.
  var firstCount = 0
  /// Whether characters are text here; then only other keys are shown.
  var isTyping = false

  func layOut(columns: Int, glyphs: GlyphSet) -> Line<ActionName> {
    var line = Line<ActionName>()
    line.end = 1
    let help = actions.first { $0.name == .help }.map { text(of: $0, glyphs) } ?? ""
    let room = columns - 1 - GlyphWidth.columns(of: help) - 2
    for action in shown {
      let text = text(of: action, glyphs)
      guard line.end + GlyphWidth.columns(of: text) <= room else { break }
      add(text, action.name, to: &line)
      line.end += Self.gap
    }
    line.end = columns - 1 - GlyphWidth.columns(of: help)
    if !help.isEmpty { add(help, .help, to: &line) }
    return line
  }

  /// Lays out the hint for help at the end of a row with `room` free columns, and other hints
  /// before it as far as they fit; `nil` without any.
  func layOutAtEnd(columns: Int, room: Int, glyphs: GlyphSet) -> Line<ActionName>? {
    guard let help = actions.first(where: { $0.name == .help }) else { return nil }
    var hints = [(action: help, text: text(of: help, glyphs))]
    var width = GlyphWidth.columns(of: hints[0].text)
    guard width <= room else { return nil }
    for action in shown {
      let text = text(of: action, glyphs)
      let wider = width + GlyphWidth.columns(of: text) + Self.gap
      guard wider <= room else { break }
      hints.insert((action, text), at: hints.count - 1)
      width = wider
    }
    var line = Line<ActionName>()
    line.end = columns - 1 - width
    for hint in hints {
      add(hint.text, hint.action.name, to: &line)
      line.end += Self.gap
    }
    return line
  }

  /// The columns between two hints.
  private static let gap = 3

  /// The hinted actions: first of the screen, then of the app, then of all screens.
  private var shown: [Action] {
    let hinted = actions.dropFirst(firstCount).filter(isShown)
    let isOwn = { (action: Action) in ActionTable.standard[action.name] == nil }
    let (own, standard) = (hinted.filter(isOwn), hinted.filter { !isOwn($0) })
    let place = standard.firstIndex { $0.contexts.contains(.browsing) } ?? standard.count
    return actions.prefix(firstCount) + standard[..<place] + own + standard[place...]
  }

  /// A person on a screen knows the key to go back; a person in a prompt may not.
  private func isShown(_ action: Action) -> Bool {
    action.isHinted && action.name != .help && (action.name != .leave || isTyping)
  }

  private func add(_ text: String, _ name: ActionName, to line: inout Line<ActionName>) {
    let key = text.prefix { $0 != " " }
    line.add(String(key), .accent, target: name)
    line.add(String(text.dropFirst(key.count)), .dim, target: name)
  }

  private func text(of action: Action, _ glyphs: GlyphSet) -> String {
    guard let keys = action.key(whileTyping: isTyping) else { return action.hint }
    let isEnter = keys == "Enter" && !glyphs.isASCII
    return "\(isEnter ? glyphs.enter : keys.label) \(action.hint)"
  }
}

extension Action {
  /// The first key of the action; while typing, the first that is no character.
  func key(whileTyping isTyping: Bool) -> KeySequence? {
    keys.first { !isTyping || $0.keys[0].text == nil }
  }
}
