/// The rows of a list in sections, and the folded sections.
struct Sections {
  /// The rows and the heads of the sections.
  var lines = ListLines()
  var folds = SectionFolds()
  /// The field of newly requested groups, until their sections are found; then the head above the
  /// cursor's row becomes visible.
  var wantedHead: String?
}

/// The lines of a list: its rows and, in a grouped list, the head of each section above its rows.
///
///     line 0   ▾ soup  2          head(0)
///          1     Borscht          row(0)
///          2     Gazpacho         row(1)
///          3   ▸ dessert  5       head(1), folded
///          4   ▾ main dish  1     head(2)
///          5     Carbonara        row(7)
///
/// Rows are counted across all sections, including folded ones, as in the source.
struct ListLines: Hashable {
  /// The content of a line.
  enum Line: Hashable {
    /// The head of a section.
    case head(Int)
    case row(Int)
  }

  /// The number of lines.
  let count: Int

  private let rowCount: Int
  /// The first row of each section, in ascending order; empty without groups.
  private let starts: [Int]
  /// The line of each section's head.
  private let heads: [Int]
  private let folded: Set<Int>

  /// Creates the lines of `rowCount` rows.
  ///
  /// - Parameters:
  ///   - rowCount: the number of rows.
  ///   - starts: the first row of each section; no section is empty.
  ///   - folded: the sections whose rows are hidden.
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

  /// The number of sections; 0 without groups.
  var sectionCount: Int { starts.count }

  /// Whether the rows of a section are hidden.
  func isFolded(_ section: Int) -> Bool { folded.contains(section) }

  /// The content of line `line`, from 0 up to `count`.
  subscript(line: Int) -> Line {
    guard let section = heads.last(atMost: line) else { return .row(line) }
    return heads[section] == line
      ? .head(section) : .row(starts[section] + line - heads[section] - 1)
  }

  /// The row in line `line`; `nil` for a head and beyond the end.
  func row(at line: Int) -> Int? {
    guard (0..<count).contains(line), case .row(let row) = self[line] else { return nil }
    return row
  }

  /// The section of a row; `nil` without groups.
  func section(ofRow row: Int) -> Int? { starts.last(atMost: row) }

  /// The section of line `line`; `nil` without groups.
  func section(at line: Int) -> Int? {
    count == 0 ? nil : heads.last(atMost: line)
  }

  /// The line of a row; in a folded section, the line of the section's head.
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
