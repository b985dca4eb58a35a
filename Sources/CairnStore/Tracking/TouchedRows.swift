/// The rows of a list that a change may have to report, each once.
///
/// All other rows are in both lists, in the same order, with the same values.
struct TouchedRows {
  struct Touched {
    /// The row's index in the old list.
    var old: Int?

    /// The row's index in the new list.
    var new: Int?

    /// The fields with changed values.
    var fields: [String] = []

    /// Whether the row may have moved among the other rows.
    var mayMove = false
  }

  private(set) var rows: [Touched] = []
  private var keys: Set<RecordKey> = []

  /// Collects the rows that a patch removed or inserted.
  init(
    _ difference: TableDifference, _ links: LinkDifference, from old: FetchResult,
    _ patch: ResultPatch
  ) {
    add(difference, links, from: old, to: patch.result, allMayMove: false)
  }

  /// Collects the rows that differ between two lists that were fetched separately.
  init(
    _ difference: TableDifference, _ links: LinkDifference, from old: FetchResult,
    to new: FetchResult
  ) {
    // If links decide the order, a row may move although its own values are the same.
    let isLocal = old.request.origin == nil && old.ranks.isLocal && new.ranks.isLocal
    add(difference, links, from: old, to: new, allMayMove: !isLocal)
    let (before, after) = (old.map(\.key), new.map(\.key))
    var start = 0
    var (oldEnd, newEnd) = (before.count, after.count)
    if isLocal || old.request.group == nil {
      while start < min(oldEnd, newEnd), before[start] == after[start] { start += 1 }
      while min(oldEnd, newEnd) > start, before[oldEnd - 1] == after[newEnd - 1] {
        (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
      }
    }
    var indexes = Dictionary(
      uniqueKeysWithValues: before[start..<oldEnd].indices.map { (before[$0], $0) })
    for index in start..<newEnd {
      let oldIndex = indexes.removeValue(forKey: after[index])
      guard !keys.contains(after[index]), oldIndex == nil || !isLocal else { continue }
      rows.append(Touched(old: oldIndex, new: index, mayMove: true))
    }
    for (key, index) in indexes where !keys.contains(key) { rows.append(Touched(old: index)) }
  }

  /// Adds the records whose values or links changed.
  private mutating func add(
    _ difference: TableDifference, _ links: LinkDifference, from old: FetchResult,
    to new: FetchResult, allMayMove: Bool
  ) {
    for entry in difference.entries {
      var row = Touched(
        old: entry.old == nil ? nil : old.index(of: entry.key),
        new: entry.new == nil ? nil : new.index(of: entry.key))
      guard row.old != nil || row.new != nil else { continue }
      if row.old != nil, row.new != nil, let was = entry.old, let now = entry.new {
        let changed = new.table.row(at: now).changedProperties(since: old.table.row(at: was))
        row.fields = changed.map(\.name)
        for name in links.fields[entry.key] ?? [] where !row.fields.contains(name) {
          row.fields.append(name)
        }
        row.mayMove = allMayMove || !old.ranks.ties(was, with: now, of: new.ranks)
      }
      keys.insert(entry.key)
      rows.append(row)
    }
    for (key, names) in links.fields where !keys.contains(key) {
      guard let oldIndex = old.index(of: key), let newIndex = new.index(of: key) else { continue }
      keys.insert(key)
      rows.append(Touched(old: oldIndex, new: newIndex, fields: names, mayMove: allMayMove))
    }
  }
}

// MARK: - Telling

extension TouchedRows {
  /// Returns the change of the list; `nil` if the list is the same.
  func change(from old: FetchResult, to new: FetchResult) -> ResultsChange? {
    let sections = SectionMatch(from: old, to: new)
    let (before, after) = (old.shownSections, new.shownSections)
    let staying = Set(staying(sections, before, after))
    var changes = RowChanges()
    changes.deletedSections = sections.deleted
    changes.insertedSections = sections.inserted
    for (index, row) in rows.enumerated() {
      switch (row.old.map(before.place), row.new.map(after.place)) {
      case (let origin?, let destination?) where row.mayMove && !staying.contains(index):
        changes.movedRows.append(
          .init(origin: origin, destination: destination, fields: row.fields))
      case (let place?, _?):
        if !row.fields.isEmpty {
          changes.updatedRows.append(.init(place: place, fields: row.fields))
        }
      case (let place?, nil): changes.deletedRows.append(place)
      case (nil, let place?): changes.insertedRows.append(place)
      case (nil, nil): break
      }
    }
    if changes.isEmpty { return nil }
    if changes.rowCount > RowChanges.limit { return .reload }
    changes.sort()
    return .rows(changes)
  }

  /// The largest possible set of the movable rows that can keep their places.
  ///
  /// A row can keep its place under three conditions. The number of rows before it that certainly
  /// stay is the same. Its section is the same. It does not pass another row that stays.
  private func staying(
    _ sections: SectionMatch, _ before: [FetchResult.Section], _ after: [FetchResult.Section]
  ) -> [Int] {
    let loose = rows.filter { $0.mayMove || $0.old == nil || $0.new == nil }
    let leaving = loose.compactMap(\.old).sorted()
    let arriving = loose.compactMap(\.new).sorted()
    let candidates = rows.indices.filter { index in
      guard rows[index].mayMove, let old = rows[index].old, let new = rows[index].new else {
        return false
      }
      return old - leaving.lowerBound(of: old) == new - arriving.lowerBound(of: new)
        && sections.new[before.place(at: old).section] == after.place(at: new).section
    }.sorted { rows[$0].new ?? 0 < rows[$1].new ?? 0 }
    return candidates.map { rows[$0].old ?? 0 }.longestIncreasingRun.map { candidates[$0] }
  }
}

extension [Int] {
  /// The indices of a longest subsequence of ascending numbers, in time n log n.
  var longestIncreasingRun: [Int] {
    var ends: [Int] = []
    var previous: [Int?] = []
    for (index, number) in enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous.append(low == 0 ? nil : ends[low - 1])
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [Int] = []
    var next = ends.last
    while let index = next {
      run.append(index)
      next = previous[index]
    }
    return run.reversed()
  }
}
