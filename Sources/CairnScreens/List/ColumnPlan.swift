internal import CairnInterface

/// Which columns of a list are shown in a given width, where, and how wide.
///
/// Columns are taken from the left as long as their least widths fit; what is left over then goes
/// to them one cell each in turn, until each has all it can use. If all of them are there, extra
/// ones share what remains in the same way.
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

  /// Whether there was room for all columns but the extra ones.
  let isWhole: Bool

  init(_ columns: [ListColumn], width: Int) {
    let regular = columns.indices.filter { !columns[$0].isExtra }
    var shown = Self.fitting(regular.map { ($0, columns[$0].shownWidth) }, in: width)
    isWhole = shown.count == regular.count
    if isWhole, let last = shown.last {
      let extra = columns.indices.filter { columns[$0].isExtra }
      let used = last.start + last.width + Self.gap
      shown += Self.fitting(
        extra.map { ($0, columns[$0].shownWidth) }, in: width - used, from: used)
    }
    places = shown
  }

  /// The column under `offset` from the left edge of the first one.
  func column(at offset: Int) -> Int? {
    places.first { ($0.start..<$0.start + $0.width + Self.gap).contains(offset) }?.index
  }

  /// The first of the columns, as many as there is room for; one at least unless they are extra.
  private static func fitting(
    _ columns: [(index: Int, width: ClosedRange<Int>)], in width: Int, from start: Int = 0
  ) -> [Place] {
    var used = 0
    let shown = columns.prefix { column in
      let more = column.width.lowerBound + (used == 0 ? 0 : gap)
      guard used == 0 && start == 0 || used + more <= width else { return false }
      used += more
      return true
    }
    var widths = shown.map { min($0.width.lowerBound, max(1, width)) }
    var free = width - widths.reduce(0, +) - gap * max(0, shown.count - 1)
    while free > 0 {
      let growing = shown.indices.filter { widths[$0] < shown[$0].width.upperBound }
      guard !growing.isEmpty else { break }
      for index in growing.prefix(free) { widths[index] += 1 }
      free -= min(free, growing.count)
    }
    var start = start
    return zip(shown, widths).map { column, width in
      defer { start += width + gap }
      return Place(index: column.index, start: start, width: width)
    }
  }
}
