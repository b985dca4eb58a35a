extension YAMLReader {
  static let apostrophe = UInt8(ascii: "'")
  static let hash = UInt8(ascii: "#")
  static let tabReason = "a tab cannot indent; use blanks"

  /// The next byte; `nil` at the end.
  var byte: UInt8? { mark.index < bytes.count ? bytes[mark.index] : nil }

  var isAtEnd: Bool { mark.index >= bytes.count }

  /// The column of the next byte in its line, from 0.
  var column: Int { mark.index - mark.lineStart }

  /// Whether the line ends here, apart from a comment.
  var isAtLineEnd: Bool {
    byte.map { $0 == Byte.lineFeed || isComment(at: mark.index) } ?? true
  }

  /// Whether an element of a list comes next.
  var isDash: Bool { byte == Byte.minus && isBlank(at: mark.index + 1) }

  /// Returns whether a blank or a line end is at `place`.
  func isBlank(at place: Int) -> Bool {
    place >= bytes.count || [Byte.space, Byte.tab, Byte.lineFeed].contains(bytes[place])
  }

  /// Returns whether a colon at `place` ends a name.
  func isColon(at place: Int) -> Bool {
    place < bytes.count && bytes[place] == Byte.colon && isBlank(at: place + 1)
  }

  /// Returns whether a comment begins at `place`.
  func isComment(at place: Int) -> Bool {
    place < bytes.count && bytes[place] == Self.hash
      && (place == mark.lineStart || isBlank(at: place - 1))
  }

  /// Returns an error with a reason, here or at `place`.
  func error(_ reason: String, at place: Mark? = nil) -> YAMLError {
    let place = place ?? mark
    let characters = bytes[place.lineStart..<min(place.index, bytes.count)]
      .count { $0 & 0xC0 != 0x80 }
    return YAMLError(line: place.line, column: characters + 1, reason: reason)
  }

  // MARK: - Moving

  /// Skips blanks in the line.
  mutating func skipBlanks() {
    while byte == Byte.space || byte == Byte.tab { mark.index += 1 }
  }

  /// Skips a line feed.
  mutating func skipLineFeed() {
    mark.index += 1
    mark.line += 1
    mark.lineStart = mark.index
  }

  /// Moves to the end of the line.
  mutating func skipToLineEnd() {
    while let byte, byte != Byte.lineFeed { mark.index += 1 }
  }

  /// Moves to the next content after this line, which may have only a comment left.
  mutating func nextContent() throws(YAMLError) {
    skipBlanks()
    guard isAtLineEnd else { throw error("text after the end of a value") }
    skipToLineEnd()
    if !isAtEnd { skipLineFeed() }
    try skipToContent()
  }

  /// Moves to the first character of the next line with content.
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

extension YAMLReader {
  /// The header of a block text, after its `|` or `>`.
  private struct BlockHeader {
    /// The treatment of line feeds at the end.
    enum End {
      case strip, clip, keep
    }

    let isFolded: Bool
    var end = End.clip
    /// The indentation relative to the field; `nil` if the first line determines it.
    var indent: Int?
  }

  /// Reads a block text, whose lines are indented deeper than `parent`: separate lines after `|`,
  /// joined lines after `>`.
  mutating func blockText(parent: Int) throws(YAMLError) -> YAMLValue {
    let header = try blockHeader()
    let (lines, blanks) = blockLines(header, parent: parent)
    var text =
      header.isFolded ? Self.folded(lines) : Array(lines.joined(separator: [Byte.lineFeed]))
    switch header.end {
    case .strip: break
    case .clip: if !lines.isEmpty { text.append(Byte.lineFeed) }
    case .keep:
      let count = blanks + (lines.isEmpty ? 0 : 1)
      text += Array(repeating: Byte.lineFeed, count: count)
    }
    try skipToContent()
    return .text(String(decoding: text, as: UTF8.self))
  }

  private mutating func blockHeader() throws(YAMLError) -> BlockHeader {
    var header = BlockHeader(isFolded: byte == UInt8(ascii: ">"))
    mark.index += 1
    while let byte, !isBlank(at: mark.index) {
      switch byte {
      case Byte.minus: header.end = .strip
      case Byte.plus: header.end = .keep
      case UInt8(ascii: "1")...Byte.nine: header.indent = Int(byte - Byte.zero)
      default: throw error("only -, + and a digit may follow | and >")
      }
      mark.index += 1
    }
    skipBlanks()
    guard isAtLineEnd else { throw error("the text begins in the next line") }
    skipToLineEnd()
    if !isAtEnd { skipLineFeed() }
    return header
  }

  /// Reads the lines without their indentation, and counts the empty lines after them.
  private mutating func blockLines(
    _ header: BlockHeader, parent: Int
  ) -> (lines: [ArraySlice<UInt8>], blanks: Int) {
    let least = max(parent, 0) + 1
    var indent = header.indent.map { max(parent, 0) + $0 }
    var lines: [ArraySlice<UInt8>] = []
    var blanks = 0
    while !isAtEnd {
      let line = bytes[mark.index...].prefix { $0 != Byte.lineFeed }
      let spaces = line.prefix { $0 == Byte.space }.count
      let isEmpty = spaces == line.count && spaces <= indent ?? spaces
      if isEmpty {
        blanks += 1
      } else {
        if spaces < indent ?? least { break }
        let depth = indent ?? spaces
        indent = depth
        lines += Array(repeating: [], count: blanks)
        blanks = 0
        lines.append(line.dropFirst(depth))
      }
      mark.index = line.endIndex
      if !isAtEnd { skipLineFeed() }
    }
    return (lines, blanks)
  }

  /// Joins lines with blanks; empty lines become line feeds, and indented lines stay separate.
  private static func folded(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
    var text: [UInt8] = []
    var breaks = 0
    var wasIndented = true
    for line in lines {
      if line.isEmpty {
        breaks += 1
        continue
      }
      let isIndented = line.first == Byte.space || line.first == Byte.tab
      let joins = !wasIndented && !isIndented && !text.isEmpty
      if joins, breaks == 0 {
        text.append(Byte.space)
      } else {
        let own = text.isEmpty || joins ? 0 : 1
        text += Array(repeating: Byte.lineFeed, count: breaks + own)
      }
      text += line
      breaks = 0
      wasIndented = isIndented
    }
    return text
  }
}
