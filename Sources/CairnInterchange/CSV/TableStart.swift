/// The lines before a table that are skipped without being examined.
struct TableStart {
  /// The bytes that were read, from `position` on enough to recognize the table.
  private(set) var block: [UInt8]
  /// The position of the table in the block.
  private(set) var position = 0
  /// The line there, from 1.
  private(set) var line = 1
  /// The number of lines that a person wanted to skip.
  private(set) var skipped = 0

  /// Reads the start of a source.
  ///
  /// A line such as `sep=;`, which spreadsheets write, tells the delimiter.
  ///
  /// - Parameters:
  ///   - source: UTF-8, with or without byte order marks.
  ///   - given: The known parts of the dialect.
  /// - Throws: `InterchangeError.beyondEnd` if the table would begin after the last line, and the
  ///   errors of the source.
  init(_ source: ByteStream, _ given: inout Dialect) throws(InterchangeError) {
    block = try source.nextSample()
    while block[position...].starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
    if let delimiter = Self.separator(in: block[position...]) {
      given.delimiter = given.delimiter ?? delimiter
      try skipLine(source)
    }
    let target =
      if case .line(let number)? = given.header { number } else { (given.skip ?? 0) + 1 }
    while line < target, position < block.count {
      try skipLine(source)
      skipped += 1
    }
    if skipped > 0, position == block.count { throw beyondEnd(of: source.name, given, target) }
    block.removeSubrange(..<position)
    position = 0
    while block.count < ByteStream.sampleSize, let next = try source.nextBlock() { block += next }
  }

  private func beyondEnd(
    of name: String, _ given: Dialect, _ target: Int
  ) -> InterchangeError {
    let count = block.last.map(Byte.endsLine) == true ? line - 1 : line
    let reason =
      given.header == nil || given.header == Dialect.Header.none
      ? "nothing is left after \(counted(target - 1, "skipped line"))"
      : "line \(target) can't be the header"
    return .beyondEnd(name: name, lines: count, reason: reason)
  }

  private mutating func skipLine(_ source: ByteStream) throws(InterchangeError) {
    var end = block[position...].firstIndex(where: Byte.endsLine)
    // The line feed after a carriage return may be in the next block.
    while end == nil || end == block.count - 1 {
      guard let next = try source.nextBlock() else { break }
      block.removeSubrange(..<position)
      position = 0
      block += next
      end = block.firstIndex(where: Byte.endsLine)
    }
    guard let end else { return position = block.count }
    let isPair =
      block[end] == Byte.carriageReturn && end + 1 < block.count
      && block[end + 1] == Byte.lineFeed
    position = end + (isPair ? 2 : 1)
    line += 1
  }

  /// Returns the delimiter that the first line names; `nil` if it names none.
  private static func separator(in bytes: ArraySlice<UInt8>) -> UInt8? {
    var line = bytes.prefix(10).prefix { !Byte.endsLine($0) }
    if line.first == Byte.quote, line.last == Byte.quote { line = line.dropFirst().dropLast() }
    guard line.count == 5, let last = line.last,
      String(decoding: line.dropLast(), as: UTF8.self).lowercased() == "sep="
    else { return nil }
    return last
  }
}
