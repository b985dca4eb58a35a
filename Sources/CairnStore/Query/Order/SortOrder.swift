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

  private let chunks: [Chunk]
  private let dependencies: [Chunk]
  private let keys: SortKeys

  /// The ranks, by chunk and key.
  private let columns: [[SortColumn]]

  /// The order of the plan's table, made from `known`, the order of an earlier state, if that only
  /// differs in some chunks: then their rows are put in anew, and no other is compared.
  init(_ plan: SortPlan, reusing known: SortOrder?) {
    chunks = plan.table.chunks
    dependencies = plan.dependencies
    keys = plan.keys
    guard let known, Self.areSame(known.dependencies, plan.dependencies) else {
      columns = chunks.map(plan.columns)
      places = sorted(rowsOf: 0..<chunks.count)
      return
    }
    let old = Dictionary(
      uniqueKeysWithValues: known.chunks.enumerated().map { (ObjectIdentifier($1), $0) })
    let origins = chunks.map { old[ObjectIdentifier($0)] }
    columns = zip(chunks, origins).map { chunk, origin in
      origin.map { known.columns[$0] } ?? plan.columns(of: chunk)
    }
    places = merged(known, origins)
  }

  /// Whether the order is of just the records that `plan` is for.
  func isCurrent(for plan: SortPlan) -> Bool {
    Self.areSame(chunks, plan.table.chunks) && Self.areSame(dependencies, plan.dependencies)
  }

  /// Some of the places, in order.
  func sorted(_ places: [RowPlace]) -> [RowPlace] {
    places.sorted(by: precedes)
  }

  /// Whether two records tie in the first key, which makes them one section.
  func areInOneSection(_ left: RowPlace, _ right: RowPlace) -> Bool {
    compare(left, right, key: 0) == 0
  }

  private static func areSame(_ left: [Chunk], _ right: [Chunk]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0 === $1 }
  }
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
    for chunk in range {
      for row in 0..<chunks[chunk].count {
        let place = RowPlace(chunk: UInt32(chunk), row: UInt32(row))
        entries.append(Entry(prefix: prefix(of: place), place: place))
      }
    }
    if !keys.keys.isEmpty {
      entries.sort {
        $0.prefix == $1.prefix ? precedes($0.place, $1.place) : $0.prefix < $1.prefix
      }
    }
    return entries.map(\.place)
  }

  private func prefix(of place: RowPlace) -> UInt64 {
    guard let key = keys.keys.first else { return 0 }
    let column = columns[Int(place.chunk)][0]
    guard column.hasValue[Int(place.row)] else { return .max }
    let prefix = column.prefixes[Int(place.row)]
    return key.isDescending ? ~prefix : prefix
  }

  private func precedes(_ left: RowPlace, _ right: RowPlace) -> Bool {
    for key in keys.keys.indices {
      let order = compare(left, right, key: key)
      if order != 0 { return order < 0 }
    }
    return left < right
  }

  private func compare(_ left: RowPlace, _ right: RowPlace, key: Int) -> Int {
    SortColumn.compare(
      columns[Int(left.chunk)][key], Int(left.row), columns[Int(right.chunk)][key], Int(right.row),
      isDescending: keys.keys[key].isDescending)
  }

  /// The places of an earlier order without the chunks that went, and those of new chunks put in.
  private func merged(_ known: SortOrder, _ origins: [Int?]) -> [RowPlace] {
    var renumbered = [UInt32?](repeating: nil, count: known.chunks.count)
    for (index, origin) in origins.enumerated() {
      if let origin { renumbered[origin] = UInt32(index) }
    }
    let kept = known.places.compactMap { place in
      renumbered[Int(place.chunk)].map { RowPlace(chunk: $0, row: place.row) }
    }
    let added = sorted(rowsOf: origins.indices.filter { origins[$0] == nil })
    return merged(kept, added)
  }

  private func merged(_ kept: [RowPlace], _ added: [RowPlace]) -> [RowPlace] {
    if kept.isEmpty || added.isEmpty { return kept + added }
    var merged: [RowPlace] = []
    merged.reserveCapacity(kept.count + added.count)
    var start = 0
    for place in added {
      let end = insertionPoint(of: place, in: kept, from: start)
      merged += kept[start..<end]
      merged.append(place)
      start = end
    }
    return merged + kept[start...]
  }

  private func insertionPoint(of place: RowPlace, in kept: [RowPlace], from start: Int) -> Int {
    var low = start
    var high = kept.count
    while low < high {
      let middle = (low + high) / 2
      if precedes(kept[middle], place) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
