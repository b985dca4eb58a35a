internal import CairnInterface

/// The visible columns of a list for a given width, with their places and widths.
///
/// Columns are taken from the left while their minimum widths fit. The remaining width goes to them
/// one cell at a time, until each has its maximum. If all columns fit, extra columns share the rest
/// in the same way, and then columns whose texts are still cut. Scrolling to the right hides
/// columns at the left, and reaches the extra columns, too. The first column stays, because it
/// identifies the row.
struct ColumnPlan: Hashable {
  struct Place: Hashable {
    /// The index of the column in the list.
    let index: Int
    let start: Int
    let width: Int
  }

  let places: [Place]

  /// The blanks between two columns.
  static let gap = 2

  /// Whether all columns fit, except extra ones.
  var isWhole: Bool { scroll == 0 && hiddenAtRight == 0 }

  /// The number of scroll steps; fewer than requested if all columns were already visible.
  let scroll: Int

  /// The number of hidden columns after the first one.
  let hiddenAtLeft: Int

  /// The number of columns that don't fit; when scrolled, extra columns count, too.
  let hiddenAtRight: Int

  /// The number of further extra columns that don't fit.
  let hiddenExtras: Int

  /// Plans columns.
  ///
  /// - Parameters:
  ///   - columns: all columns of the list.
  ///   - width: the available cells.
  ///   - wanted: the wanted scroll steps, which apply while columns don't fit. Each step hides one
  ///     more column after the first. If only the first one is visible, the first step narrows it.
  init(_ columns: [ListColumn], width: Int, scrolledBy wanted: Int = 0) {
    let meant = columns.indices.filter { wanted > 0 || !columns[$0].isExtra }
    let all = meant.map { ($0, columns[$0].shownWidth) }
    var shown = Self.fitting(all, in: width)
    var (step, left) = (0, shown.count > 1 ? 0 : -1)
    while step < wanted, max(0, left) + shown.count < meant.count {
      (step, left) = (step + 1, left + 1)
      shown = Self.fitting(Self.scrolled(all, by: left, in: width), in: width)
    }
    scroll = step
    hiddenAtLeft = max(0, left)
    hiddenAtRight = meant.count - hiddenAtLeft - shown.count
    if wanted == 0, hiddenAtRight == 0, let last = shown.last {
      let extra = columns.indices.filter { columns[$0].isExtra }
      let used = last.start + last.width + Self.gap
      shown += Self.fitting(
        extra.map { ($0, columns[$0].shownWidth) }, in: width - used, from: used)
    }
    hiddenExtras = columns.count - hiddenAtLeft - hiddenAtRight - shown.count
    places = Self.grown(shown, in: width) { index in
      columns[index].chosenWidth ?? max(columns[index].width.upperBound, columns[index].fullWidth)
    }
  }

  /// The columns after they share the remaining width, one cell at a time, up to their maximums.
  private static func grown(
    _ places: [Place], in width: Int, upTo full: (Int) -> Int
  ) -> [Place] {
    guard let last = places.last, last.start + last.width < width else { return places }
    var free = width - last.start - last.width
    var widths = places.map(\.width)
    while free > 0 {
      let growing = places.indices.filter { widths[$0] < full(places[$0].index) }
      guard !growing.isEmpty else { break }
      for index in growing.prefix(free) { widths[index] += 1 }
      free -= min(free, growing.count)
    }
    var start = 0
    return zip(places, widths).map { place, width in
      defer { start += width + gap }
      return Place(index: place.index, start: start, width: width)
    }
  }

  /// The column at `offset` from the left edge of the first one.
  func column(at offset: Int) -> Int? {
    places.first { ($0.start..<$0.start + $0.width + Self.gap).contains(offset) }?.index
  }

  /// The first column and those after the hidden ones; the first one shrinks as far as the next one
  /// needs.
  private static func scrolled(
    _ columns: [(index: Int, width: ClosedRange<Int>)], by count: Int, in width: Int
  ) -> [(index: Int, width: ClosedRange<Int>)] {
    // More columns than cells never fit.
    var rest = Array(columns.prefix(1) + columns.dropFirst(1 + count).prefix(width))
    guard rest.count > 1 else { return rest }
    let least = min(rest[0].width.lowerBound, max(1, width / 3))
    rest[0].width = least...max(least, rest[0].width.upperBound)
    let room = max(1, width - least - gap)
    let next = min(rest[1].width.lowerBound, room)
    rest[1].width = next...max(next, min(rest[1].width.upperBound, room))
    return rest
  }

  /// The leading columns that fit; at least one, unless they are extra columns.
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
