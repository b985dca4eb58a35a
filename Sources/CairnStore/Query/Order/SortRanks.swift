/// The ranks of a table's records by the keys of a plan: what compares any two of them.
///
/// Ranks are computed chunk by chunk, and a chunk that stays the same keeps them.
struct SortRanks: Sendable {
  let chunks: ChunkList
  private let dependencies: [Chunk]
  private let keys: SortKeys

  /// By chunk and key; none where ids alone decide.
  private let columns: [[SortColumn]]

  /// The ranks of the plan's table, with those in `known` that are still right.
  init(_ plan: SortPlan, reusing known: SortRanks?) {
    chunks = plan.table.chunks
    dependencies = plan.dependencies
    keys = plan.keys
    isLocal = plan.isLocal
    guard !keys.keys.isEmpty else {
      columns = []
      return
    }
    guard let known, known.dependencies.isSame(as: plan.dependencies), known.keys == plan.keys
    else {
      columns = chunks.map(plan.columns)
      return
    }
    columns = zip(chunks, Self.origins(of: chunks, in: known.chunks)).map { chunk, origin in
      origin.map { known.columns[$0] } ?? plan.columns(of: chunk)
    }
  }

  /// Whether no record's place depends on what it links to.
  let isLocal: Bool

  /// Whether there is more to an order than ids.
  var hasKeys: Bool { !keys.keys.isEmpty }

  /// Whether the ranks are of just the records that `plan` is for.
  func isCurrent(for plan: SortPlan) -> Bool {
    chunks.isSame(as: plan.table.chunks) && dependencies.isSame(as: plan.dependencies)
  }

  /// How many records of `plan` are in chunks whose ranks aren't among these.
  func countOfNew(in plan: SortPlan) -> Int {
    if isCurrent(for: plan) { return 0 }
    guard dependencies.isSame(as: plan.dependencies) else { return plan.table.count }
    return zip(plan.table.chunks, Self.origins(of: plan.table.chunks, in: chunks))
      .reduce(0) { count, pair in count + (pair.1 == nil ? pair.0.count : 0) }
  }

  /// Where each chunk was among those of `known`; `nil` if links changed what ranks by them mean.
  func origins(in known: SortRanks) -> [Int?]? {
    guard dependencies.isSame(as: known.dependencies) else { return nil }
    return Self.origins(of: chunks, in: known.chunks)
  }

  private static func origins(of chunks: ChunkList, in known: ChunkList) -> [Int?] {
    let old = Dictionary(
      uniqueKeysWithValues: known.enumerated().map { (ObjectIdentifier($1), $0) })
    return chunks.map { old[ObjectIdentifier($0)] }
  }
}

// MARK: - Comparing

extension SortRanks {
  /// The first eight bytes of the first rank, null last, descending turned around.
  func prefix(of place: RowPlace) -> UInt64 {
    guard let key = keys.keys.first else { return 0 }
    let column = columns[Int(place.chunk)][0]
    guard column.hasValue[Int(place.row)] else { return .max }
    let prefix = column.prefixes[Int(place.row)]
    return key.isDescending ? ~prefix : prefix
  }

  func precedes(_ left: RowPlace, _ right: RowPlace) -> Bool {
    for key in keys.keys.indices {
      let order = compare(left, with: right, of: self, key: key)
      if order != 0 { return order < 0 }
    }
    return left < right
  }

  /// Whether two records tie in the first key, which makes them one section.
  func areInOneSection(_ left: RowPlace, _ right: RowPlace) -> Bool {
    compareSections(left, with: right, of: self) == 0
  }

  /// How the section of a record stands to that of a record of another state of the table: before,
  /// behind, or the same at zero.
  func compareSections(_ left: RowPlace, with right: RowPlace, of other: SortRanks) -> Int {
    compare(left, with: right, of: other, key: 0)
  }

  /// Whether a record ranks as one of another state of the table does, ids aside.
  func ties(_ left: RowPlace, with right: RowPlace, of other: SortRanks) -> Bool {
    keys.keys.indices.allSatisfy { compare(left, with: right, of: other, key: $0) == 0 }
  }

  private func compare(
    _ left: RowPlace, with right: RowPlace, of other: SortRanks, key: Int
  ) -> Int {
    SortColumn.compare(
      columns[Int(left.chunk)][key], Int(left.row),
      other.columns[Int(right.chunk)][key], Int(right.row),
      isDescending: keys.keys[key].isDescending)
  }
}

// MARK: - Places in order

extension SortRanks {
  /// Some of the places, in order.
  func sorted(_ places: [RowPlace]) -> [RowPlace] {
    places.sorted(by: precedes)
  }

  /// Two lists of places, both in order, as one.
  ///
  /// Comparisons: the logarithm of the first list's length for each place of the second.
  func merged(_ kept: [RowPlace], _ added: [RowPlace]) -> [RowPlace] {
    if kept.isEmpty || added.isEmpty { return kept + added }
    var merged: [RowPlace] = []
    merged.reserveCapacity(kept.count + added.count)
    var start = 0
    for place in added {
      let end = insertionPoint(of: place, in: kept[start...])
      merged += kept[start..<end]
      merged.append(place)
      start = end
    }
    return merged + kept[start...]
  }

  /// The first index of `places`, which are in order, that is not before `place`.
  func insertionPoint(of place: RowPlace, in places: ArraySlice<RowPlace>) -> Int {
    var low = places.startIndex
    var high = places.endIndex
    while low < high {
      let middle = (low + high) / 2
      if precedes(places[middle], place) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index behind the last of `places`, which are in order, that shares the first's section.
  func sectionEnd(in places: ArraySlice<RowPlace>) -> Int {
    guard let first = places.first else { return places.endIndex }
    // In growing steps, so that a short section costs little however long the list is.
    var low = places.startIndex
    var step = 1
    while low + step < places.endIndex, areInOneSection(first, places[low + step]) {
      low += step
      step *= 2
    }
    var high = min(low + step, places.endIndex)
    low += 1
    while low < high {
      let middle = (low + high) / 2
      if areInOneSection(first, places[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
