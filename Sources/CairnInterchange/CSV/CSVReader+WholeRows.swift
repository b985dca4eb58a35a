/// Reads rows in one pass.
extension CSVReader {
  /// Reads a row in one pass over its bytes.
  ///
  /// - Returns: Whether it succeeded; if not, the row and the position in the block are unchanged.
  mutating func takeWholeRow(into row: inout RawRow) -> Bool {
    var line = Line(from: position, dialect, isExact: isExact)
    var count = 0
    repeat {
      guard let cell = line.nextCell(in: block.span), count < keptCells || cell.isEmpty else {
        row.begin(line: self.line)
        droppedCells = 0
        return false
      }
      if count >= keptCells {
        droppedCells += 1
        count += 1
        continue
      }
      let isEmptyText =
        readsEmptyTexts && cell.isEmpty && cell.lowerBound > position
        && block[cell.lowerBound - 1] == dialect.quote
      row.endCell(
        from: cell.lowerBound - position, to: cell.upperBound - position, isText: isEmptyText)
      count += 1
    } while line.isOpen
    row.take(block[position..<line.position])
    seen = line.seen
    position = line.position
    skipsLineFeed = block[position - 1] == Byte.carriageReturn
    self.line += 1
    lineStart = consumed + position
    return true
  }

  /// The kinds of bytes in a row's cells.
  struct Seen {
    /// The bitwise OR of all bytes.
    var bits: UInt8 = 0
    var hasZero = false

    mutating func add(_ byte: UInt8) {
      bits |= byte
      hasZero = hasZero || byte == 0
    }
  }

  /// A scanner for the cells of one line.
  private struct Line {
    private let delimiter: UInt8
    private let quote: UInt8
    private let hasQuotes: Bool
    private let isExact: Bool
    /// The start of the next cell, or the position after the line's end.
    private(set) var position: Int
    private(set) var isOpen = true
    private(set) var seen = Seen()

    init(from position: Int, _ dialect: CSVDialect, isExact: Bool) {
      (self.position, self.isExact) = (position, isExact)
      (delimiter, quote) = (dialect.delimiter, dialect.quote ?? 0)
      hasQuotes = dialect.quote != nil
    }

    /// Returns the range of the next cell, without quotes around it; `nil` if the line can't be
    /// read in one pass.
    mutating func nextCell(in bytes: Span<UInt8>) -> Range<Int>? {
      guard position < bytes.count else { return nil }
      let isQuoted = bytes[position] == quote && hasQuotes
      var start = isQuoted ? position + 1 : position
      guard var end = isQuoted ? endOfQuoted(start, bytes) : endOfPlain(start, bytes) else {
        return nil
      }
      let mark = isQuoted ? end + 1 : end
      guard mark < bytes.count, isMark(bytes[mark]) else { return nil }
      if !isQuoted, !isExact, end > start, CellEdges.mayTrim(bytes[start], bytes[end - 1]) {
        let range = CellEdges.trimmed(start..<end, of: bytes)
        (start, end) = (range.lowerBound, range.upperBound)
        // A quote after blanks, and a line of blanks.
        guard start < end ? bytes[start] != quote || !hasQuotes : bytes[mark] == delimiter else {
          return nil
        }
      }
      isOpen = bytes[mark] == delimiter
      position = mark + 1
      return start..<end
    }

    private func isMark(_ byte: UInt8) -> Bool {
      byte == delimiter || Byte.endsLine(byte)
    }

    // Local copies stay in registers, so that a byte costs few instructions.

    private mutating func endOfPlain(_ start: Int, _ bytes: Span<UInt8>) -> Int? {
      let (delimiter, count) = (delimiter, bytes.count)
      var seen = seen
      var index = start
      while index < count {
        let byte = bytes[index]
        if byte == delimiter || Byte.endsLine(byte) { break }
        seen.add(byte)
        index += 1
      }
      self.seen = seen
      return index
    }

    private mutating func endOfQuoted(_ start: Int, _ bytes: Span<UInt8>) -> Int? {
      let (quote, count) = (quote, bytes.count)
      var seen = seen
      var index = start
      while index < count {
        let byte = bytes[index]
        if byte == quote { break }
        if byte == Byte.lineFeed { return nil }
        seen.add(byte)
        index += 1
      }
      self.seen = seen
      return index
    }
  }
}
