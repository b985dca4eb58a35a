internal import CairnInterface

extension TextField {
  /// Does one of the actions on text; false if `action` is none of them.
  mutating func perform(_ action: ActionName) -> Bool {
    if isSelected, action == .textDeleteLeft || action == .textDeleteRight {
      replaceAll(with: "")
      return true
    }
    guard act(action) else { return false }
    deselect()
    return true
  }

  private mutating func act(_ action: ActionName) -> Bool {
    guard keepsPast else { return edit(action) }
    switch action {
    case .undoTyping: takeBack()
    case .redoTyping: doAgain()
    default:
      let before = step
      guard edit(action) else { return false }
      noteChange(since: before)
    }
    return true
  }

  private mutating func edit(_ action: ActionName) -> Bool {
    switch action {
    case .textLeft: move(by: -1)
    case .textRight: move(by: 1)
    case .textWordLeft: move(to: wordStart)
    case .textWordRight: move(to: wordEnd)
    case .textStart: move(to: lineStart)
    case .textEnd: move(to: lineEnd)
    case .textDeleteLeft: delete(max(0, cursor - 1)..<cursor)
    case .textDeleteRight: delete(cursor..<min(cursor + 1, characters.count))
    case .textCutWordLeft: kill(wordStart..<cursor)
    case .textCutWordRight: kill(cursor..<wordEnd)
    case .textCutToStart: kill(lineStart..<cursor)
    case .textCutToEnd: kill(cursor..<lineEnd)
    case .textYank: yank()
    default: return false
    }
    return true
  }

  private var lineStart: Int {
    (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1
  }

  private var lineEnd: Int {
    characters[cursor...].firstIndex(of: "\n") ?? characters.count
  }
}
