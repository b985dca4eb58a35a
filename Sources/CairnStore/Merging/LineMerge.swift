/// Brings together what two sides made of the lines of one text.
///
/// The differences of each side from what both began with are found first. Stretches that one side
/// alone changed are as that side has them; where both changed the same stretch, or stretches
/// without a line between them, and not in the same way, the text is contested there.
///
/// Source: S. Khanna, K. Kunal, B. C. Pierce, A Formal Investigation of Diff3, 2007.
/// Cost: in proportion to the lines, times how many of them differ.
struct LineMerge<Line: Hashable> {
  /// A stretch of the result.
  enum Part {
    case settled([Line])
    case contested(base: [Line], ours: [Line], theirs: [Line])
  }

  private(set) var parts: [Part] = []
  private var settled: [Line] = []

  /// Merges `ours` and `theirs`, which were both made from `base`.
  init(base: [Line], ours: [Line], theirs: [Line]) {
    let kept = (Self.matches(base, ours), Self.matches(base, theirs))
    var (at, here, there) = (0, 0, 0)
    while true {
      var next = at
      while next < base.count, kept.0[next] == nil || kept.1[next] == nil { next += 1 }
      let ourEnd = next < base.count ? kept.0[next] ?? ours.count : ours.count
      let theirEnd = next < base.count ? kept.1[next] ?? theirs.count : theirs.count
      add(Array(base[at..<next]), Array(ours[here..<ourEnd]), Array(theirs[there..<theirEnd]))
      if next == base.count { break }
      settled.append(base[next])
      (at, here, there) = (next + 1, ourEnd + 1, theirEnd + 1)
    }
    flush()
  }

  /// The whole text, `nil` where a stretch of it is contested.
  var merged: [Line]? {
    var lines: [Line] = []
    for part in parts {
      guard case .settled(let stretch) = part else { return nil }
      lines += stretch
    }
    return lines
  }

  private mutating func add(_ base: [Line], _ ours: [Line], _ theirs: [Line]) {
    if theirs == base || ours == theirs { return add(settled: ours) }
    if ours == base { return add(settled: theirs) }
    flush()
    parts.append(.contested(base: base, ours: ours, theirs: theirs))
  }

  private mutating func add(settled lines: [Line]) {
    settled += lines
  }

  /// Ends the settled stretch, which is gathered first: most texts are one long one.
  private mutating func flush() {
    if !settled.isEmpty { parts.append(.settled(settled)) }
    settled = []
  }

  /// Where each line of `base` stands in `side`, `nil` for those that it lacks.
  private static func matches(_ base: [Line], _ side: [Line]) -> [Int?] {
    let difference = side.difference(from: base)
    var removed = [Bool](repeating: false, count: base.count)
    var inserted = [Bool](repeating: false, count: side.count)
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed[offset] = true
      case .insert(let offset, _, _): inserted[offset] = true
      }
    }
    var kept = side.indices.filter { !inserted[$0] }[...]
    return base.indices.map { removed[$0] ? nil : kept.popFirst() }
  }
}
