/// The ranks of a table's records by the keys of a plan, which decide the order of any two records.
///
/// Ranks are computed chunk by chunk, and an unchanged chunk keeps its ranks.
struct SortRanks: Sendable {
  let chunks: ChunkList
  private let dependencies: [Chunk]
  private let keys: SortKeys

  /// The columns of each chunk, by key; empty if ids alone decide.
  private let columns: [[SortColumn]]

  /// Creates the ranks of the plan's table, reusing the valid ones of `known`.
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

  /// Whether no record's place depends on linked records.
  let isLocal: Bool

  /// The number of keys besides the ids.
  var keyCount: Int { keys.keys.count }

  /// Whether the ranks belong to exactly the records of `plan`.
  func isCurrent(for plan: SortPlan) -> Bool {
    chunks.isSame(as: plan.table.chunks) && dependencies.isSame(as: plan.dependencies)
  }

  /// Returns how many records of `plan` are in chunks without ranks here.
  func countOfNew(in plan: SortPlan) -> Int {
    if isCurrent(for: plan) { return 0 }
    guard dependencies.isSame(as: plan.dependencies) else { return plan.table.count }
    return zip(plan.table.chunks, Self.origins(of: plan.table.chunks, in: chunks))
      .reduce(0) { count, pair in count + (pair.1 == nil ? pair.0.count : 0) }
  }

  /// Returns each chunk's index in `known`; `nil` if changed links made those ranks invalid.
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
  /// Returns the first eight bytes of a record's rank by the key with the index `key`.
  ///
  /// No value comes last; a descending order inverts.
  func prefix(of place: RowPlace, key: Int) -> UInt64 {
    let column = columns[Int(place.chunk)][key]
    guard column.hasValue[Int(place.row)] else { return .max }
    let prefix = column.prefixes[Int(place.row)]
    return keys.keys[key].isDescending ? ~prefix : prefix
  }

  /// Whether equal prefixes of a key mean equal ranks for all of these records.
  func areWhole(_ places: some Collection<RowPlace>, key: Int) -> Bool {
    guard let first = places.first else { return true }
    let hasValue = columns[Int(first.chunk)][key].hasValue[Int(first.row)]
    return places.allSatisfy { place in
      columns[Int(place.chunk)][key].isWhole(Int(place.row), hasValue: hasValue)
    }
  }

  func precedes(_ left: RowPlace, _ right: RowPlace) -> Bool {
    for key in keys.keys.indices {
      let order = compare(left, with: right, of: self, key: key)
      if order != 0 { return order < 0 }
    }
    return left < right
  }

  /// Whether two records have the same first key, so that they are in one section.
  func areInOneSection(_ left: RowPlace, _ right: RowPlace) -> Bool {
    compareSections(left, with: right, of: self) == 0
  }

  /// Compares the sections of two records, the second in another state of the table.
  ///
  /// Returns a negative number for before, zero for the same section, and a positive one for after.
  func compareSections(_ left: RowPlace, with right: RowPlace, of other: SortRanks) -> Int {
    compare(left, with: right, of: other, key: 0)
  }

  /// Whether a record has the same rank as a record in another state of the table, ids aside.
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
  /// Returns the places in order.
  func sorted(_ places: [RowPlace]) -> [RowPlace] {
    places.sorted(by: precedes)
  }

  /// Merges two sorted lists of places.
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

  /// Returns the first index in the sorted `places` that is not before `place`.
  func insertionPoint(of place: RowPlace, in places: ArraySlice<RowPlace>) -> Int {
    var low = places.startIndex
    var high = places.endIndex
    while low < high {
      let middle = (low + high) / 2
      if precedes(places[middle], place) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the index after the first section of the sorted `places`.
  func sectionEnd(in places: ArraySlice<RowPlace>) -> Int {
    guard let first = places.first else { return places.endIndex }
    // Growing steps make a short section cheap in a list of any length.
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
