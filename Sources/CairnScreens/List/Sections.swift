/// The rows of a list in their sections, and which of these are folded.
struct Sections {
  /// The rows and the heads of their sections.
  var lines = ListLines()
  var folds = SectionFolds()
  /// The field whose sections were asked for, until they are there: then the head over the cursor's
  /// row comes in sight with it.
  var wantedHead: String?
}

/// The lines of a list: its rows and, where it is grouped, the head of each section above its rows.
///
///     line 0   ▾ soup  2          head(0)
///          1     Borscht          row(0)
///          2     Gazpacho         row(1)
///          3   ▸ dessert  5       head(1), folded
///          4   ▾ main dish  1     head(2)
///          5     Carbonara        row(7)
///
/// Rows are counted through all sections, folded ones included, as their source counts them.
struct ListLines: Hashable {
  /// What stands in a line.
  enum Line: Hashable {
    /// The head of a section.
    case head(Int)
    /// A row.
    case row(Int)
  }

  /// How many lines there are.
  let count: Int

  private let rowCount: Int
  /// The first row of each section, in ascending order; none where nothing is grouped.
  private let starts: [Int]
  /// The line of each section's head.
  private let heads: [Int]
  private let folded: Set<Int>

  /// The lines of `rowCount` rows.
  ///
  /// - Parameters:
  ///   - rowCount: how many rows there are.
  ///   - starts: the first row of each section; no section is empty.
  ///   - folded: the sections whose rows are out of sight.
  init(rowCount: Int = 0, starts: [Int] = [], folded: Set<Int> = []) {
    self.rowCount = rowCount
    self.starts = starts
    self.folded = folded
    var (heads, line) = ([Int](), 0)
    heads.reserveCapacity(starts.count)
    for (section, start) in starts.enumerated() {
      heads.append(line)
      let end = section + 1 < starts.count ? starts[section + 1] : rowCount
      line += 1 + (folded.contains(section) ? 0 : end - start)
    }
    self.heads = heads
    count = starts.isEmpty ? rowCount : line
  }

  /// How many sections there are; none where nothing is grouped.
  var sectionCount: Int { starts.count }

  /// Whether the rows of a section are out of sight.
  func isFolded(_ section: Int) -> Bool { folded.contains(section) }

  /// What stands in line `line`, from 0 up to `count`.
  subscript(line: Int) -> Line {
    guard let section = heads.last(atMost: line) else { return .row(line) }
    return heads[section] == line
      ? .head(section) : .row(starts[section] + line - heads[section] - 1)
  }

  /// The row in line `line`, `nil` for a head and beyond the end.
  func row(at line: Int) -> Int? {
    guard (0..<count).contains(line), case .row(let row) = self[line] else { return nil }
    return row
  }

  /// The section that a row is in; `nil` where nothing is grouped.
  func section(ofRow row: Int) -> Int? { starts.last(atMost: row) }

  /// The section of what stands in line `line`; `nil` where nothing is grouped.
  func section(at line: Int) -> Int? {
    count == 0 ? nil : heads.last(atMost: line)
  }

  /// The line of a row; that of its section's head where it is folded.
  func line(ofRow row: Int) -> Int {
    guard let section = section(ofRow: row) else { return row }
    return folded.contains(section) ? heads[section] : heads[section] + 1 + row - starts[section]
  }

  /// The line of a section's head.
  func line(ofHead section: Int) -> Int { heads[section] }

  /// The rows of a section.
  func rows(of section: Int) -> Range<Int> {
    starts[section]..<(section + 1 < starts.count ? starts[section + 1] : rowCount)
  }
}

extension [Int] {
  /// The index of the last of these ascending numbers that is not above `limit`.
  fileprivate func last(atMost limit: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= limit { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }
}
