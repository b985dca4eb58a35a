/// The place of a record: the index of its chunk in the table, and its row in the chunk.
struct RowPlace: Hashable, Comparable, Sendable {
  var chunk: UInt32
  var row: UInt32

  static func < (left: Self, right: Self) -> Bool {
    left.chunk == right.chunk ? left.row < right.row : left.chunk < right.chunk
  }
}

/// All records of a table in the order of a plan's keys.
///
/// Ids break ties, so the order is total.
struct SortOrder: Sendable {
  /// The places of all records, in order.
  private(set) var places: [RowPlace] = []

  /// The ranks that compare any two records.
  let ranks: SortRanks

  /// Creates the order of the plan's table.
  ///
  /// If only some chunks differ from `known`, an earlier order, only their rows are inserted and
  /// compared.
  init(_ plan: SortPlan, reusing known: SortOrder?) {
    ranks = SortRanks(plan, reusing: known?.ranks)
    if let known, let origins = ranks.origins(in: known.ranks) {
      places = merged(known, origins)
    } else {
      places = sorted(rowsOf: ranks.chunks.indices)
    }
  }

  /// Whether the order belongs to exactly the records of `plan`.
  func isCurrent(for plan: SortPlan) -> Bool { ranks.isCurrent(for: plan) }
}

// MARK: - Sorting

extension SortOrder {
  private func sorted(rowsOf range: some Sequence<Int>) -> [RowPlace] {
    var entries: [RankPrefix] = []
    entries.reserveCapacity(range.reduce(0) { $0 + ranks.chunks[$1].count })
    for chunk in range {
      for row in 0..<ranks.chunks[chunk].count {
        entries.append(RankPrefix(RowPlace(chunk: UInt32(chunk), row: UInt32(row))))
      }
    }
    sort(&entries, entries.indices, by: 0)
    return entries.map(\.place)
  }

  /// Sorts the entries in `range`, which have equal ranks of all keys before `key`.
  ///
  /// Plain numbers sort fastest, so the prefixes decide first. Only if longer ranks have equal
  /// prefixes are they compared in full.
  private func sort(_ entries: inout [RankPrefix], _ range: Range<Int>, by key: Int) {
    // The entries are in the order of their places, and equal ranks keep it.
    guard key < ranks.keyCount else { return }
    for index in range {
      entries[index].prefix = ranks.prefix(of: entries[index].place, key: key)
    }
    RankPrefix.sort(&entries, range)
    var start = range.lowerBound
    while start < range.upperBound {
      let prefix = entries[start].prefix
      let end = entries[start..<range.upperBound].firstIndex { $0.prefix != prefix }
      let ties = start..<(end ?? range.upperBound)
      start = ties.upperBound
      guard ties.count > 1 else { continue }
      if ranks.areWhole(entries[ties].lazy.map(\.place), key: key) {
        sort(&entries, ties, by: key + 1)
      } else {
        entries[ties].sort { ranks.precedes($0.place, $1.place) }
      }
    }
  }

  /// Returns an earlier order's places.
  ///
  /// Removed chunks are left out, and new chunks are merged in.
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

// An order is an index of its first field: the records between two bounds are adjacent.
extension SortOrder {
  /// Returns the records that pass `test`, found by bisection.
  ///
  /// - Returns: `nil` if these records may not be adjacent, so that each must be tested.
  func run(of test: any RowTest, by plan: SortPlan) -> ArraySlice<RowPlace>? {
    guard let test = test as? ColumnTest, let reader = test.sideReader,
      plan.isPlainlyLed(by: test.column), let key = plan.keys.keys.first
    else { return nil }
    let table = plan.table
    func side(_ place: RowPlace) -> Int {
      let (chunk, row) = (table.chunks[Int(place.chunk)], Int(place.row))
      // Records without a value come last in both directions.
      guard let side = reader(chunk.columns[test.column], row) else { return 1 }
      return key.isDescending ? -side : side
    }
    let start = places.partitioningIndex { side($0) >= 0 }
    return places[start...].prefix(upTo: places.partitioningIndex { side($0) > 0 })
  }
}

extension ColumnTest {
  /// Returns on which side of the wanted interval a row's value lies, or `nil` for no value.
  ///
  /// The reader itself is `nil` if the passing values form no interval in the column's order.
  var sideReader: ((Column, Int) -> Int?)? {
    guard tests.count == 1, !isNegated, !attribute.isList, attribute.type != .choice else {
      return nil
    }
    switch tests[0] {
    case .integer(let interval):
      return { column, row in
        guard case .integer(let numbers) = column, !numbers.nulls[row] else { return nil }
        return interval.side(of: numbers.values[row])
      }
    case .double(let interval):
      return { column, row in
        if case .double(let numbers) = column { numbers[row].map(interval.side) } else { nil }
      }
    case .decimal(let interval):
      return { column, row in
        guard case .decimal(let number)? = column[row] else { return nil }
        return interval.side(of: Amount(number: number))
      }
    case .order(let interval, let alphabet):
      return { column, row in
        guard case .text(let texts) = column else { return nil }
        return texts[row].map { interval.side(of: CollationKey($0, in: alphabet)) }
      }
    default: return nil
    }
  }
}

extension SortPlan {
  /// Whether the first key is exactly the value of `column`.
  func isPlainlyLed(by column: Int) -> Bool {
    guard let field = readers.first?.field, let key = keys.keys.first, key.localTime == nil,
      field.isLocal, !field.isComputed, case .attribute(_, column) = field.target
    else { return false }
    return true
  }
}
