/// The removed and added lines between two texts, used to find a place of the old text in the new
/// one.
///
/// Other programs change a text while a cursor is in it. The cursor stays in its line, at its
/// character:
///
///     old   alpha, bra|vo        new   zero, alpha, bra|vo
///
/// In a changed line, it stays after the common characters at the start, or before the common
/// characters at the end.
struct LineDifference {
  private let old: [[Character]]
  private let new: [[Character]]
  /// For each old line, the new line in its place, and whether both are the same.
  private let places: [(line: Int, isSame: Bool)]

  /// Compares two texts.
  ///
  /// Cost: the number of lines times the number of different lines.
  init(from old: String, to new: String) {
    let before = old.split(separator: "\n", omittingEmptySubsequences: false)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false)
    (self.old, self.new) = (before.map(Array.init), after.map(Array.init))
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in after.difference(from: before) {
      switch change {
      case .remove(let line, _, _): removed.insert(line)
      case .insert(let line, _, _): inserted.insert(line)
      }
    }
    var places: [(line: Int, isSame: Bool)] = []
    var next = 0
    for line in before.indices {
      if removed.contains(line) {
        // A changed line is one removed and one added line at the same place.
        places.append((next, false))
        if inserted.contains(next) { next += 1 }
      } else {
        while inserted.contains(next) { next += 1 }
        places.append((next, true))
        next += 1
      }
    }
    self.places = places
  }

  /// Returns the place in the new text for a place in the old one; both count characters.
  func place(of place: Int) -> Int {
    var (line, column) = (0, place)
    while line < old.count - 1, column > old[line].count {
      column -= old[line].count + 1
      line += 1
    }
    let there = places[line]
    guard new.indices.contains(there.line) else {
      return new.reduce(-1) { $0 + $1.count + 1 }
    }
    let start = new[..<there.line].reduce(0) { $0 + $1.count + 1 }
    guard !there.isSame else { return start + column }
    return start + Self.column(column, of: old[line], in: new[there.line])
  }

  private static func column(_ column: Int, of old: [Character], in new: [Character]) -> Int {
    let common = zip(old, new).prefix { $0 == $1 }.count
    if column <= common { return column }
    let atEnd = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    if old.count - column <= atEnd { return max(common, new.count - (old.count - column)) }
    return min(common, new.count)
  }
}
