internal import Synchronization

/// What queries computed for one snapshot and the next one can take over.
///
/// A store's snapshots share one. Everything in it knows the chunks it was made of, so that an
/// older snapshot that asks is served as rightly as the newest.
final class QueryCache: Sendable {
  private struct State {
    var inverses: [Side: InverseIndex] = [:]
    var orders: [(keys: SortKeys, order: SortOrder)] = []
  }

  private struct Side: Hashable {
    var entity: String
    var index: Int
  }

  private let state = Mutex(State())
  private static let orderLimit = 8

  /// The inverse of the links in a column of `table`.
  func inverseIndex(of table: Table, column: Int) -> InverseIndex {
    let place = Side(entity: table.entity.name, index: column)
    var index = state.withLock { $0.inverses[place] } ?? InverseIndex()
    if index.isCurrent(for: table) { return index }
    index.update(to: table, column: column)
    state.withLock { [index] in $0.inverses[place] = index }
    return index
  }

  /// The order of the table that `plan` is for, computed only where chunks changed.
  func order(by plan: SortPlan) -> SortOrder {
    let known = state.withLock { state in state.orders.first { $0.keys == plan.keys }?.order }
    if let known, known.isCurrent(for: plan) { return known }
    let order = SortOrder(plan, reusing: known)
    state.withLock { state in
      state.orders.removeAll { $0.keys == plan.keys }
      state.orders.insert((plan.keys, order), at: 0)
      state.orders.removeLast(max(0, state.orders.count - Self.orderLimit))
    }
    return order
  }
}
