/// Finds out what stands between the cells of a table.
enum CSVDelimiter {
  /// The bytes that are tried, of which the first wins where several do as well.
  ///
  /// A tab is hardly ever part of a text.
  static let candidates = [Byte.tab, Byte.comma, Byte.semicolon, Byte.bar]

  /// Rows that are looked at; more of them change nothing and cost time.
  private static let rowLimit = 50

  /// The delimiter of the table that starts with `sample`: a comma if nothing speaks for another.
  ///
  /// The one wins that cuts the largest part of the rows into as many cells as the header, and of
  /// several such the one that cuts them into more.
  static func detect(in sample: ArraySlice<UInt8>) -> UInt8 {
    var best = (delimiter: Byte.comma, agreement: 0.0, cells: 1)
    for delimiter in candidates {
      let counts = cellCounts(of: sample, delimiter)
      guard let cells = counts.first, cells > 1 else { continue }
      let agreement = Double(counts.count { $0 == cells }) / Double(counts.count)
      if (agreement, cells) > (best.agreement, best.cells) {
        best = (delimiter, agreement, cells)
      }
    }
    return best.delimiter
  }

  /// How many cells each row has if `delimiter` stands between them.
  private static func cellCounts(of sample: ArraySlice<UInt8>, _ delimiter: UInt8) -> [Int] {
    var counts: [Int] = []
    var cells = 1
    var isQuoted = false
    var previous = Byte.lineFeed
    for byte in sample {
      if byte == Byte.quote {
        isQuoted.toggle()
      } else if isQuoted {
        continue
      } else if byte == delimiter {
        cells += 1
      } else if byte == Byte.lineFeed || byte == Byte.carriageReturn {
        if previous != Byte.lineFeed, previous != Byte.carriageReturn { counts.append(cells) }
        cells = 1
        if counts.count == rowLimit { return counts }
      }
      previous = byte
    }
    // The last row may be cut off by the end of the sample.
    if counts.isEmpty { counts.append(cells) }
    return counts
  }
}
