extension YAMLReader {
  /// What a text of several lines says of itself behind its `|` or `>`.
  private struct BlockHeader {
    /// What becomes of the line feeds at its end.
    enum End {
      case strip, clip, keep
    }

    let isFolded: Bool
    var end = End.clip
    /// How much deeper than its field it stands; `nil` as deep as its first line.
    var indent: Int?
  }

  /// A text of lines that stand deeper than `parent`, line by line behind `|`, joined behind `>`.
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

  /// The lines without their indentation, and how many empty ones stand behind them.
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

  /// Lines joined by blanks; empty lines are line feeds, and indented ones stay lines.
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
