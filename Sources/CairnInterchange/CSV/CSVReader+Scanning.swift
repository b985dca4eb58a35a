/// Reads rows byte by byte, and rows across blocks.
extension CSVReader {
  mutating func scanRow(into row: inout RawRow) throws(InterchangeError) -> Bool {
    row.begin(line: line)
    (droppedCells, hasDroppedValue) = (0, false)
    seen = nil
    var state = State.cellStart
    passLineFeed()
    if dialect.comment != nil { while try skipComment(row: &row) {} }
    if position < block.count, !Byte.endsLine(block[position]), dialect.escape == nil,
      takeWholeRow(into: &row)
    {
      return true
    }
    while true {
      while position < block.count {
        if dialect.comment != nil, state == .cellStart, row.count == 0,
          try skipComment(row: &row)
        {
          continue
        }
        if scan(into: &row, &state) {
          if !isBlank(row, state) { return true }
          isAfterBlank = true
        }
      }
      guard try takeBlock() else { break }
    }
    return endOfInput(&row, state)
  }

  /// Takes the next block of the source; tells whether there is one.
  private mutating func takeBlock() throws(InterchangeError) -> Bool {
    guard let next = try source.nextBlock() else { return false }
    consumed += block.count
    block = next
    position = 0
    return true
  }

  /// Skips a comment at the start of a line; tells whether there is one.
  private mutating func skipComment(row: inout RawRow) throws(InterchangeError) -> Bool {
    passLineFeed()
    guard let comment = dialect.comment, position < block.count, block[position] == comment,
      consumed + position == lineStart
    else { return false }
    repairs.commentCount += 1
    repeat {
      guard let end = block[position...].firstIndex(where: Byte.endsLine) else {
        position = block.count
        continue
      }
      position = end + 1
      skipsLineFeed = block[end] == Byte.carriageReturn
      line += 1
      lineStart = consumed + position
      row.begin(line: line)
      return true
    } while try takeBlock()
    return true
  }

  /// Returns whether the row is a blank line, after which the row starts again.
  private func isBlank(_ row: borrowing RawRow, _ state: State) -> Bool {
    state == .cellStart && row.count == 0
  }

  private mutating func endOfInput(_ row: inout RawRow, _ state: State) -> Bool {
    if state == .quoted || state == .escaped {
      row.note(.unterminatedQuote(line: openQuote.line, column: openQuote.column))
    }
    if state == .plainEscaped, let escape = dialect.escape { row.append(escape) }
    if state == .cellStart, row.count == 0 { return false }
    endCell(of: &row, isQuoted: state.isAfterQuotes)
    return true
  }

  /// Continues to scan the block.
  ///
  /// - Returns: `true` at the end of a line, `false` when the block is used up.
  private mutating func scan(into row: inout RawRow, _ state: inout State) -> Bool {
    let end = block.count
    while position < end {
      let byte = block[position]
      if skipsLineFeed {
        passLineFeed()
        continue
      }
      switch state {
      case .cellStart where byte == dialect.quote:
        openQuote = (line, column)
        position += 1
        state = .quoted
      case .cellStart where isBlank(byte):
        position += 1
      case .cellStart, .plain:
        if scanPlain(into: &row, &state) { return true }
      case .quoted:
        scanQuoted(into: &row, &state)
      case .escaped, .plainEscaped:
        scanEscaped(byte, into: &row, &state)
      case .afterQuote, .afterBlank:
        if scanAfterQuote(byte, into: &row, &state) { return true }
      }
    }
    return false
  }

  /// Returns whether a byte beside a cell is a blank that is skipped.
  private func isBlank(_ byte: UInt8) -> Bool {
    !isExact && (byte == Byte.space || byte == Byte.tab) && byte != dialect.delimiter
  }

  /// Skips the line feed after a carriage return, if there is one.
  private mutating func passLineFeed() {
    guard skipsLineFeed, position < block.count else { return }
    skipsLineFeed = false
    guard block[position] == Byte.lineFeed else { return }
    if line == firstLine { hasCRLF = true }
    position += 1
    lineStart += 1
  }

  private mutating func scanPlain(into row: inout RawRow, _ state: inout State) -> Bool {
    let start = position
    let end = block.count
    var index = start
    while index < end {
      let byte = block[index]
      if byte == dialect.delimiter || Byte.endsLine(byte) || byte == dialect.escape { break }
      index += 1
    }
    if index > start {
      row.append(block[start..<index])
      state = .plain
    }
    position = index
    guard index < end else { return false }
    if block[index] == dialect.escape {
      position += 1
      state = .plainEscaped
      return false
    }
    return endCell(block[index], of: &row, &state)
  }

  private mutating func scanQuoted(into row: inout RawRow, _ state: inout State) {
    let start = position
    let end = block.count
    var index = start
    while index < end, block[index] != dialect.quote, block[index] != dialect.escape {
      if block[index] == Byte.lineFeed {
        line += 1
        lineStart = consumed + index + 1
      }
      index += 1
    }
    row.append(block[start..<index])
    guard index < end else {
      position = end
      return
    }
    position = index + 1
    state = block[index] == dialect.quote ? .afterQuote : .escaped
  }

  /// Takes the byte after an escape, which is a part of the text.
  ///
  /// The escape stays before a character that needs none.
  private mutating func scanEscaped(
    _ byte: UInt8, into row: inout RawRow, _ state: inout State
  ) {
    let isQuoted = state == .escaped
    state = isQuoted ? .quoted : .plain
    let isNeeded =
      byte == dialect.quote || byte == dialect.escape || !isQuoted && byte == dialect.delimiter
    if !isNeeded, let escape = dialect.escape { row.append(escape) }
    // The end of a line ends the row, or is counted in the cell.
    guard isNeeded else { return }
    row.append(byte)
    position += 1
  }

  private mutating func scanAfterQuote(
    _ byte: UInt8, into row: inout RawRow, _ state: inout State
  ) -> Bool {
    switch byte {
    case dialect.quote where state == .afterQuote:
      row.append(byte)
      position += 1
      state = .quoted
      return false
    case dialect.delimiter, Byte.lineFeed, Byte.carriageReturn:
      return endCell(byte, of: &row, &state)
    case _ where isBlank(byte):
      position += 1
      state = .afterBlank
      return false
    default:
      row.note(.textAfterQuote(line: line, column: column))
      state = .plain
      return false
    }
  }

  /// Ends a cell at the delimiter or the end of a line.
  ///
  /// - Returns: Whether the row ends as well.
  private mutating func endCell(
    _ byte: UInt8, of row: inout RawRow, _ state: inout State
  ) -> Bool {
    position += 1
    let isBlankLine = byte != dialect.delimiter && state == .cellStart && row.count == 0
    if !isBlankLine { endCell(of: &row, isQuoted: state.isAfterQuotes) }
    state = .cellStart
    guard byte != dialect.delimiter else { return false }
    skipsLineFeed = byte == Byte.carriageReturn
    line += 1
    lineStart = consumed + position
    if isBlankLine { row.begin(line: line) }
    return true
  }

  private mutating func endCell(of row: inout RawRow, isQuoted: Bool) {
    if isQuoted, hasCRLF { row.endLinesWithLineFeeds() }
    let isTrimmed = !isQuoted && !isExact
    let isFurther = row.count >= keptCells
    guard isFurther, !hasFurtherCells else {
      row.endPlainCell(mayBeEmpty: isQuoted && readsEmptyTexts, isTrimmed: isTrimmed)
      guard isFurther else { return }
      droppedCells += 1
      if row.kind(at: row.count - 1).hasValue { hasDroppedValue = true }
      return
    }
    if row.dropCell(isTrimmed: isTrimmed) { hasDroppedValue = true }
    droppedCells += 1
  }

  private var column: Int { consumed + position - lineStart + 1 }
}

extension CSVReader.State {
  /// Whether the cell was quoted and its last quote has been read.
  fileprivate var isAfterQuotes: Bool { self == .afterQuote || self == .afterBlank }
}
