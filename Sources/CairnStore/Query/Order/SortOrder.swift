/// Where a record is: the place of its chunk in the table, and its row there.
struct RowPlace: Hashable, Comparable, Sendable {
  var chunk: UInt32
  var row: UInt32

  static func < (left: Self, right: Self) -> Bool {
    left.chunk == right.chunk ? left.row < right.row : left.chunk < right.chunk
  }
}

/// A whole table in order: by the keys of a plan, and by id where they tie, so that the order is
/// total.
struct SortOrder: Sendable {
  /// The places of all records, in order.
  private(set) var places: [RowPlace] = []

  /// What compares any two of them.
  let ranks: SortRanks

  /// The order of the plan's table, made from `known`, the order of an earlier state, if that only
  /// differs in some chunks: then their rows are put in anew, and no other is compared.
  init(_ plan: SortPlan, reusing known: SortOrder?) {
    ranks = SortRanks(plan, reusing: known?.ranks)
    if let known, let origins = ranks.origins(in: known.ranks) {
      places = merged(known, origins)
    } else {
      places = sorted(rowsOf: ranks.chunks.indices)
    }
  }

  /// Whether the order is of just the records that `plan` is for.
  func isCurrent(for plan: SortPlan) -> Bool { ranks.isCurrent(for: plan) }
}

// MARK: - Sorting

extension SortOrder {
  /// A row with the first eight bytes of its first rank, null last, descending turned around.
  private struct Entry {
    var prefix: UInt64
    var place: RowPlace
  }

  private func sorted(rowsOf range: some Sequence<Int>) -> [RowPlace] {
    var entries: [Entry] = []
    entries.reserveCapacity(range.reduce(0) { $0 + ranks.chunks[$1].count })
    for chunk in range {
      for row in 0..<ranks.chunks[chunk].count {
        let place = RowPlace(chunk: UInt32(chunk), row: UInt32(row))
        entries.append(Entry(prefix: ranks.prefix(of: place), place: place))
      }
    }
    if ranks.hasKeys {
      // Numbers alone are sorted fastest; those that tie are then compared as a whole.
      entries.sort { $0.prefix < $1.prefix }
      sortTies(&entries)
    }
    return entries.map(\.place)
  }

  private func sortTies(_ entries: inout [Entry]) {
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].prefix == entries[start].prefix { end += 1 }
      if end - start > 1 { entries[start..<end].sort { ranks.precedes($0.place, $1.place) } }
      start = end
    }
  }

  /// The places of an earlier order without the chunks that went, and those of new chunks put in.
  private func merged(_ known: SortOrder, _ origins: [Int?]) -> [RowPlace] {
    var renumbered = [UInt32?](repeating: nil, count: known.ranks.chunks.count)
    for (index, origin) in origins.enumerated() {
      if let origin { renumbered[origin] = UInt32(index) }
    }
    let kept = known.places.compactMap { place in
      renumbered[Int(place.chunk)].map { RowPlace(chunk: $0, row: place.row) }
    }
    return ranks.merged(kept, sorted(rowsOf: origins.indices.filter { origins[$0] == nil }))
  }
}
