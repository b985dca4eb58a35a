/// A row with the first eight bytes of one of its ranks, by which rows are sorted.
struct RankPrefix {
  var prefix: UInt64 = 0
  let place: RowPlace

  init(_ place: RowPlace) { self.place = place }

  /// Sorts the entries in `range` by their prefixes; equal prefixes keep their order.
  ///
  /// Cost: a pass over the entries for each byte in which the prefixes differ.
  static func sort(_ entries: inout [RankPrefix], _ range: Range<Int>) {
    guard range.count > 256 else {
      // Many passes over few entries cost more than comparisons.
      entries[range].sort { ($0.prefix, $0.place) < ($1.prefix, $1.place) }
      return
    }
    guard range != entries.indices else { return sort(&entries) }
    var part = Array(entries[range])
    sort(&part)
    entries.replaceSubrange(range, with: part)
  }

  private static func sort(_ entries: inout [RankPrefix]) {
    let differences = entries.reduce(0) { $0 | ($1.prefix ^ entries[0].prefix) }
    guard differences != 0 else { return }
    var sorted = entries
    for shift in stride(from: UInt64(0), to: 64, by: 8) where differences >> shift & 0xFF != 0 {
      var ends = [Int](repeating: 0, count: 256)
      for entry in entries { ends[Int(entry.prefix >> shift & 0xFF)] += 1 }
      var start = 0
      for byte in ends.indices { (ends[byte], start) = (start, start + ends[byte]) }
      for entry in entries {
        let byte = Int(entry.prefix >> shift & 0xFF)
        sorted[ends[byte]] = entry
        ends[byte] += 1
      }
      swap(&entries, &sorted)
    }
  }
}
