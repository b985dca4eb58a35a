internal import CairnInterface

/// A session without a screen: what it shows as lines, and keys that come together.
extension Session {
  /// What it shows, from the location line to the status: of what is in the middle, each line that
  /// has something with its number.
  var spokenLines: [String] {
    let canvas = draw()
    guard !frame.isTooSmall else { return canvas.lines(in: canvas.bounds).filter { !$0.isEmpty } }
    let overlay = overlays.last
    let middle = overlay.map { frame.content.place(of: inner(of: $0)) } ?? frame.content
    var lines = canvas.lines(in: frame.location)
    if let overlay { lines.append(overlay.title) }
    for (index, line) in canvas.lines(in: middle).enumerated() where !line.isEmpty {
      let isTypedInto = canvas.cursor.map { $0.row - middle.row } == index
      let number =
        takesNumbers ? "\(index + 1)" : takesMarkedNumbers && !isTypedInto ? "#\(index + 1)" : ""
      let blanks = max(1, LineLoop.numberColumns - number.count)
      lines.append(number + String(repeating: " ", count: blanks) + line)
    }
    let end = frame.status.row + max(1, messageRows.count)
    lines += canvas.lines(in: Region(canvas.size).rows(frame.status.row..<end))
    if messageRows.count < 2 { lines += canvas.lines(in: frame.hints).filter { !$0.isEmpty } }
    return lines.map { line in String(line.drop { $0 == " " }) }
  }

  /// Whether a number chooses what stands in a line, rather than being text.
  var takesNumbers: Bool {
    let typed: Set<ActionContext> = [.text, .area, .lines, .form]
    return typed.isDisjoint(with: top.contexts)
  }

  /// Whether a number behind a hash chooses a line while a text narrows the lines down.
  ///
  /// In a form it is text, as in any field.
  private var takesMarkedNumbers: Bool {
    !takesNumbers && !top.contexts.contains(.form) && !(top is TextPrompt)
  }

  /// The line that a word means, `3` or `#3`; `nil` where it is text.
  ///
  /// - Parameter word: what was written.
  /// - Returns: the line's number.
  func line(meantBy word: String) -> Int? {
    if word.hasPrefix("#"), takesNumbers || takesMarkedNumbers { return Int(word.dropFirst()) }
    return takesNumbers ? Int(word) : nil
  }

  /// Opens what stands in a line of `spokenLines`, by its number.
  func choose(_ number: Int) {
    let region = overlays.last.map(inner) ?? Region(frame.content.size)
    let middle = frame.content.place(of: region)
    guard (1...max(1, region.rows)).contains(number),
      !draw().lines(in: middle)[number - 1].isEmpty
    else {
      message = Message("no line \(number)", tone: .warning)
      return
    }
    let inScreen = Position(column: region.column + 4, row: region.row + number - 1)
    let position = Position(
      column: frame.content.column + inScreen.column, row: frame.content.row + inScreen.row)
    handle(.mouse(MouseEvent(kind: .press, position: position, clicks: 2)), at: .now)
  }

  /// Presses keys one after the other.
  func press(_ keys: [Key]) {
    for key in keys {
      handle(.key(key), at: now)
      readInbox()
    }
  }
}
