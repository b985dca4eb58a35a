internal import Synchronization

/// The cached results of queries, passed from one snapshot to the next.
///
/// All snapshots of a store share one cache. Each entry knows its chunks, so older snapshots get
/// correct results, too.
final class QueryCache: Sendable {
  private struct State {
    var indexes: [Side: ColumnIndex] = [:]
    var lookups: [Side: Int] = [:]
    var orders: [(keys: SortKeys, order: SortOrder)] = []
  }

  private struct Side: Hashable {
    var entity: String
    var column: Int
  }

  /// The times of records in the history.
  let times: RecordTimes
  private let state = Mutex(State())
  private static let orderLimit = 8
  /// The number of lookups before an index is made.
  ///
  /// An index costs as much as three lookups.
  private static let lookupsWithoutIndex = 3

  init(times: RecordTimes = RecordTimes()) { self.times = times }

  /// Returns the inverse of the links in a column of `table`.
  func inverseIndex(of table: Table, column: Int) -> ColumnIndex {
    index(of: table, Side(entity: table.entity.name, column: column))
  }

  /// Returns an index of the values in a column of `table`; `nil` for the first few calls.
  func valueIndex(of table: Table, column: Int) -> ColumnIndex? {
    let side = Side(entity: table.entity.name, column: column)
    let isWorthwhile = state.withLock { state in
      if state.indexes[side] != nil { return true }
      state.lookups[side, default: 0] += 1
      return state.lookups[side, default: 0] > Self.lookupsWithoutIndex
    }
    return isWorthwhile ? index(of: table, side) : nil
  }

  private func index(of table: Table, _ side: Side) -> ColumnIndex {
    var index = state.withLock { $0.indexes[side] } ?? ColumnIndex()
    if index.isCurrent(for: table) { return index }
    index.update(to: table, column: side.column)
    state.withLock { [index] in $0.indexes[side] = index }
    return index
  }

  /// Returns the order of the plan's table, computed only for changed chunks.
  func order(by plan: SortPlan) -> SortOrder {
    let known = knownOrder(by: plan)
    if let known, known.isCurrent(for: plan) { return known }
    let order = SortOrder(plan, reusing: known)
    state.withLock { state in
      state.orders.removeAll { $0.keys == plan.keys }
      state.orders.insert((plan.keys, order), at: 0)
      state.orders.removeLast(max(0, state.orders.count - Self.orderLimit))
    }
    return order
  }

  /// Returns how many of the plan's records still have to be sorted.
  func countToSort(by plan: SortPlan) -> Int {
    guard !plan.keys.keys.isEmpty else { return 0 }
    return knownOrder(by: plan)?.ranks.countOfNew(in: plan) ?? plan.table.count
  }

  private func knownOrder(by plan: SortPlan) -> SortOrder? {
    state.withLock { state in state.orders.first { $0.keys == plan.keys }?.order }
  }
}

/// An index from values in a column to records, for the inverse of links and for unique values.
///
/// The index stores a mark for each value: the key of a link, a number itself, or the hash of a
/// text. The marks are sorted and found by bisection. A changed chunk moves only the marks that it
/// gained or lost, so an edit examines no others.
struct ColumnIndex: Sendable {
  private struct Entry: Comparable, Sendable {
    var mark: UInt64
    var key: UInt64

    static func < (left: Self, right: Self) -> Bool {
      left.mark == right.mark ? left.key < right.key : left.mark < right.mark
    }
  }

  private var entries: [Entry] = []
  private var chunks = ChunkList()

  /// The most marks that are moved one by one; one pass is faster for more.
  private static let fewMarks = 64

  /// Creates an empty index.
  init() {}

  /// Creates the index of the values in `column` of `table`.
  init(_ table: Table, column: Int) {
    self.init()
    update(to: table, column: column)
  }

  /// Returns the keys of the records with a value of this `mark`, ascending, without repetition.
  ///
  /// Different texts can have the same mark, though that is rare.
  func keys(of mark: UInt64) -> [RecordKey] {
    var keys: [RecordKey] = []
    var place = entries.lowerBound(of: Entry(mark: mark, key: 0))
    while place < entries.count, entries[place].mark == mark {
      let key = RecordKey(rawValue: entries[place].key)
      if keys.last != key { keys.append(key) }
      place += 1
    }
    return keys
  }

  /// Returns the keys of the records that link to `target`, ascending.
  func sources(of target: RecordKey) -> [RecordKey] { keys(of: target.rawValue) }

  /// Whether the index belongs to exactly the table's chunks.
  func isCurrent(for table: Table) -> Bool {
    chunks.isSame(as: table.chunks)
  }

  /// Updates the index to a newer table.
  mutating func update(to table: Table, column: Int) {
    let known = Set(chunks.map(ObjectIdentifier.init))
    let current = Set(table.chunks.map(ObjectIdentifier.init))
    let before = Self.entries(
      of: chunks.filter { !current.contains(ObjectIdentifier($0)) }, column)
    let after = Self.entries(
      of: table.chunks.filter { !known.contains(ObjectIdentifier($0)) }, column)
    let (lost, gained) = Self.differences(before, after)
    if lost.count + gained.count <= Self.fewMarks {
      for entry in lost { entries.remove(at: entries.lowerBound(of: entry)) }
      for entry in gained { entries.insert(entry, at: entries.lowerBound(of: entry)) }
    } else {
      entries = Self.merged(Self.differences(entries, lost).left, gained)
    }
    chunks = table.chunks
  }

  private static func entries(of chunks: [Chunk], _ column: Int) -> [Entry] {
    var entries: [Entry] = []
    for chunk in chunks {
      for row in 0..<chunk.count {
        chunk.columns[column].forEachMark(of: row) {
          entries.append(Entry(mark: $0, key: chunk.keys[row].rawValue))
        }
      }
    }
    return entries.sorted()
  }

  /// Returns the elements that only one of two sorted arrays has, for each array.
  private static func differences(
    _ left: [Entry], _ right: [Entry]
  ) -> (left: [Entry], right: [Entry]) {
    if left.isEmpty || right.isEmpty { return (left, right) }
    var (onlyLeft, onlyRight): ([Entry], [Entry]) = ([], [])
    var (place, other) = (0, 0)
    while place < left.count, other < right.count {
      if left[place] == right[other] {
        place += 1
        other += 1
      } else if left[place] < right[other] {
        onlyLeft.append(left[place])
        place += 1
      } else {
        onlyRight.append(right[other])
        other += 1
      }
    }
    return (onlyLeft + left[place...], onlyRight + right[other...])
  }

  private static func merged(_ left: [Entry], _ right: [Entry]) -> [Entry] {
    if left.isEmpty || right.isEmpty { return left + right }
    var merged: [Entry] = []
    merged.reserveCapacity(left.count + right.count)
    var rest = right[...]
    for entry in left {
      while let next = rest.first, next < entry { merged.append(rest.removeFirst()) }
      merged.append(entry)
    }
    return merged + rest
  }
}

extension Column {
  /// Calls `body` with the mark of each value of `row` that has one.
  @inline(__always)
  func forEachMark(of row: Int, _ body: (UInt64) -> Void) {
    switch self {
    case .text(let column):
      if !column.nulls[row] { body(Self.mark(ofText: column.bytes.span, column.range(of: row))) }
    case .integer(let column):
      if !column.nulls[row] { body(UInt64(bitPattern: column.values[row])) }
    case .double, .values: forEachLink(of: row) { body($0.rawValue) }
    }
  }

  /// Returns the mark of the text in a range of `bytes`.
  static func mark(ofText bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    bytes.fnv1a(range)
  }
}
