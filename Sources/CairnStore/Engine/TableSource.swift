internal import Synchronization

/// Where a snapshot's table comes from: memory, or the files that are read when it is asked for.
final class TableSource: Sendable {
  private enum State {
    case unread(@Sendable () throws(StoreError) -> Table)
    case ready(Table)
  }

  private let state: Mutex<State>

  init(_ table: Table) {
    state = Mutex(.ready(table))
  }

  /// A table that `read` reads; it is called once, unless it throws.
  init(reading read: @escaping @Sendable () throws(StoreError) -> Table) {
    state = Mutex(.unread(read))
  }

  /// The table, read now if it was not yet.
  func load() throws(StoreError) -> Table {
    try state.withLock { state throws(StoreError) in
      switch state {
      case .ready(let table): return table
      case .unread(let read):
        let table = try read()
        state = .ready(table)
        return table
      }
    }
  }

  /// The table if it was read already.
  var loaded: Table? {
    state.withLock { if case .ready(let table) = $0 { table } else { nil } }
  }
}
