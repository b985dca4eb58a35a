// Records whose Id other records have too, as a hand that copies one leaves them.
extension ShardReader {
  /// The first row of each key; the text of the others is kept where it differs.
  ///
  /// - Parameters:
  ///   - rows: rows in the order of their keys, and of the file where these are equal.
  ///   - scan: where their records stand.
  /// - Returns: the rows whose records are shown.
  mutating func firstOfEach(_ rows: [Int], _ scan: ShardScan) -> [Int] {
    var firsts: [Int] = []
    var rest = rows[...]
    while let first = rest.first {
      firsts.append(first)
      let equals = rest.prefix { scan.keys[$0] == scan.keys[first] }
      rest = rest.dropFirst(equals.count)
      let text = bytes[scan.ranges[first]]
      let others = equals.filter { bytes[scan.ranges[$0]] != text }
      if !others.isEmpty { keepRepetitions(of: first, others, scan) }
    }
    return firsts
  }

  /// Keeps the text of records with one Id.
  ///
  /// Were the first one deleted, the next would take its place; so it is contested, unless a merge
  /// that is to be ended first has some of them.
  private mutating func keepRepetitions(of first: Int, _ others: [Int], _ scan: ShardScan) {
    let key = scan.keys[first]
    let rows = [first] + others
    if !rows.contains(where: { isInConflict(scan.ranges[$0]) }) {
      keep(scan.ranges[first], below: scan.comments(aboveRow: first))
      draft.extras.contested[key] = .repetition(
        lines: rows.map { line(at: scan.ranges[$0].lowerBound) })
    }
    let place = line(at: scan.ranges[first].lowerBound)
    let reason =
      "another record \(key) is on line \(place); it is shown and cannot be changed; delete one "
      + "of them"
    for row in others { keep(scan.ranges[row], reason, below: scan.comments(aboveRow: row)) }
  }
}
