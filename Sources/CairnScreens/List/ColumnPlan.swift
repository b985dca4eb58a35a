internal import CairnInterface

/// Which columns of a list are shown in a given width, where, and how wide.
///
/// Columns are taken from the left as long as their least widths fit; what is left over then goes
/// to them one cell each in turn, until each has all it can use.
struct ColumnPlan: Hashable {
  struct Place: Hashable {
    /// Which of the list's columns it is.
    let index: Int
    let start: Int
    let width: Int
  }

  let places: [Place]

  /// The blanks between two columns.
  static let gap = 2

  init(_ columns: [ListColumn], width: Int) {
    let shown = Self.fitting(columns, in: width)
    var widths = shown.map { min($0.shownWidth.lowerBound, max(1, width)) }
    var free = width - widths.reduce(0, +) - Self.gap * max(0, shown.count - 1)
    while free > 0 {
      let growing = shown.indices.filter { widths[$0] < shown[$0].shownWidth.upperBound }
      guard !growing.isEmpty else { break }
      for index in growing.prefix(free) { widths[index] += 1 }
      free -= min(free, growing.count)
    }
    var start = 0
    places = widths.enumerated().map { index, width in
      defer { start += width + Self.gap }
      return Place(index: index, start: start, width: width)
    }
  }

  /// The column under `offset` from the left edge of the first one.
  func column(at offset: Int) -> Int? {
    places.first { ($0.start..<$0.start + $0.width + Self.gap).contains(offset) }?.index
  }

  private static func fitting(_ columns: [ListColumn], in width: Int) -> ArraySlice<ListColumn> {
    var used = 0
    var count = 0
    for column in columns {
      let more = column.shownWidth.lowerBound + (count == 0 ? 0 : gap)
      guard count == 0 || used + more <= width else { break }
      used += more
      count += 1
    }
    return columns.prefix(count)
  }
}
