/// Counts the rows of a table that repeat an earlier row.
///
/// Rows are compared by hashes of 128 bits. Among a billion rows, two different rows have the same
/// hash in less than one of 10²⁰ cases.
///
/// Cost: 24 bytes for each row until the last row, and then a sort.
struct RepeatedRows: Sendable {
  private struct Entry {
    let digest: RowDigest
    let line: Int
  }

  private var entries: [Entry] = []
  /// The number of rows with the cells of an earlier row, known after the last row.
  private(set) var count = 0
  /// The line of the first such row.
  private(set) var firstLine: Int?

  /// Adds the next row.
  mutating func add(_ digest: RowDigest, line: Int) {
    entries.append(Entry(digest: digest, line: line))
  }

  /// Counts the rows, after the last one.
  mutating func finish() {
    entries.sort { ($0.digest, $0.line) < ($1.digest, $1.line) }
    for (earlier, later) in zip(entries, entries.dropFirst()) where earlier.digest == later.digest {
      count += 1
      firstLine = min(firstLine ?? later.line, later.line)
    }
    entries = []
  }

  /// Returns the notice about the rows of `input`; empty if no row repeats another one.
  func notices(of input: String) -> [String] {
    guard let firstLine else { return [] }
    let verb = count == 1 ? "repeats an earlier row" : "repeat earlier rows, the first"
    return ["\(input): \(counted(count, "row")) \(verb) in line \(firstLine)"]
  }
}

/// A hash of the cells of a row.
struct RowDigest: Comparable, Sendable {
  private static let seed = UInt64.random(in: .min ... .max)

  private var first = Self.seed
  private var second = ~Self.seed

  /// Computes the hash of the cells with a value.
  init(_ row: borrowing RawRow) {
    let (cells, bytes) = (row.cells, row.storage.span)
    for (column, cell) in cells.enumerated() where cell.kind != .missing {
      mix(UInt64(truncatingIfNeeded: column))
      mix(UInt64(truncatingIfNeeded: (cell.end - cell.start) << 8 | Int(cell.kind.rawValue)))
      var word: UInt64 = 0
      for place in cell.start..<cell.end {
        word = word << 8 | UInt64(bytes[place])
        if (place - cell.start) % 8 == 7 {
          mix(word)
          word = 0
        }
      }
      mix(word)
    }
  }

  private mutating func mix(_ word: UInt64) {
    let product = (first ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    first = product.high ^ product.low
    second = (second ^ word) &* 0xD6E8_FEB8_6659_FD93
    second ^= second &>> 32
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.first, left.second) < (right.first, right.second)
  }
}
