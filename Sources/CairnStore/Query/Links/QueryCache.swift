internal import Synchronization

/// What queries computed for one snapshot and the next one can take over.
///
/// A store's snapshots share one. Everything in it knows the chunks it was made of, so that an
/// older snapshot that asks is served as rightly as the newest.
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

  private let state = Mutex(State())
  private static let orderLimit = 8
  /// Making an index costs about as much as so many passes over the column.
  private static let lookupsWithoutIndex = 3

  /// The inverse of the links in a column of `table`.
  func inverseIndex(of table: Table, column: Int) -> ColumnIndex {
    index(of: table, Side(entity: table.entity.name, column: column))
  }

  /// An index of the values in a column of `table`, once it was asked for a few times.
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

  /// The order of the table that `plan` is for, computed only where chunks changed.
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

  /// How many of the plan's records have to be put in their places, as they were not before.
  func countToSort(by plan: SortPlan) -> Int {
    guard !plan.keys.keys.isEmpty else { return 0 }
    return knownOrder(by: plan)?.ranks.countOfNew(in: plan) ?? plan.table.count
  }

  private func knownOrder(by plan: SortPlan) -> SortOrder? {
    state.withLock { state in state.orders.first { $0.keys == plan.keys }?.order }
  }
}
