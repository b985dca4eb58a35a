extension YAMLReader {
  static let apostrophe = UInt8(ascii: "'")
  static let hash = UInt8(ascii: "#")
  static let tabReason = "a tab cannot indent; use blanks"

  /// The byte that comes next, `nil` at the end.
  var byte: UInt8? { mark.index < bytes.count ? bytes[mark.index] : nil }

  var isAtEnd: Bool { mark.index >= bytes.count }

  /// How deep the next byte stands in its line, from 0.
  var column: Int { mark.index - mark.lineStart }

  /// Whether nothing but a comment comes in this line.
  var isAtLineEnd: Bool {
    byte.map { $0 == Byte.lineFeed || isComment(at: mark.index) } ?? true
  }

  /// Whether an element of a list comes next.
  var isDash: Bool { byte == Byte.minus && isBlank(at: mark.index + 1) }

  /// Whether a blank or a line's end stands at `place`.
  func isBlank(at place: Int) -> Bool {
    place >= bytes.count || [Byte.space, Byte.tab, Byte.lineFeed].contains(bytes[place])
  }

  /// Whether a colon at `place` ends a name.
  func isColon(at place: Int) -> Bool {
    place < bytes.count && bytes[place] == Byte.colon && isBlank(at: place + 1)
  }

  /// Whether a comment begins at `place`.
  func isComment(at place: Int) -> Bool {
    place < bytes.count && bytes[place] == Self.hash
      && (place == mark.lineStart || isBlank(at: place - 1))
  }

  /// The mistake that `reason` says, here or at `place`.
  func error(_ reason: String, at place: Mark? = nil) -> YAMLError {
    let place = place ?? mark
    let characters = bytes[place.lineStart..<min(place.index, bytes.count)]
      .count { $0 & 0xC0 != 0x80 }
    return YAMLError(line: place.line, column: characters + 1, reason: reason)
  }

  // MARK: - Going on

  /// Goes past blanks in the line.
  mutating func skipBlanks() {
    while byte == Byte.space || byte == Byte.tab { mark.index += 1 }
  }

  /// Goes past a line feed.
  mutating func skipLineFeed() {
    mark.index += 1
    mark.line += 1
    mark.lineStart = mark.index
  }

  /// Goes to the end of the line.
  mutating func skipToLineEnd() {
    while let byte, byte != Byte.lineFeed { mark.index += 1 }
  }

  /// Ends the line, in which nothing but a comment may stand, and goes to what comes then.
  mutating func nextContent() throws(YAMLError) {
    skipBlanks()
    guard isAtLineEnd else { throw error("text after the end of a value") }
    skipToLineEnd()
    if !isAtEnd { skipLineFeed() }
    try skipToContent()
  }

  /// Goes to the first character of the next line that says something.
  mutating func skipToContent() throws(YAMLError) {
    while !isAtEnd {
      while byte == Byte.space { mark.index += 1 }
      let indentation = mark
      skipBlanks()
      guard isAtLineEnd else {
        if indentation.index < mark.index { throw error(Self.tabReason, at: indentation) }
        return
      }
      skipToLineEnd()
      if !isAtEnd { skipLineFeed() }
    }
  }
}
