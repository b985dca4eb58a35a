internal import CairnInterface

/// Which columns of a list are shown in a given width, where, and how wide.
///
/// Columns are taken from the left as long as their least widths fit; what is left over then goes
/// to them one cell each in turn, until each has all it can use. If all of them are there, extra
/// ones share what remains in the same way, and then those whose texts are still cut. Whoever goes
/// to the right has fewer of them at the left, and comes to the extra ones, too; the first stays,
/// which says what a row is.
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
  var isWhole: Bool { scroll == 0 && hiddenAtRight == 0 }

  /// How many steps to the right it is; fewer than asked for where all columns were seen before.
  let scroll: Int

  /// How many columns were left out behind the first one.
  let hiddenAtLeft: Int

  /// How many columns there was no room for; extra ones are among them once one goes to the right.
  let hiddenAtRight: Int

  /// How many extra ones there was no room for besides.
  let hiddenExtras: Int

  /// Plans columns.
  ///
  /// - Parameters:
  ///   - columns: all that the list has.
  ///   - width: the cells that there are for them.
  ///   - wanted: how many steps to go to the right, while there are columns for which there is no
  ///     room. Each leaves out another one behind the first; where that stands alone, the first step
  ///     makes it narrower.
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

  /// The columns with what room is left, one cell each in turn, as far as their texts need it.
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

  /// The column under `offset` from the left edge of the first one.
  func column(at offset: Int) -> Int? {
    places.first { ($0.start..<$0.start + $0.width + Self.gap).contains(offset) }?.index
  }

  /// The first column and those behind the ones that are left out; the first gives way as far as the
  /// next needs it.
  private static func scrolled(
    _ columns: [(index: Int, width: ClosedRange<Int>)], by count: Int, in width: Int
  ) -> [(index: Int, width: ClosedRange<Int>)] {
    // More columns than cells have no room anyway.
    var rest = Array(columns.prefix(1) + columns.dropFirst(1 + count).prefix(width))
    guard rest.count > 1 else { return rest }
    let least = min(rest[0].width.lowerBound, max(1, width / 3))
    rest[0].width = least...max(least, rest[0].width.upperBound)
    let room = max(1, width - least - gap)
    let next = min(rest[1].width.lowerBound, room)
    rest[1].width = next...max(next, min(rest[1].width.upperBound, room))
    return rest
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
